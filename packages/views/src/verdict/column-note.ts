import { type ColumnShift, columnShiftSentence, isBroadChange } from '@basecase/analysis';

/** What is said of a whole column against its base. Frozen views have it too, those of rule 1 without `broad`. */
export interface ColumnNote {
  /** ln of how far the whole column moved without a cost that accounts for it; null when it did not. */
  shift: number | null;
  /** How far it moved where costs account for it; left out where it did not. */
  broad?: ColumnShift;
  /** A/A pairs behind its noise; 0: not calibrated. */
  pairs: number;
  /** Of a night: how many nights of its series tell its noise. Left out of releases. */
  nights?: number;
}

/** What is said of one column of one server against a base of that server, as small as it can be sent. */
export interface JudgedColumn extends ColumnNote {
  /** One letter for each row of the page; a test that was not compared is `missing`. */
  letters: string;
}

/** Of a ratio two decimals are shown. */
const RATIO_DIGITS = 4;

/** A ratio, or a logarithm of one, with the digits that are sent. */
export function sentRatio(value: number): number {
  return Number(value.toPrecision(RATIO_DIGITS));
}

export function toColumnNote(
  shift: ColumnShift | null,
  { pairs, nights = null }: { pairs: number; nights?: number | null },
): ColumnNote {
  const noise = { pairs, ...(nights !== null && { nights }) };
  if (shift === null) return { shift: null, ...noise };
  const x = sentRatio(shift.x);
  return isBroadChange(shift) ? { shift: null, broad: { ...shift, x }, ...noise } : { shift: x, ...noise };
}

/** `the whole column moved by -3.1%: server or base run?` */
export function shiftText(shift: number): string {
  return inSentence(columnShiftSentence({ x: shift, cause: null, moved: 0, explained: 0 }));
}

/** What is said of a column that moved as a whole: a broad change, or a doubt; null when it did not move. */
export function columnMoveText({ shift, broad }: ColumnNote): string | null {
  if (broad) return inSentence(columnShiftSentence(broad));
  return shift === null ? null : shiftText(shift);
}

function inSentence(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

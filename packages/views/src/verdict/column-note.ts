import { columnShiftSentence } from '@basecase/analysis';

/** What is said of a whole column against its base. */
export interface ColumnNote {
  /** ln of how far the whole column moved; null when it did not. */
  shift: number | null;
  /** A/A pairs behind its noise; 0: not calibrated. */
  pairs: number;
}

/** Of a ratio two decimals are shown. */
const RATIO_DIGITS = 4;

/** A ratio, or a logarithm of one, with the digits that are sent. */
export function sentRatio(value: number): number {
  return Number(value.toPrecision(RATIO_DIGITS));
}

export function toColumnNote(shift: number | null, pairs: number): ColumnNote {
  return { shift: shift === null ? null : sentRatio(shift), pairs };
}

/** `the whole column moved by -3.1%: server or base run?` */
export function shiftText(shift: number): string {
  const sentence = columnShiftSentence(shift);
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

import { columnShiftSentence } from '@basecase/analysis';

/** What is said of a whole column against its base. */
export interface ColumnNote {
  /** ln of how far the whole column moved; null when it did not. */
  shift: number | null;
  /** A/A pairs behind its noise; 0: not calibrated. */
  pairs: number;
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

export function toColumnNote(shift: number | null, pairs: number): ColumnNote {
  return { shift: shift === null ? null : sentRatio(shift), pairs };
}

/** `the whole column moved by -3.1%: server or base run?` */
export function shiftText(shift: number): string {
  const sentence = columnShiftSentence(shift);
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

import type { Verdict } from '@basecase/analysis';
import { verdictLetters, verdictOfLetter } from '../verdict/verdict-letters';

/** What is said of one column of one server against a base of that server. */
export interface JudgedColumn {
  /** By row of the page; a test that was not compared is `missing`. */
  verdicts: Verdict[];
  /** ln of how far the whole column moved; null when it did not. */
  shift: number | null;
  /** A/A pairs behind its noise; 0: not calibrated. */
  pairs: number;
}

/** Verdicts of the columns of a server against one of its columns, as small as they can be sent. */
export interface SentVerdicts {
  base: number;
  /** By column; null for the base and for columns that are not shown. */
  columns: (SentColumn | null)[];
}

interface SentColumn extends Omit<JudgedColumn, 'verdicts'> {
  /** One letter for each row of the page. */
  letters: string;
}

/** Of the shift of a column two decimals are shown. */
const SHIFT_DIGITS = 4;

export function toSent({ verdicts, shift, pairs }: JudgedColumn): SentColumn {
  return {
    letters: verdictLetters(verdicts),
    shift: shift === null ? null : Number(shift.toPrecision(SHIFT_DIGITS)),
    pairs,
  };
}

const read = new WeakMap<SentColumn, JudgedColumn>();

/** What was sent of a column; null when nothing was sent of it against this base. */
export function sentColumn(
  sent: SentVerdicts | null,
  { base, column }: { base: number; column: number },
): JudgedColumn | null {
  const own = sent?.base === base ? sent.columns[column] : null;
  if (!own) return null;
  const { letters, shift, pairs } = own;
  const judged = read.get(own) ?? { verdicts: Array.from(letters, verdictOfLetter), shift, pairs };
  read.set(own, judged);
  return judged;
}

import {
  type ColumnShift,
  type Comparability,
  columnShiftSentence,
  isBroadChange,
  signedPercent,
} from '@basecase/analysis';

/** Statistics of a whole column against its base. Frozen views store it too, those of rule 1 without `broad`. */
export interface ColumnNote {
  /** ln of how far the whole column moved without a cost that accounts for it; null when it did not. */
  shift: number | null;
  /** How far it moved where costs account for it; left out where it did not. */
  broad?: ColumnShift;
  /** A/A pairs behind its noise; 0: not calibrated. */
  pairs: number;
  /** Of a night: how many nights of its series tell its noise. Left out of releases. */
  nights?: number;
  /** Nothing is known of its noise and others may use the machine: no change is sure. Left out where one can be. */
  unsure?: true;
  /** ln of what its tests share, which was taken off before they were judged; left out for nothing. */
  common?: number;
  /**
   * Tests whose context switches per operation changed, of those that have any: not the same work. Left out: the
   * same.
   */
  otherWork?: { moved: number; tests: number };
  /** Tests that were compared round by round; left out for none. */
  rounds?: number;
}

/** The verdict on one column of one server against a base of that server, in a compact form. */
export interface JudgedColumn extends ColumnNote {
  /** One letter for each row of the page; a test that was not compared is `missing`. */
  letters: string;
  /** Runs of its server were repeated, whether they are evidence or not. Left out where none was. */
  hasRepeats?: boolean;
}

/** Of a ratio two decimals are shown. */
const RATIO_DIGITS = 4;

/** A ratio, or a logarithm of one, with the digits that are sent. */
export function sentRatio(value: number): number {
  return Number(value.toPrecision(RATIO_DIGITS));
}

/** The source of a note. */
export interface JudgedWhole {
  shift: ColumnShift | null;
  noisePairs: number;
  nights?: number | null;
  canBeSure: boolean;
  commonMode: number;
  otherWork: Comparability | null;
  rounds: number;
}

export function toColumnNote(column: JudgedWhole): ColumnNote {
  const { shift, noisePairs, nights = null, canBeSure, commonMode, otherWork, rounds } = column;
  const note = {
    pairs: noisePairs,
    ...(nights !== null && { nights }),
    ...(!canBeSure && { unsure: true as const }),
    ...(commonMode !== 0 && { common: sentRatio(commonMode) }),
    ...(otherWork && { otherWork: { moved: otherWork.moved, tests: otherWork.tests } }),
    ...(rounds > 0 && { rounds }),
  };
  if (shift === null) return { shift: null, ...note };
  const x = sentRatio(shift.x);
  return isBroadChange(shift) ? { shift: null, broad: { ...shift, x }, ...note } : { shift: x, ...note };
}

/**
 * `context switches per operation changed in 12 of 30 tests: different work than the base, or different waits`
 */
export function otherWorkText({ otherWork }: ColumnNote): string | null {
  if (!otherWork) return null;
  const { moved, tests } = otherWork;
  return `context switches per operation changed in ${moved} of ${tests} tests: different work than the base, or different waits`;
}

/** Smaller moves are not visible in a table. */
const LEAST_COMMON = 0.005;

/** `its tests share -1.5%, taken off before each was judged`; null for nothing to see. */
export function commonModeText({ common = 0 }: ColumnNote): string | null {
  if (Math.abs(common) < LEAST_COMMON) return null;
  return `its tests share ${signedPercent(common)}, taken off before each was judged`;
}

/** `3.1% slower across the board: server or base run?` */
export function shiftText(shift: number): string {
  return inSentence(columnShiftSentence({ x: shift, cause: null, moved: 0, explained: 0 }));
}

/** Text for a column that moved as a whole: a broad change, or a doubt; null when it did not move. */
export function columnMoveText({ shift, broad }: ColumnNote): string | null {
  if (broad) return inSentence(columnShiftSentence(broad));
  return shift === null ? null : shiftText(shift);
}

function inSentence(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

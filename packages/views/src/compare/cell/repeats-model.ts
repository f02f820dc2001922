import type { CellTimelines } from '@basecase/db/types';
import type { TimelinePair } from './timelines-model';

export interface RepeatsModel {
  /** Counted from 1. */
  shown: number;
  options: { value: number; text: string }[];
  /** Which repeats the charts are of. */
  says: string;
}

/**
 * The repeats to choose from, and a sentence about the ones that are shown. The same number counts for both sides;
 * the side that has fewer shows its last.
 *
 * @returns null where neither side has a second repeat: then there is nothing to say
 */
export function repeatsModel(
  { cell, base }: TimelinePair,
  names: { own: string; base: string },
): RepeatsModel | null {
  const longest = base && base.repeats.length > cell.repeats.length ? base : cell;
  if (longest.repeats.length < 2) return null;
  const sides = [sideText(cell, names.own), base ? sideText(base, names.base) : ''].filter(Boolean);
  return {
    shown: (longest.shown ?? 0) + 1,
    options: longest.repeats.map(({ startedAt }, index) => ({
      value: index + 1,
      text: [`${index + 1} of ${longest.repeats.length}`, minuteOf(startedAt)].filter(Boolean).join(', '),
    })),
    says: `Shown: ${sides.join('; ')}.`,
  };
}

/** `18.4 repeat 2 of 3`; empty for a side without files. */
function sideText({ repeats, shown }: CellTimelines, name: string): string {
  if (shown === null) return '';
  return repeats.length === 1 ? `${name} its only run` : `${name} repeat ${shown + 1} of ${repeats.length}`;
}

/** `2025-11-20 10:15`. */
function minuteOf(iso: string | null): string {
  return iso === null ? '' : iso.slice(0, 16).replace('T', ' ');
}

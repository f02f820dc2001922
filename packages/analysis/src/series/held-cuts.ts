import { type StretchSums, stepAt } from './level-cuts';
import { hasRoom } from './nights';
import { SERIES_RULE } from './series-rule';

/** A cut that stays where a record has it. */
export interface PlacedCut {
  at: number;
  /** Where the nights alone would have it. */
  found: number;
  isHeld: boolean;
  /** The nights alone would have no cut here any more: a change that was sure, and is over. */
  isDip?: true;
}

export interface HeldQuestion {
  /** Places of the first bad nights that are fixed. */
  held: readonly number[];
  sums: StretchSums;
  prices: Float64Array;
  /** Saving that moves a fixed night. */
  penalty: number;
}

/**
 * Keeps fixed first bad nights (docs/method.md §10.7). A fixed night belongs to the cut nearest to it, up to 10 nights
 * away. The cut stays there when the step has the same direction there, both levels keep 3 nights, and moving it saves
 * less than a whole penalty.
 */
export function holdCuts(cuts: readonly number[], question: HeldQuestion): PlacedCut[] {
  const places = [...cuts];
  return cuts.map((found, index) => {
    const held = heldOf(found, cuts, question.held);
    const isHeld = held !== null && staysAt(held, { places, index, found }, question);
    const at = isHeld ? held : found;
    places[index] = at;
    return { at, found, isHeld };
  });
}

/** The fixed night nearest to a cut, of those to which no other cut is nearer. */
function heldOf(cut: number, cuts: readonly number[], held: readonly number[]): number | null {
  const own = held.filter((place) => {
    const distance = Math.abs(place - cut);
    return distance <= SERIES_RULE.heldReach && cuts.every((other) => Math.abs(place - other) >= distance);
  });
  return own.sort((a, b) => Math.abs(a - cut) - Math.abs(b - cut))[0] ?? null;
}

function staysAt(
  held: number,
  { places, index, found }: { places: readonly number[]; index: number; found: number },
  { sums, prices, penalty }: HeldQuestion,
): boolean {
  const start = places[index - 1] ?? 0;
  const end = places[index + 1] ?? sums.count;
  if (!hasRoom(start, held, end)) return false;
  if (stepAt(sums, places, { cut: held, index }) * stepAt(sums, places, { cut: found, index }) <= 0)
    return false;
  const costOf = (cut: number) => sums.cost(start, cut) + sums.cost(cut, end) + (prices[cut] ?? penalty);
  return costOf(held) - costOf(found) < penalty;
}

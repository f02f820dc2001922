import { groupBy } from '../../statistics/group-by';

/** What is known of the place of a build on its branch. */
export interface BuildPlace {
  /** Grows along the branch; null if unknown. */
  number: number | null;
  /** ISO 8601: when it was committed, or else measured; null if unknown. */
  at: string | null;
}

/**
 * Builds of one branch in order: by number, and by time where one of two has no number. A commit that was rebased or
 * written on a machine with a wrong clock has the time of another place; its number has not. A build without a number
 * comes after all numbered ones that are not later than it. Builds that neither tells apart keep their order.
 */
export function orderBuilds<Item>(items: readonly Item[], placeOf: (item: Item) => BuildPlace): Item[] {
  const placed = items.map((item) => ({ item, ...readPlace(placeOf(item)) }));
  const numbered = placed
    .filter(({ number }) => number !== null)
    .sort((a, b) => (a.number ?? 0) - (b.number ?? 0) || a.time - b.time);
  const others = placed.filter(({ number }) => number === null).sort((a, b) => a.time - b.time);
  const byPlace = groupBy(others, ({ time }) => String(numbered.findLastIndex((one) => one.time <= time)));
  return [-1, ...numbered.keys()]
    .flatMap((index) => [
      ...numbered.slice(Math.max(0, index), index + 1),
      ...(byPlace.get(String(index)) ?? []),
    ])
    .map(({ item }) => item);
}

function readPlace({ number, at }: BuildPlace): { number: number | null; time: number } {
  return { number, time: (at === null ? 0 : Date.parse(at)) || 0 };
}

/** Builds in order whose numbers and times disagree: each with the one before it, which is later. */
export function timeConflicts<Item>(
  ordered: readonly Item[],
  placeOf: (item: Item) => BuildPlace,
): { before: Item; after: Item }[] {
  return ordered.flatMap((after, index) => {
    const before = ordered[index - 1];
    if (before === undefined) return [];
    const [one, two] = [placeOf(before), placeOf(after)];
    const isLater = one.at !== null && two.at !== null && Date.parse(one.at) > Date.parse(two.at);
    return isLater ? [{ before, after }] : [];
  });
}

/** Builds without a number that have the time of another: their order is unknown. */
export function tiedBuilds<Item>(
  ordered: readonly Item[],
  index: number,
  placeOf: (item: Item) => BuildPlace,
): Item[] {
  const own = ordered[index];
  if (own === undefined) return [];
  const { number, at } = placeOf(own);
  return ordered.filter((other) => {
    const place = placeOf(other);
    const hasNumbers = number !== null && place.number !== null && number !== place.number;
    return !hasNumbers && place.at !== null && at !== null && Date.parse(place.at) === Date.parse(at);
  });
}

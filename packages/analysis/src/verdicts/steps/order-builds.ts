import { groupBy } from '../../statistics/group-by';

/** What is known of the place of a build on its branch. */
export interface BuildPlace {
  /** Grows along the branch; null if unknown. */
  number: number | null;
  /** ISO 8601: when it was committed, or else measured; null if unknown. */
  at: string | null;
  /** Hash, and those of the commits before it; left out if unknown. */
  commit?: string | null;
  parents?: readonly string[];
}

/**
 * Builds of one branch in order: by number, by known parents where one of two has no number, and else by time. A commit that was rebased or
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
  const ordered = [-1, ...numbered.keys()].flatMap((index) => [
    ...numbered.slice(Math.max(0, index), index + 1),
    ...(byPlace.get(String(index)) ?? []),
  ]);
  return afterParents(ordered).map(({ item }) => item);
}

type Placed<Item> = { item: Item } & ReturnType<typeof readPlace>;

/** Fewest digits of a hash. */
const COMMIT_KEY = 7;

/** Puts known parents before a build that has another place by its time alone. Two numbers say more than parents. */
function afterParents<Item>(ordered: readonly Placed<Item>[]): Placed<Item>[] {
  if (ordered.every(({ parents }) => parents.length === 0)) return [...ordered];
  const byCommit = groupBy(ordered, ({ commit }) => commit?.slice(0, COMMIT_KEY) ?? '');
  const parentsOf = ({ number, parents }: Placed<Item>) =>
    parents.flatMap((hash) =>
      (byCommit.get(hash.slice(0, COMMIT_KEY)) ?? []).filter(
        ({ commit, number: other }) =>
          commit !== null &&
          (commit.startsWith(hash) || hash.startsWith(commit)) &&
          (number === null || other === null),
      ),
    );
  const found = new Set<Placed<Item>>();
  const opened = new Set<Placed<Item>>();
  for (const first of ordered) {
    const open = [first];
    for (let build = open.at(-1); build; build = open.at(-1)) {
      // Parents may name each other: each build is opened once.
      const next = opened.has(build) ? [] : parentsOf(build).filter((one) => !opened.has(one));
      opened.add(build);
      if (next.length > 0) open.push(...next);
      else {
        found.add(build);
        open.pop();
      }
    }
  }
  return [...found];
}

function readPlace({ number, at, commit = null, parents = [] }: BuildPlace) {
  return { number, time: (at === null ? 0 : Date.parse(at)) || 0, commit, parents };
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

/** Builds without a number and known parents that have the time of another: their order is unknown. */
export function tiedBuilds<Item>(
  ordered: readonly Item[],
  index: number,
  placeOf: (item: Item) => BuildPlace,
): Item[] {
  const own = ordered[index];
  if (own === undefined) return [];
  const { number, at } = placeOf(own);
  const hashes = new Set(ordered.flatMap((one) => placeOf(one).commit ?? []));
  const parents = new Set(ordered.flatMap((one) => placeOf(one).parents ?? []));
  // The first of a chain has no known parent, and is that of the next.
  const isPlaced = (one: Item) => {
    const { commit = null, parents: own = [] } = placeOf(one);
    return own.some((hash) => hashes.has(hash)) || (commit !== null && parents.has(commit));
  };
  const isOwnPlaced = isPlaced(own);
  return ordered.filter((other) => {
    const place = placeOf(other);
    if (other !== own && isOwnPlaced && isPlaced(other)) return false;
    const hasNumbers = number !== null && place.number !== null && number !== place.number;
    return !hasNumbers && place.at !== null && at !== null && Date.parse(place.at) === Date.parse(at);
  });
}

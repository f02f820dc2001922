import { naturalOrder } from '@basecase/ingest/model';
import { type FreshNight, isSameBuild, type NightOrder, type PastNight, type PlacedNights } from './night';

/**
 * The nights of one branch before a new build, in the order of commits where it is known: by time, else by the number of
 * the build, else by name. The new build itself is none of them, nor is what was committed after it.
 */
export function placeNights(
  nights: readonly PastNight[],
  fresh: Pick<FreshNight, 'build' | 'branch'>,
): PlacedNights {
  const others = nights.filter(({ build }) => !isSameBuild(build, fresh.build));
  const branch = chooseBranch(others, fresh.branch);
  const ofBranch = others.filter(({ build }) => branch.isOwn(build?.branch ?? null));
  const committedAt = fresh.build?.committedAt ?? null;
  const earlier = ofBranch.filter(
    ({ build }) => committedAt === null || (build?.committedAt ?? '') <= committedAt,
  );
  const orderedBy = orderOf(earlier);
  const leftOut = [
    { why: 'the new build itself', count: nights.length - others.length },
    { why: `of another branch than ${branch.name ?? 'theirs'}`, count: others.length - ofBranch.length },
    { why: 'committed after the new build', count: ofBranch.length - earlier.length },
  ];
  return {
    nights: earlier.toSorted(ORDERS[orderedBy]),
    orderedBy,
    branch: branch.name,
    leftOut: leftOut.filter(({ count }) => count > 0),
  };
}

/**
 * The branch that a new build is judged on: its own where nights of it are there, else the one with the most nights; a
 * pull request is judged on the branch that it is to be merged into. Where only one branch is named, it is that of all.
 */
function chooseBranch(
  nights: readonly PastNight[],
  own: string | null,
): { name: string | null; isOwn: (branch: string | null) => boolean } {
  const counts = new Map<string, number>();
  for (const { build } of nights) {
    if (build?.branch) counts.set(build.branch, (counts.get(build.branch) ?? 0) + 1);
  }
  if (counts.size < 2) return { name: [...counts.keys()][0] ?? null, isOwn: () => true };
  const [most = null] = [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const name = own !== null && counts.has(own) ? own : most;
  return { name, isOwn: (branch) => branch === name };
}

function timeOf({ build, measuredAt }: PastNight): string | null {
  return build?.committedAt ?? measuredAt;
}

function orderOf(nights: readonly PastNight[]): NightOrder {
  if (nights.every((night) => timeOf(night) !== null)) return 'time';
  return nights.every(({ build }) => typeof build?.number === 'number') ? 'number' : 'name';
}

const ORDERS: Readonly<Record<NightOrder, (a: PastNight, b: PastNight) => number>> = {
  time: (a, b) => Date.parse(timeOf(a) ?? '') - Date.parse(timeOf(b) ?? '') || numberOf(a) - numberOf(b),
  number: (a, b) => numberOf(a) - numberOf(b),
  name: (a, b) => naturalOrder(a.source, b.source),
};

function numberOf({ build }: PastNight): number {
  return build?.number ?? 0;
}

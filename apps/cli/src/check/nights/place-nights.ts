import { orderBuilds, tiedBuilds, timeConflicts } from '@basecase/analysis';
import { buildLabel, naturalOrder } from '@basecase/ingest/model';
import { someOf } from '../../exit';
import { type FreshNight, isSameBuild, type NightOrder, type PastNight, type PlacedNights } from './night';

/**
 * The nights of one branch before a new build, in the order of commits where it is known: by the number of the build,
 * else by time, else by name. The new build itself is none of them, nor is what came after it.
 *
 * @param there where the nights are, for messages
 */
export function placeNights(
  nights: readonly PastNight[],
  fresh: Pick<FreshNight, 'build' | 'branch'>,
  there: string,
): PlacedNights {
  const others = nights.filter(({ build }) => !isSameBuild(build, fresh.build));
  const branch = chooseBranch(others, fresh.branch);
  const ofBranch = others.filter(({ build }) => branch.isOwn(build?.branch ?? null));
  const earlier = ofBranch.filter(({ build }) => isEarlier(build, fresh.build));
  const orderedBy = orderOf(earlier);
  const leftOut = [
    { why: 'the new build itself', count: nights.length - others.length },
    {
      why: branch.name === null ? 'of another branch' : `of another branch than ${branch.name}`,
      count: others.length - ofBranch.length,
    },
    { why: 'committed after the new build', count: ofBranch.length - earlier.length },
  ];
  const isEmpty = earlier.length === 0;
  return {
    nights: sorted(earlier, orderedBy),
    orderedBy,
    branch: branch.name,
    leftOut: leftOut.filter(({ count }) => count > 0),
    empty: isEmpty ? `${there}: ${branch.unknown ?? 'no past night of this series.'}` : null,
  };
}

/**
 * The branch that a new build is judged on: its own. Where only one branch is named, it is that of all builds that name
 * none. A branch is never guessed: nights of another one would pass a build that was not compared.
 */
function chooseBranch(
  nights: readonly PastNight[],
  own: string | null,
): { name: string | null; isOwn: (branch: string | null) => boolean; unknown?: string } {
  const counts = new Map<string, number>();
  for (const { build } of nights) {
    if (build?.branch) counts.set(build.branch, (counts.get(build.branch) ?? 0) + 1);
  }
  const [only = null] = counts.keys();
  const isKnown = own === null ? counts.size < 2 : counts.size === 0 || counts.has(own);
  if (!isKnown) return { name: own, isOwn: () => false, unknown: unknownBranch(own, [...counts]) };
  if (counts.size < 2) return { name: only, isOwn: () => true };
  return { name: own, isOwn: (branch) => branch === own };
}

/**
 * Why no branch can be chosen, with those that there are.
 *
 * @param own that of the new build; null: nothing names it
 * @param branches with their nights
 */
export function unknownBranch(own: string | null, branches: readonly (readonly [string, number])[]): string {
  const sorted = branches.toSorted(([, a], [, b]) => b - a);
  const names = sorted.map(([name, nights]) => `${name} (${nights} ${nights === 1 ? 'night' : 'nights'})`);
  const why = own === null ? 'nothing names the branch of the new build' : `no night of branch ${own}`;
  return `${why}. There are: ${someOf(names)}. Choose one with --branch; of a pull request, that which it is to be merged into.`;
}

/** By number where both have one: a commit that was rebased has the time of another place. */
function isEarlier(build: PastNight['build'], fresh: PastNight['build']): boolean {
  const [own, other] = [build?.number ?? null, fresh?.number ?? null];
  if (own !== null && other !== null) return own <= other;
  const committedAt = fresh?.committedAt ?? null;
  return committedAt === null || (build?.committedAt ?? '') <= committedAt;
}

function placeOf({ build, measuredAt }: Pick<PastNight, 'build' | 'measuredAt'>) {
  const { number = null, commit = null, parents = [] } = build ?? {};
  return { number, at: build?.committedAt ?? measuredAt, commit, parents };
}

function orderOf(nights: readonly PastNight[]): NightOrder {
  const places = nights.map(placeOf);
  if (places.every(({ number }) => number !== null)) return 'number';
  return places.every(({ at, number }) => at !== null || number !== null) ? 'time' : 'name';
}

function sorted(nights: readonly PastNight[], orderedBy: NightOrder): PastNight[] {
  if (orderedBy === 'name') return nights.toSorted((a, b) => naturalOrder(a.source, b.source));
  return orderBuilds(nights, placeOf);
}

/** Nights that may come before or after one of them: they have its time, and neither number nor parents tell them apart. */
export function tiedNights<Night extends Pick<PastNight, 'build' | 'measuredAt'>>(
  nights: readonly Night[],
  index: number,
): Night[] {
  const tied = tiedBuilds(nights, index, placeOf);
  return tied.length > 1 ? tied : [];
}

/** Where numbers and times of some nights disagree, as a note; null where they do not. */
export function orderNote(nights: readonly PastNight[]): string | null {
  const [first, ...others] = timeConflicts(nights, placeOf);
  if (!first) return null;
  const [before, after] = [first.before, first.after].map(({ build, source }) =>
    build ? `${buildLabel(build)} (number ${build.number ?? 'unknown'})` : source,
  );
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return `numbers and times of builds disagree: ${before} was committed after ${after}${more}; the numbers count`;
}

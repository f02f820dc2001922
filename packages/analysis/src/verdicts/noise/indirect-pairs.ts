import { compareVersions, isVersion, RUN_FACT_LABELS, RUN_FACTS, type RunFact } from '@basecase/ingest/model';
import { groupBy } from '../../statistics/group-by';
import { median } from '../../statistics/median';
import { type CandidatePair, inTime } from './candidate-pairs';
import type { NoisePair, NoiseRun } from './noise-types';
import { isKnownChange } from './point-release';

/** Fewer nights of a line tell nothing: as many as a series needs (docs/method.md §10.2). */
const LEAST_NIGHTS = 12;
/** Neighbours resemble each other: nights this many apart differ nearly as runs of other weeks do. */
const NIGHTS_APART = 3;
/** More pairs of one line would cost much and tell little. */
const MOST_NIGHT_PAIRS = 20;

/** Pairs of nights of one line, three nights apart and spread evenly over its time (docs/method.md §2.1). */
export function nightPairs(runs: readonly NoiseRun[]): CandidatePair[] {
  const nights = runs.filter(({ build }) => build).toSorted(inTime);
  const lines = groupBy(nights, ({ product, version, flavour, config, build }) =>
    JSON.stringify([product, version, flavour, config, build?.branch]),
  );
  return [...lines.values()].flatMap((own) => {
    const count = own.length < LEAST_NIGHTS ? 0 : Math.min(own.length - NIGHTS_APART, MOST_NIGHT_PAIRS);
    return Array.from({ length: count }, (_, index): CandidatePair[] => {
      const start = Math.floor((index * (own.length - NIGHTS_APART)) / count);
      const [a, b] = [own[start], own[start + NIGHTS_APART]];
      return a && b ? [{ kind: 'nights', a, b, refused: null }] : [];
    }).flat();
  });
}

const MAD_TO_SD = 1.4826;
/** As in a series (§10.2): a night further off than this is not noise, ... */
const STEP_CUT = 4;
/** ... unless there are more steps than one, or than this part of the pairs. */
const STEP_PART = 0.1;

/**
 * The pairs of nights with steps cut: where a build changed a test, the pairs around it have the change between their nights. A
 * test that often moves as far keeps all of it.
 */
export function withoutSteps(pairs: readonly NoisePair[]): NoisePair[] {
  const moves = groupBy(
    pairs.flatMap(({ changes }) => changes),
    ({ test }) => test,
  );
  const limits = new Map<string, number>();
  for (const [test, own] of moves) {
    const limit = STEP_CUT * MAD_TO_SD * (median(own.map(({ x }) => Math.abs(x))) ?? 0);
    const steps = countSteps(own.map(({ x }) => (Math.abs(x) > limit ? Math.sign(x) : 0)));
    if (limit > 0 && steps <= Math.max(1, STEP_PART * own.length)) limits.set(test, limit);
  }
  return pairs.map((pair) => ({
    ...pair,
    changes: pair.changes.map((change) => {
      const limit = limits.get(change.test) ?? Number.POSITIVE_INFINITY;
      return { ...change, x: Math.max(-limit, Math.min(limit, change.x)) };
    }),
  }));
}

/** A step of nights moves as many pairs in a row as the nights of a pair are apart, all in its direction. */
function countSteps(signs: readonly number[]): number {
  let [steps, length] = [0, 0];
  for (const [index, sign] of signs.entries()) {
    length = sign !== 0 && sign === signs[index - 1] ? length + 1 : 1;
    if (sign !== 0 && (length - 1) % NIGHTS_APART === 0) steps += 1;
  }
  return steps;
}

/** Releases of one config next to each other, the newest run of each: those that may agree. */
export function neighbours(runs: readonly NoiseRun[]): CandidatePair[] {
  const releases = runs
    .filter(({ version, build, repeat }) => isVersion(version) && !build && (repeat ?? 1) === 1)
    .toSorted(inTime);
  const lines = groupBy(releases, ({ product, flavour, config }) =>
    JSON.stringify([product, flavour, config]),
  );
  return [...lines.values()].flatMap((own) => {
    const newest = new Map(own.map((run) => [run.version, run]));
    const versions = [...newest.keys()].sort(compareVersions);
    return versions.slice(1).flatMap((version, index): CandidatePair[] => {
      const [a, b] = [newest.get(versions[index] ?? ''), newest.get(version)];
      if (!a || !b || isKnownChange(b.product, version)) return [];
      return [{ kind: 'agreeing versions', a, b, refused: null }];
    });
  });
}

/** Versions agree when at least this many tests are in both, ... */
const AGREE_TESTS = 20;
/** ... and this part of them ... */
const AGREE_PART = 0.9;
/** ... differs by this at most, on the log scale. */
const AGREE_MOST = 0.02;

/** True where so many tests hardly differ that noise of more than a percent or two is ruled out. */
export function doAgree(changes: readonly { x: number }[]): boolean {
  const close = changes.filter(({ x }) => Math.abs(x) <= AGREE_MOST).length;
  return hasEnoughTests(changes) && close >= AGREE_PART * changes.length;
}

/** False where too few tests are in both to say whether they agree. */
export function hasEnoughTests(changes: readonly unknown[]): boolean {
  return changes.length >= AGREE_TESTS;
}

/** Facts without which a machine is another one. */
const HARDWARE: readonly RunFact[] = ['cpu', 'storage', 'hypervisor'];

/**
 * What differs between the machines of two runs, for readers: `CPU: A and B`; null where nothing that both know does.
 *
 * @param only facts that count; left out: all that mark an event of a series
 */
function machineDifference(a: NoiseRun, b: NoiseRun, only: readonly RunFact[] = RUN_FACTS): string | null {
  const fact = only.find((one) => {
    const [own, other] = [a.facts?.[one], b.facts?.[one]];
    return own !== undefined && other !== undefined && own !== other;
  });
  return fact === undefined ? null : `${RUN_FACT_LABELS[fact]}: ${a.facts?.[fact]} and ${b.facts?.[fact]}`;
}

/**
 * Why an indirect pair says nothing of the releases: something changed between its runs, or the machine is not that of the
 * newest release any more. Null: nothing is known against it.
 */
export function otherMachine(
  { a, b }: Pick<CandidatePair, 'a' | 'b'>,
  runs: readonly NoiseRun[],
): string | null {
  const newest = runs
    .filter(({ build }) => !build)
    .toSorted(inTime)
    .at(-1);
  const own = machineDifference(a, b);
  if (own !== null || !newest) return own;
  return machineDifference(a, newest, HARDWARE) ?? machineDifference(b, newest, HARDWARE);
}

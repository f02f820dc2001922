import type { BenchmarkId, ServerKind } from '@basecase/ingest/model';
import type { Matrix } from '../../matrix/matrix';
import { groupBy } from '../../statistics/group-by';
import { median } from '../../statistics/median';
import { comparedChange } from '../compared-change';
import { DEFAULT_RULE, type Rule } from '../rule';
import { type CandidatePair, candidatePairs } from './candidate-pairs';
import { type Comparability, compareRuns, switchesOf } from './comparability';
import type { WorkloadKind } from './concurrency';
import {
  doAgree,
  hasEnoughTests,
  neighbours,
  nightPairs,
  otherMachine,
  withoutSteps,
} from './indirect-pairs';
import {
  type Noise,
  type NoiseExclusion,
  type NoisePair,
  type NoiseRun,
  type RefusalReason,
  type RefusedPair,
  variantKey,
} from './noise-types';
import { isDirect, KIND_WEIGHTS } from './pair-kinds';
import { priorSigma } from './prior-of';

export interface NoiseOptions extends WorkloadKind {
  benchmark: BenchmarkId;
  server?: ServerKind | null;
  exclusions?: readonly NoiseExclusion[];
  rule?: Rule;
}

/**
 * A/A pairs among the runs of one workload on one server (docs/method.md §2.1, §2.2), and what was refused and why.
 *
 * @param matrix a column for each repeat of each run, warm-ups left out
 */
export function findNoise(matrix: Matrix<NoiseRun>, options: NoiseOptions): Noise {
  const { benchmark, clients, cached, server = null } = options;
  const noise: Noise = { benchmark, kind: { clients, cached }, server, pairs: [], refused: [] };
  for (const candidate of candidatePairs(matrix.columns)) {
    const pair = toPair(candidate, matrix, options);
    if ('reason' in pair) noise.refused.push(pair);
    else noise.pairs.push(pair);
  }
  const { pairs: same, refused: steps } = withoutReleaseSteps(noise.pairs, {
    server: server ?? 'unknown',
    rule: options.rule ?? DEFAULT_RULE,
    neighbours: neighbours(matrix.columns).map(({ a, b }) => ({
      a,
      b,
      changes: changesOf(matrix, { a, b }, options),
    })),
  });
  noise.pairs = same;
  noise.refused.push(...steps);
  const nights = nightPairs(matrix.columns).map((candidate) => toPair(candidate, matrix, options));
  noise.pairs.push(...withoutSteps(nights.flatMap((pair) => ('reason' in pair ? [] : [pair]))));
  // All refused pairs of nights have this reason: one is enough.
  const refusal = nights.flatMap((pair) =>
    'reason' in pair && pair.reason === 'different machine' ? [pair] : [],
  )[0];
  if (refusal) noise.refused.push(refusal);
  return withAgreement(noise, matrix, options);
}

/**
 * Adds neighbouring versions that agree, where no direct pair has the two. The more of the neighbours do not agree, the less
 * one that does counts: on a noisy machine a few agree by chance.
 */
function withAgreement(noise: Noise, matrix: Matrix<NoiseRun>, options: NoiseOptions): Noise {
  const isKnown = (a: NoiseRun, b: NoiseRun) =>
    noise.pairs.some((pair) => pair.a.id === a.id && pair.b.id === b.id);
  const tried = neighbours(matrix.columns).flatMap((candidate) => {
    if (isKnown(candidate.a, candidate.b)) return [];
    const pair = toPair(candidate, matrix, options);
    return 'reason' in pair || !hasEnoughTests(pair.changes) ? [] : [pair];
  });
  const agreeing = tried.filter(({ changes }) => doAgree(changes));
  const agreed = agreeing.map((pair) => ({
    ...pair,
    weight: (KIND_WEIGHTS[pair.kind] * agreeing.length) / tried.length,
  }));
  const isAgreed = ({ a, b, reason }: RefusedPair) =>
    (reason === 'different campaign' || reason === 'campaign not known') &&
    agreed.some((pair) => pair.a.id === a.id && pair.b.id === b.id);
  return {
    ...noise,
    pairs: [...noise.pairs, ...agreed],
    refused: noise.refused.filter((pair) => !isAgreed(pair)),
  };
}

function toPair(
  { kind, a, b, refused }: CandidatePair,
  matrix: Matrix<NoiseRun>,
  options: NoiseOptions,
): NoisePair | RefusedPair {
  const refuse = (reason: RefusalReason, detail = ''): RefusedPair => ({ kind, a, b, reason, detail });
  const exclusion = options.exclusions?.find((item) => isExcluded(item, a.id, b.id));
  if (exclusion) return refuse('excluded', exclusion.reason);
  if (refused)
    return refuse(refused, refused === 'different campaign' ? `${campaignsOf(a)} and ${campaignsOf(b)}` : '');
  const isIndirect = kind === 'nights' || kind === 'agreeing versions';
  const difference = isIndirect ? otherMachine({ a, b }, matrix.columns) : null;
  if (difference !== null) return refuse('different machine', difference);
  const changes = changesOf(matrix, { a, b }, options);
  if (changes.length === 0) return refuse('too few tests', 'none in both');
  // A run that two uploads hold would make noise look like nothing.
  if (changes.every(({ x }) => x === 0)) return refuse('the same run twice', 'all values are equal');
  const comparability = compareRuns(
    switchesOf(matrix, [matrix.columns.indexOf(a), matrix.columns.indexOf(b)]),
    options.rule ?? DEFAULT_RULE,
  );
  if (comparability.gate === 'refused') return refuse('different environment', gateDetail(comparability));
  const withinSession = kind !== 'point releases' && isOneSession(a, b);
  const weight = KIND_WEIGHTS[kind];
  return { kind, ...(weight < 1 && { weight }), a, b, comparability, withinSession, changes };
}

function campaignsOf({ campaigns }: NoiseRun): string {
  return campaigns.join(', ');
}

/** Runs that began closer to each other than this met the machine in the same state. */
const SESSION_MS = 3_600_000;

/** True for repeats of a run, and for runs not known to be an hour apart. */
function isOneSession(a: NoiseRun, b: NoiseRun): boolean {
  if (a.id === b.id || a.at === null || b.at === null) return true;
  return Math.abs(Date.parse(b.at) - Date.parse(a.at)) < SESSION_MS;
}

function isExcluded({ run, other }: NoiseExclusion, a: string, b: string): boolean {
  if (other === null) return run === a || run === b;
  return (run === a && other === b) || (run === b && other === a);
}

function changesOf(
  matrix: Matrix<NoiseRun>,
  { a, b }: { a: NoiseRun; b: NoiseRun },
  { benchmark, clients, cached }: NoiseOptions,
): NoisePair['changes'] {
  const [base, column] = [matrix.columns.indexOf(a), matrix.columns.indexOf(b)];
  return matrix.rows.flatMap((row, index) => {
    const change = comparedChange(matrix, { row: index, base, column, metric: 'throughput' });
    if (typeof change !== 'number' || !haveOneSource(matrix, index, [base, column])) return [];
    return [{ test: row.key, x: change, prior: priorSigma(benchmark, { clients, cached }, row) }];
  });
}

/** A computed and a reported throughput may follow two rules: their difference is not noise. */
function haveOneSource(matrix: Matrix<NoiseRun>, row: number, [a, b]: [number, number]): boolean {
  const sources = matrix.sources.throughput?.[row];
  return sources?.[a] === sources?.[b];
}

function gateDetail({ moved, tests }: Comparability): string {
  return `context switches per operation changed by 15% or more in ${moved} of ${tests} tests`;
}

const MAD_TO_SD = 1.4826;
/** Fewer pairs tell nothing of the noise of one test. */
const LEAST_OF_TEST = 4;
/** A test with more steps than one, and than this part of its pairs, has them by itself: two states, a drift. */
const STEP_PART = 0.1;
/** A release that changed more than this part of its tests is another one. */
const MOST_STEPS = 1 / 2;

/** How the tests of two releases next to each other in a line differ. */
type Neighbours = Pick<NoisePair, 'a' | 'b' | 'changes'>;

/**
 * Two point releases are evidence of noise only where they agree (docs/method.md §2.1): a test that the newer one changed is
 * left out of the pair, and a pair with most tests changed is refused. The releases around the two have to confirm it: the
 * next one is where the newer of the two is, and the previous one where the older is. A run that went wrong, and a test with two states, are noise. The
 * limit is `stepCut` times what the other pairs of the machine, or of the test, show.
 */
function withoutReleaseSteps(
  pairs: readonly NoisePair[],
  { server, rule, neighbours }: { server: ServerKind; rule: Rule; neighbours: readonly Neighbours[] },
): { pairs: NoisePair[]; refused: RefusedPair[] } {
  const direct = pairs.filter(({ kind }) => isDirect(kind));
  const scale = usualScale(direct, rule.startScale[server]);
  const ofTests = usualMoves(direct);
  const before = new Map(neighbours.map((pair) => [variantKey(pair.b), pair]));
  const after = new Map(neighbours.map((pair) => [variantKey(pair.a), pair]));
  const moveOf = (pair: Neighbours | undefined, test: string) =>
    pair?.changes.find((change) => change.test === test)?.x ?? null;
  const isStep = ({ a, b }: NoisePair, { test, x, prior }: NoisePair['changes'][number]) => {
    const limit = rule.stepCut * Math.max(prior * scale, ofTests.get(test) ?? 0);
    if (Math.abs(x) <= limit) return false;
    const next = moveOf(after.get(variantKey(b)), test);
    const previous = moveOf(before.get(variantKey(a)), test) ?? 0;
    return next !== null && Math.max(Math.abs(next), Math.abs(previous)) <= limit;
  };
  const releases = pairs.filter(({ kind }) => kind === 'point releases');
  const found = groupBy(
    releases.flatMap((pair) => pair.changes.map((change) => ({ change, isStep: isStep(pair, change) }))),
    ({ change }) => change.test,
  );
  const steps = new Set(
    [...found.values()].flatMap((own) => {
      const some = own.filter((one) => one.isStep);
      return some.length > Math.max(1, STEP_PART * own.length) ? [] : some.map(({ change }) => change);
    }),
  );
  const refused: RefusedPair[] = [];
  const kept = pairs.flatMap((pair) => {
    const { kind, a, b, changes } = pair;
    if (kind !== 'point releases') return [pair];
    const same = changes.filter((change) => !steps.has(change));
    const changed = changes.length - same.length;
    if (changed <= MOST_STEPS * changes.length) return [{ ...pair, changes: same }];
    const detail = `${changed} of ${changes.length} tests changed`;
    refused.push({ kind, a, b, reason: 'known to differ', detail });
    return [];
  });
  return { pairs: kept, refused };
}

/** How noisy the pairs are against the priors: the lower middle of them; of one pair alone at most what its kind of server starts with. */
function usualScale(pairs: readonly NoisePair[], start: number): number {
  const scales = pairs
    .map(({ changes }) => MAD_TO_SD * (median(changes.map(({ x, prior }) => Math.abs(x / prior))) ?? 0))
    .sort((a, b) => a - b);
  const usual = Math.max(1, scales[(scales.length - 1) >> 1] ?? 1);
  return scales.length === 1 ? Math.min(usual, start) : usual;
}

/** SD of each test in enough pairs. */
function usualMoves(pairs: readonly NoisePair[]): Map<string, number> {
  const moves = groupBy(
    pairs.flatMap(({ changes }) => changes),
    ({ test }) => test,
  );
  return new Map(
    [...moves].flatMap(([test, own]) =>
      own.length < LEAST_OF_TEST
        ? []
        : [[test, MAD_TO_SD * (median(own.map(({ x }) => Math.abs(x))) ?? 0)] as const],
    ),
  );
}

import type { BenchmarkId, ServerKind } from '@basecase/ingest/model';
import type { Matrix } from '../../matrix/matrix';
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
import type { Noise, NoiseExclusion, NoisePair, NoiseRun, RefusalReason, RefusedPair } from './noise-types';
import { KIND_WEIGHTS } from './pair-kinds';
import { priorSigma } from './prior-of';
import { withoutReleaseSteps } from './release-steps';

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

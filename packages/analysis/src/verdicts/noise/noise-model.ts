import { DEFAULT_RULE, type Rule } from '../rule';
import { type KnownNoise, type VariantKey, variantKey } from './noise-types';
import { type OwnRuns, ownRuns } from './own-runs';
import { indexPairs, type KeptCells, keptCells, keptMedian, keptSizes, type PairIndex } from './pair-index';
import { isDirect } from './pair-kinds';
import { type NoiseRow, priorSigma } from './prior-of';
import { type OwnError, repeatNoise } from './repeat-noise';
import { repeatScale, shrunkScale, testSigma } from './sigma';
import { tailFactor } from './tail-factor';

/** Noise of one test on one server and workload. */
export interface TestNoise {
  /** SD of ln r of two single runs. */
  sigma: number;
  prior: number;
  /** A/A pairs of this very test. */
  pairs: number;
  /** |x| that 19 of 20 of these pairs stay under; of fewer than 20 the largest, 0 without any. */
  seen: number;
}

/**
 * What says how far a machine moves by itself: A/A pairs, or runs of several sessions in both judged columns. Null:
 * nothing does.
 */
export type NoiseEvidence = 'pairs' | 'sessions' | null;

/** Noise of a server and workload, with some pairs left out. */
export interface NoiseModel {
  /** How noisy it is against the priors. */
  scale: number;
  evidence: NoiseEvidence;
  /** False, without evidence: say "not calibrated". */
  calibrated: boolean;
  /** Pairs that count, and that the scale rests on. */
  pairs: number;
  /** True where a change may be sure: with evidence, or on a dedicated machine (docs/method.md §3.7). */
  canBeSure: boolean;
  /**
   * |x| from which a change of a test may be sure: 0 with evidence; without it twice the noise of similar servers on a dedicated
   * machine, and no size elsewhere.
   */
  leastSure(row: NoiseRow): number;
  /** True for a dedicated machine. */
  isDedicated: boolean;
  testNoise(row: NoiseRow): TestNoise;
  /** What the repeats of both judged columns say of a test; null: too few. */
  ownError(row: NoiseRow): OwnError | null;
  /** Correlation of the runs of one session. */
  correlation: number;
  /** What runs of the base, or of the judged version, are worth: those of one session resemble each other. */
  worthOf(side: 'base' | 'version', runs: number): number;
}

/**
 * Gives the model without the pairs that share a run with one of the given variants, the judged column and the base: a pair
 * under judgement must not calibrate itself (docs/method.md §2.3). Two runs of the base in two sessions are a pair all the
 * same: their difference says nothing of the distance between their middle and another column. How far repeats of these
 * variants differ otherwise only raises the scale.
 */
export type NoiseModels = (without?: readonly VariantKey[]) => NoiseModel;

/** Prepares the noise of a server and workload for many columns. */
export function noiseModels(noise: KnownNoise, rule: Rule = DEFAULT_RULE): NoiseModels {
  const models = new Map<string, NoiseModel>();
  const index = indexPairs(noise, rule);
  const sides = noise.pairs.map(({ a, b }) => [variantKey(a), variantKey(b)] as const);
  const server = noise.server ?? 'unknown';
  // On a dedicated machine a session is like any other.
  const counts = noise.pairs.map(({ withinSession }) => server === 'dedicated' || !withinSession);
  const kinds = noise.pairs.map(({ kind = 'run again' }) => kind);
  // Of another workload no run is judged here.
  const isJudged = (pair: readonly [string, string], at: number, keys: ReadonlySet<string>) =>
    kinds[at] !== 'other workload' && pair.some((side) => keys.has(side));
  const priors = new Map<string, number>();
  const priorOf = (row: NoiseRow) => {
    const prior = priors.get(row.key) ?? priorSigma(noise.benchmark, noise.kind, row);
    priors.set(row.key, prior);
    return prior;
  };
  return (without = []) => {
    const keys = new Set(without.map(variantKey));
    const [, base] = without.map(variantKey);
    const others = sides.map((pair, at) => counts[at] === true && !isJudged(pair, at, keys));
    const isAlone = !others.some((isKept, at) => isKept && isDirect(kinds[at] ?? 'run again'));
    // Versions that agree were chosen for it: they count only where nothing more direct does.
    const kept = others.map((isKept, at) => isKept && (isAlone || kinds[at] !== 'agreeing versions'));
    const isOfColumn = ([a, b]: readonly [string, string], at: number) =>
      a === b && kinds[at] !== 'other workload';
    const own = sides.map((pair, at) => isOfColumn(pair, at) && keys.has(pair[0]));
    const ofBase = sides.map(
      (pair, at) => isOfColumn(pair, at) && pair[0] === base && noise.pairs[at]?.withinSession !== true,
    );
    const sessions = new Set(sides.flatMap(([a], at) => (own[at] && counts[at] ? [a] : [])));
    // A column without any pair leaves both lists as they are, and has no sessions all the same.
    const hasSessions = keys.size > 0 && sessions.size === keys.size;
    // Which column is the base matters to their own runs only.
    const order = own.some(Boolean) ? without.map(variantKey).join() : '';
    const key = `${kept.join()} ${own.join()} ${hasSessions} ${order}`;
    const model =
      models.get(key) ??
      buildModel(index, {
        runs: without.map((variant) => {
          const side = variantKey(variant);
          const pairs = noise.pairs.filter(
            (_, at) => kinds[at] !== 'other workload' && sides[at]?.every((own) => own === side),
          );
          return ownRuns(pairs, server !== 'dedicated');
        }),
        kept,
        own,
        ofBase,
        hasSessions,
        isDedicated: server === 'dedicated',
        start: rule.startScale[server],
        priorOf,
        rule,
      });
    models.set(key, model);
    return model;
  };
}

interface ModelParts {
  /** Of the judged column, and of the base. */
  runs: readonly OwnRuns[];
  /** By pair: whether it counts. */
  kept: readonly boolean[];
  /** By pair: whether it is of two runs of one judged column. */
  own: readonly boolean[];
  /** By pair: whether it is of two sessions of the base. */
  ofBase: readonly boolean[];
  hasSessions: boolean;
  isDedicated: boolean;
  start: number;
  priorOf: (row: NoiseRow) => number;
  rule: Rule;
}

function buildModel(index: PairIndex, parts: ModelParts): NoiseModel {
  const { byTest, raw } = index;
  const { own, ofBase, hasSessions, isDedicated, priorOf, rule } = parts;
  const others = countTrue(parts.kept);
  const kept = parts.kept.map((isKept, pair) => isKept || ofBase[pair] === true);
  const pairs = countTrue(kept);
  const isEvidence = isEnough(index, kept, rule);
  const evidence = isEnough(index, parts.kept, rule)
    ? 'pairs'
    : hasSessions
      ? 'sessions'
      : isEvidence
        ? 'pairs'
        : null;
  // Runs of several sessions on both sides show by themselves how far the machine moves: see `repeatScale`.
  const start = evidence === 'sessions' ? rule.startScale.dedicated : parts.start;
  const differences = raw.filter((_, pair) => own[pair]).flat();
  const scaleOf = (which: readonly boolean[]) =>
    Math.max(scaleOfPairs(index, { kept: which, start }, rule), repeatScale(differences, rule));
  const scale = scaleOf(kept);
  const correlation = correlationOf(index, { kept, own }, rule);
  // Repeats that speak for themselves hold those of the base: a pair of them must not count twice.
  const errors = errorsByRepeats(index, {
    ...parts,
    scale: pairs === others ? scale : scaleOf(parts.kept),
    correlation,
  });
  const [version, base] = parts.runs;
  const tests = new Map<string, TestNoise>();
  const scratch: KeptCells = { values: [], weights: [] };
  const tail = tailFactor(
    [...byTest].map(([test, cells]) => ({
      expected: (index.priors.get(test) ?? 1) * scale,
      ...keptCells(index, cells, { kept, found: { values: [], weights: [] } }),
    })),
    rule,
  );
  return {
    scale,
    evidence,
    calibrated: evidence !== null,
    pairs,
    canBeSure: evidence !== null || isDedicated,
    leastSure(row) {
      if (evidence !== null) return 0;
      return isDedicated ? rule.bandFactor * rule.aloneFactor * priorOf(row) : Number.POSITIVE_INFINITY;
    },
    isDedicated,
    correlation,
    ownError: ({ key }) => errors?.get(key) ?? null,
    worthOf(side, runs) {
      const own = side === 'base' ? base : version;
      // Without a pair it is unknown whether they share a session.
      return own && own.runs > 1 ? effectiveRuns(runs, own.sessions, correlation) : runs;
    },
    testNoise(row) {
      const found = tests.get(row.key);
      if (found) return found;
      const prior = priorOf(row);
      const { values, weights } = keptCells(index, byTest.get(row.key), { kept, found: scratch });
      const noise = {
        sigma: Math.max(rule.sigmaFloor, tail * testSigma({ prior, scale, own: values, weights }, rule)),
        prior,
        pairs: values.length,
        seen: largestSeen(keptSizes(byTest.get(row.key), kept), rule),
      };
      tests.set(row.key, noise);
      return noise;
    },
  };
}

function countTrue(flags: readonly boolean[]): number {
  return flags.filter(Boolean).length;
}

/** One direct pair is evidence, and so are indirect ones of some weight together. */
function isEnough({ kinds, weights }: PairIndex, kept: readonly boolean[], rule: Rule): boolean {
  if (kinds.some((kind, pair) => kept[pair] && isDirect(kind))) return true;
  return sumOfKept(weights, kept) >= rule.indirectLeast;
}

function sumOfKept(weights: readonly number[], kept: readonly boolean[]): number {
  return weights.reduce((sum, own, pair) => sum + (kept[pair] ? own : 0), 0);
}

/** The scale that some of the pairs tell; `start` without any. */
function scaleOfPairs(
  { sizes, weights }: PairIndex,
  { kept, start }: { kept: readonly boolean[]; start: number },
  rule: Rule,
): number {
  const middle = keptMedian(sizes, kept);
  return middle === null ? start : shrunkScale(middle, { pairs: sumOfKept(weights, kept), start }, rule);
}

/** Runs of one session against runs of different ones: of the pairs that count, and of the judged columns themselves. */
function correlationOf(
  { sizes, weights, isWithin }: PairIndex,
  { kept, own }: { kept: readonly boolean[]; own: readonly boolean[] },
  rule: Rule,
): number {
  const seen = (which: boolean) => {
    const some = isWithin.map((one, pair) => one === which && (kept[pair] === true || own[pair] === true));
    return { middle: keptMedian(sizes, some), pairs: sumOfKept(weights, some) };
  };
  return sessionCorrelation(seen(true), seen(false), rule);
}

/** Null where the repeats are too few to speak for themselves. */
function errorsByRepeats(
  index: PairIndex,
  {
    runs: [version, base],
    kept,
    isDedicated,
    rule,
    scale,
    correlation,
  }: ModelParts & { scale: number; correlation: number },
): Map<string, OwnError> | null {
  if (!version || !base) return null;
  const { byTest, priors, weights } = index;
  const areMany = isDedicated
    ? base.units + version.units - 2 >= rule.repeatLeast
    : Math.min(base.units, version.units) >= rule.sessionsLeast;
  if (!areMany) return null;
  return repeatNoise({
    base,
    version,
    priorOf: (test) => priors.get(test) ?? 1,
    scale,
    pairs: sumOfKept(weights, kept),
    othersOf: (test) => keptCells(index, byTest.get(test), { kept, found: { values: [], weights: [] } }),
    correlation: isDedicated ? correlation : null,
    rule,
  });
}

/**
 * Largest |x| of some pairs, but for the part that a change need not exceed. A test with two states moves by the distance
 * between them however seldom: it has no such part.
 *
 * @param sizes falling
 */
function largestSeen(sizes: readonly number[], rule: Rule): number {
  const states = betweenStates(sizes);
  return Math.max(states ?? 0, sizes[Math.floor(sizes.length * rule.seenPart)] ?? 0);
}

/** Jumps of a test with two states are alike, ... */
const ALIKE = 1.5;
/** ... and far from what it does within a state. */
const APART = 4;
/** A single jump may be a bad run, and with fewer quiet pairs nothing is usual. */
const LEAST_JUMPS = 2;
const LEAST_QUIET = 4;

/**
 * How far a move between the two states of a test reaches that is in one or the other from run to run: its A/A pairs hardly move, or
 * jump by about the same (docs/method.md §3.3). The mean of such jumps would hide them. A move that is alike is one of
 * them, though it may be the largest yet.
 *
 * @param sizes |x| of its A/A pairs, falling
 * @returns null for a test without such jumps
 */
export function betweenStates(sizes: readonly number[]): number | null {
  const largest = sizes[0] ?? 0;
  const jumps = sizes.filter((size) => size * ALIKE >= largest).length;
  const quiet = sizes.length - jumps;
  const next = sizes[jumps] ?? 0;
  const smallest = sizes[jumps - 1] ?? 0;
  const areStates = jumps >= LEAST_JUMPS && quiet >= LEAST_QUIET && smallest > APART * next;
  return areStates ? ALIKE * smallest : null;
}

/** Median |x / prior| of some A/A cells, and how many pairs they are of. */
interface SeenSizes {
  /** Null: none. */
  middle: number | null;
  pairs: number;
}

/** Correlated by more than this, repeats would be worth nothing at all. */
const MOST = 0.9;

/**
 * Correlation of the runs of one session, by how much less they differ than runs of different sessions (docs/method.md §2.8):
 * 1 - (within / between)², drawn to the usual value by as many pairs as that is worth. The fewer of the two kinds count.
 */
export function sessionCorrelation(within: SeenSizes, between: SeenSizes, rule: Rule): number {
  const pairs = Math.min(within.pairs, between.pairs);
  if (within.middle === null || between.middle === null || between.middle === 0 || pairs === 0)
    return rule.repeatCorrelation;
  const seen = Math.min(MOST, Math.max(0, 1 - (within.middle / between.middle) ** 2));
  const { repeatCorrelation, correlationWeight } = rule;
  return (pairs * seen + correlationWeight * repeatCorrelation) / (pairs + correlationWeight);
}

/** What `runs` repeats of so many sessions are worth, in independent runs: k / (1 + (k / sessions - 1) × correlation). */
export function effectiveRuns(runs: number, sessions: number, correlation: number): number {
  return runs / (1 + (runs / Math.max(1, Math.min(sessions, runs)) - 1) * correlation);
}

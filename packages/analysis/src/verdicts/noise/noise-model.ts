import { commonMode } from '../common-mode';
import { DEFAULT_RULE, type Rule } from '../rule';
import { type KnownNoise, type VariantKey, variantKey } from './noise-types';
import { type OwnRuns, ownRuns } from './own-runs';
import { type NoiseRow, priorSigma } from './prior-of';
import { type OwnError, repeatNoise } from './repeat-noise';
import { repeatScale, shrunkScale, testSigma } from './sigma';

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
  /** True for a dedicated machine. */
  isDedicated: boolean;
  testNoise(row: NoiseRow): TestNoise;
  /** What the repeats of both judged columns say of a test; null: too few. */
  ownError(row: NoiseRow): OwnError | null;
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
  const priors = new Map<string, number>();
  const priorOf = (row: NoiseRow) => {
    const prior = priors.get(row.key) ?? priorSigma(noise.benchmark, noise.kind, row);
    priors.set(row.key, prior);
    return prior;
  };
  return (without = []) => {
    const keys = new Set(without.map(variantKey));
    const [, base] = without.map(variantKey);
    const kept = sides.map((pair, at) => counts[at] === true && !pair.some((side) => keys.has(side)));
    const own = sides.map(([a, b]) => a === b && keys.has(a));
    const ofBase = sides.map(
      ([a, b], at) => a === b && a === base && noise.pairs[at]?.withinSession !== true,
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
          const pairs = noise.pairs.filter((_, at) => sides[at]?.every((own) => own === side));
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
  const evidence = others > 0 ? 'pairs' : hasSessions ? 'sessions' : pairs > 0 ? 'pairs' : null;
  // Runs of several sessions on both sides show by themselves how far the machine moves: see `repeatScale`.
  const start = evidence === 'sessions' ? rule.startScale.dedicated : parts.start;
  const differences = raw.filter((_, pair) => own[pair]).flat();
  const scaleOf = (which: readonly boolean[]) =>
    Math.max(scaleOfPairs(index, { kept: which, start }, rule), repeatScale(differences, rule));
  const scale = scaleOf(kept);
  // Repeats that speak for themselves hold those of the base: a pair of them must not count twice.
  const errors = errorsByRepeats(index, {
    ...parts,
    scale: pairs === others ? scale : scaleOf(parts.kept),
    pairs: others,
  });
  const tests = new Map<string, TestNoise>();
  const scratch: number[] = [];
  return {
    scale,
    evidence,
    calibrated: evidence !== null,
    pairs,
    canBeSure: evidence !== null || isDedicated,
    isDedicated,
    ownError: ({ key }) => errors?.get(key) ?? null,
    testNoise(row) {
      const found = tests.get(row.key);
      if (found) return found;
      const prior = priorOf(row);
      const values = keptValues(byTest.get(row.key), kept, scratch);
      const noise = {
        sigma: testSigma({ prior, scale, own: values }, rule),
        prior,
        pairs: values.length,
        seen: largestSeen(values, rule),
      };
      tests.set(row.key, noise);
      return noise;
    },
  };
}

function countTrue(flags: readonly boolean[]): number {
  return flags.filter(Boolean).length;
}

/** The scale that some of the pairs tell; `start` without any. */
function scaleOfPairs(
  { sizes, weights }: PairIndex,
  { kept, start }: { kept: readonly boolean[]; start: number },
  rule: Rule,
): number {
  const middle = keptMedian(sizes, kept);
  const weight = weights.reduce((sum, own, pair) => sum + (kept[pair] ? own : 0), 0);
  return middle === null ? start : shrunkScale(middle, { pairs: weight, start }, rule);
}

/** Null where the repeats are too few to speak for themselves. */
function errorsByRepeats(
  { byTest, priors }: Pick<PairIndex, 'byTest' | 'priors'>,
  {
    runs: [version, base],
    kept,
    isDedicated,
    rule,
    scale,
    pairs,
  }: ModelParts & { scale: number; pairs: number },
): Map<string, OwnError> | null {
  if (!version || !base) return null;
  const isEnough = isDedicated
    ? base.units + version.units - 2 >= rule.repeatLeast
    : Math.min(base.units, version.units) >= rule.sessionsLeast;
  if (!isEnough) return null;
  return repeatNoise({
    base,
    version,
    priorOf: (test) => priors.get(test) ?? 1,
    scale,
    pairs,
    othersOf: (test) => keptValues(byTest.get(test), kept, []),
    correlation: isDedicated ? rule.repeatCorrelation : null,
    rule,
  });
}

/** A pair of so many tests is a whole one. */
const WHOLE_PAIR = 3;

/** How much a pair tells of how noisy a machine is, in pairs: one of a workload with one test a third (docs/method.md §2.1). */
export function pairWeight({ changes }: Pick<KnownNoise['pairs'][number], 'changes'>): number {
  return Math.min(1, changes.length / WHOLE_PAIR);
}

/** A/A cells of one kind side by side: there is a model for each column, and objects would be most of its cost. */
interface PairCells {
  values: Float64Array;
  /** Index of the pair of each. */
  pairs: Int32Array;
}

/** The A/A cells of a server and workload, for estimating noise. */
type PairIndex = ReturnType<typeof indexPairs>;

/** Puts the cells of all pairs side by side; pairs are centred as columns are (docs/method.md §2.6). */
function indexPairs({ pairs }: KnownNoise, rule: Rule) {
  const sizes: number[] = [];
  const owners: number[] = [];
  const lists = new Map<string, { values: number[]; pairs: number[] }>();
  for (const [pair, { changes }] of pairs.entries()) {
    const shared = commonMode(
      changes.map(({ x, prior }) => ({ x, sigma: prior, baseRuns: 1, versionRuns: 1 })),
      rule,
    );
    for (const { test, x, prior } of changes) {
      sizes.push(Math.abs((x - shared) / prior));
      owners.push(pair);
      const own = lists.get(test) ?? { values: [], pairs: [] };
      lists.set(test, own);
      own.values.push(x - shared);
      own.pairs.push(pair);
    }
  }
  const order = Uint32Array.from(sizes.keys()).sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
  const byTest = new Map<string, PairCells>();
  for (const [test, { values, pairs: own }] of lists) {
    byTest.set(test, { values: Float64Array.from(values), pairs: Int32Array.from(own) });
  }
  return {
    /** |x / prior| of all A/A cells, rising, x without what the cells of its pair share. */
    sizes: {
      values: Float64Array.from(order, (index) => sizes[index] ?? 0),
      pairs: Int32Array.from(order, (index) => owners[index] ?? 0),
    },
    /** The same x by test. */
    byTest,
    priors: new Map(pairs.flatMap(({ changes }) => changes.map(({ test, prior }) => [test, prior] as const))),
    /** How much each pair tells of the scale. */
    weights: pairs.map(pairWeight),
    /** |x / prior| of each pair, x as it was measured. */
    raw: pairs.map(({ changes }) => changes.map(({ x, prior }) => Math.abs(x / prior))),
  };
}

/** Puts the values of the pairs that are kept into `found`, which is used again for each test of each column. */
function keptValues(cells: PairCells | undefined, kept: readonly boolean[], found: number[]): number[] {
  found.length = 0;
  if (!cells) return found;
  const { values, pairs } = cells;
  for (let index = 0; index < values.length; index++) {
    if (kept[pairs[index] ?? -1]) found.push(values[index] ?? 0);
  }
  return found;
}

/** Largest |x| of some pairs, but for the part that a change need not exceed. */
function largestSeen(values: readonly number[], rule: Rule): number {
  const sizes = values.map(Math.abs).sort((a, b) => b - a);
  return sizes[Math.floor(sizes.length * rule.seenPart)] ?? 0;
}

/** Median of the cells that are kept, which are in order already; null for none. */
function keptMedian({ values, pairs }: PairCells, kept: readonly boolean[]): number | null {
  let count = 0;
  for (const pair of pairs) if (kept[pair]) count += 1;
  if (count === 0) return null;
  const [lower, upper] = [(count - 1) >> 1, count >> 1];
  let place = 0;
  let sum = 0;
  for (let index = 0; place <= upper; index++) {
    if (!kept[pairs[index] ?? -1]) continue;
    if (place === lower) sum += values[index] ?? 0;
    if (place === upper) sum += values[index] ?? 0;
    place += 1;
  }
  return sum / 2;
}

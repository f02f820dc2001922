import { DEFAULT_RULE, type Rule } from '../rule';
import { type KnownNoise, type VariantKey, variantKey } from './noise-types';
import { type NoiseRow, priorSigma } from './prior-of';
import { serverScale, shrunkScale, testSigma } from './sigma';

/** Noise of one test on one server and workload. */
export interface TestNoise {
  /** SD of ln r of two single runs. */
  sigma: number;
  prior: number;
  /** A/A pairs of this very test. */
  pairs: number;
}

/** Noise of a server and workload, with some pairs left out. */
export interface NoiseModel {
  /** How noisy it is against the priors. */
  scale: number;
  /** False: no A/A pair is known; sigma is the prior times 2. Say "not calibrated". */
  calibrated: boolean;
  /** Pairs it rests on. */
  pairs: number;
  testNoise(row: NoiseRow): TestNoise;
}

/**
 * Prepares the noise of a server and workload for many columns.
 *
 * @returns gives the model without the pairs that share a run with one of the given variants: a pair under judgement
 *   must not calibrate itself (docs/method.md §2.3)
 */
export function noiseModels(
  noise: KnownNoise,
  rule: Rule = DEFAULT_RULE,
): (without?: readonly VariantKey[]) => NoiseModel {
  const models = new Map<string, NoiseModel>();
  const index = indexPairs(noise);
  const sides = noise.pairs.map(({ a, b }) => [variantKey(a), variantKey(b)]);
  const priors = new Map<string, number>();
  const priorOf = (row: NoiseRow) => {
    const prior = priors.get(row.key) ?? priorSigma(noise.benchmark, noise.kind, row);
    priors.set(row.key, prior);
    return prior;
  };
  return (without = []) => {
    const keys = new Set(without.map(variantKey));
    const kept = sides.map((pair) => !pair.some((side) => keys.has(side)));
    const key = kept.join();
    const model = models.get(key) ?? buildModel(index, { kept, priorOf, rule });
    models.set(key, model);
    return model;
  };
}

/** A/A cells of one kind side by side: there is a model for each column, and objects would be most of its cost. */
interface Cells {
  values: Float64Array;
  /** Index of the pair of each. */
  pairs: Int32Array;
}

interface PairIndex {
  /** |x / prior| of all A/A cells, rising. */
  sizes: Cells;
  /** ln ratios by test. */
  byTest: Map<string, Cells>;
}

function indexPairs({ pairs }: KnownNoise): PairIndex {
  const sizes: number[] = [];
  const owners: number[] = [];
  const lists = new Map<string, { values: number[]; pairs: number[] }>();
  for (const [pair, { changes }] of pairs.entries()) {
    for (const { test, x, prior } of changes) {
      sizes.push(Math.abs(x / prior));
      owners.push(pair);
      const own = lists.get(test) ?? { values: [], pairs: [] };
      lists.set(test, own);
      own.values.push(x);
      own.pairs.push(pair);
    }
  }
  const order = Uint32Array.from(sizes.keys()).sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
  const byTest = new Map<string, Cells>();
  for (const [test, { values, pairs: own }] of lists) {
    byTest.set(test, { values: Float64Array.from(values), pairs: Int32Array.from(own) });
  }
  return {
    sizes: {
      values: Float64Array.from(order, (index) => sizes[index] ?? 0),
      pairs: Int32Array.from(order, (index) => owners[index] ?? 0),
    },
    byTest,
  };
}

function buildModel(
  { sizes, byTest }: PairIndex,
  { kept, priorOf, rule }: { kept: readonly boolean[]; priorOf: (row: NoiseRow) => number; rule: Rule },
): NoiseModel {
  const scale = keptScale(sizes, kept, rule);
  const known = new Map<string, TestNoise>();
  const scratch: number[] = [];
  return {
    scale,
    calibrated: kept.includes(true),
    pairs: kept.filter(Boolean).length,
    testNoise(row) {
      const found = known.get(row.key);
      if (found) return found;
      const prior = priorOf(row);
      const own = keptValues(byTest.get(row.key), kept, scratch);
      const noise = { sigma: testSigma({ prior, scale, own }, rule), prior, pairs: own.length };
      known.set(row.key, noise);
      return noise;
    },
  };
}

/** Puts the values that are kept into `found`, which is used again for each test of each column. */
function keptValues(cells: Cells | undefined, kept: readonly boolean[], found: number[]): number[] {
  found.length = 0;
  if (!cells) return found;
  const { values, pairs } = cells;
  for (let index = 0; index < values.length; index++) {
    if (kept[pairs[index] ?? -1]) found.push(values[index] ?? 0);
  }
  return found;
}

/** `serverScale` of the cells that are kept, without sorting them once more. */
function keptScale({ values, pairs }: Cells, kept: readonly boolean[], rule: Rule): number {
  let count = 0;
  for (const pair of pairs) if (kept[pair]) count += 1;
  if (count === 0) return serverScale([], rule);
  const [lower, upper] = [(count - 1) >> 1, count >> 1];
  let place = 0;
  let sum = 0;
  for (let index = 0; place <= upper; index++) {
    if (!kept[pairs[index] ?? -1]) continue;
    if (place === lower) sum += values[index] ?? 0;
    if (place === upper) sum += values[index] ?? 0;
    place += 1;
  }
  return shrunkScale(sum / 2, count, rule);
}

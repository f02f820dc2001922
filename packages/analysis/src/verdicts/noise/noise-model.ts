import { groupBy } from '../group-by';
import { DEFAULT_RULE, type Rule } from '../rule';
import { type Noise, type VariantKey, variantKey } from './noise-types';
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
 *   must not calibrate itself (verdicts.md §2.2)
 */
export function noiseModels(
  noise: Noise,
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

interface PairIndex {
  /** |x / prior| of all A/A cells, rising, and the pair of each. */
  sizes: { size: number; pair: number }[];
  byTest: Map<string, { x: number; pair: number }[]>;
}

function indexPairs({ pairs }: Noise): PairIndex {
  const cells = pairs.flatMap(({ changes }, pair) => changes.map((change) => ({ ...change, pair })));
  return {
    sizes: cells
      .map(({ x, prior, pair }) => ({ size: Math.abs(x / prior), pair }))
      .sort((a, b) => a.size - b.size),
    byTest: groupBy(cells, ({ test }) => test),
  };
}

function buildModel(
  { sizes, byTest }: PairIndex,
  { kept, priorOf, rule }: { kept: readonly boolean[]; priorOf: (row: NoiseRow) => number; rule: Rule },
): NoiseModel {
  const scale = scaleOfSorted(
    sizes.filter(({ pair }) => kept[pair]).map(({ size }) => size),
    rule,
  );
  const known = new Map<string, TestNoise>();
  return {
    scale,
    calibrated: kept.includes(true),
    pairs: kept.filter(Boolean).length,
    testNoise(row) {
      const found = known.get(row.key);
      if (found) return found;
      const prior = priorOf(row);
      const own = (byTest.get(row.key) ?? []).filter(({ pair }) => kept[pair]).map(({ x }) => x);
      const noise = { sigma: testSigma({ prior, scale, own }, rule), prior, pairs: own.length };
      known.set(row.key, noise);
      return noise;
    },
  };
}

/** `serverScale` without sorting once more: there is a model for each column. */
function scaleOfSorted(sizes: readonly number[], rule: Rule): number {
  const upper = sizes[sizes.length >> 1];
  const lower = sizes[(sizes.length - 1) >> 1];
  if (upper === undefined || lower === undefined) return serverScale([], rule);
  return shrunkScale((lower + upper) / 2, sizes.length, rule);
}

import { commonMode } from '../common-mode';
import type { Rule } from '../rule';
import type { KnownNoise } from './noise-types';

/** A pair of so many tests is a whole one. */
export const WHOLE_PAIR = 3;

/**
 * How much a pair tells of how noisy a machine is, in pairs: one of a workload with one test a third, an indirect one less
 * (docs/method.md §2.1).
 */
export function pairWeight({
  changes,
  weight = 1,
}: Pick<KnownNoise['pairs'][number], 'changes' | 'weight'>): number {
  return weight * Math.min(1, changes.length / WHOLE_PAIR);
}

/** A/A cells of one kind side by side: there is a model for each column, and objects would be most of its cost. */
interface PairCells {
  values: Float64Array;
  /** Index of the pair of each. */
  pairs: Int32Array;
}

/** Of one test. */
interface TestCells extends PairCells {
  /** Places of the cells, the largest |x| first. */
  falling: Uint32Array;
}

/** The A/A cells of a server and workload, for estimating noise. */
export type PairIndex = ReturnType<typeof indexPairs>;

/** Puts the cells of all pairs side by side; pairs are centred as columns are (docs/method.md §2.6). */
export function indexPairs({ pairs }: KnownNoise, rule: Rule) {
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
  const byTest = new Map<string, TestCells>();
  for (const [test, { values, pairs: own }] of lists) {
    const falling = Uint32Array.from(values.keys()).sort(
      (a, b) => Math.abs(values[b] ?? 0) - Math.abs(values[a] ?? 0),
    );
    byTest.set(test, { values: Float64Array.from(values), pairs: Int32Array.from(own), falling });
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
    /** How much each pair tells of one of its tests. */
    ofTest: pairs.map(({ weight = 1 }) => weight),
    kinds: pairs.map(({ kind = 'run again' }) => kind),
    isWithin: pairs.map(({ withinSession = false }) => withinSession),
    /** |x / prior| of each pair, x as it was measured. */
    raw: pairs.map(({ changes }) => changes.map(({ x, prior }) => Math.abs(x / prior))),
  };
}

/** The A/A cells of one test that count, and how much. */
export interface KeptCells {
  values: number[];
  weights: number[];
}

/** Puts the cells of the pairs that are kept into `found`, which is used again for each test of each column. */
export function keptCells(
  { ofTest }: PairIndex,
  cells: PairCells | undefined,
  { kept, found }: { kept: readonly boolean[]; found: KeptCells },
): KeptCells {
  found.values.length = 0;
  found.weights.length = 0;
  if (!cells) return found;
  const { values, pairs } = cells;
  for (let index = 0; index < values.length; index++) {
    const pair = pairs[index] ?? -1;
    if (!kept[pair]) continue;
    found.values.push(values[index] ?? 0);
    found.weights.push(ofTest[pair] ?? 1);
  }
  return found;
}

/** |x| of the cells of one test that are kept, falling. */
export function keptSizes(cells: TestCells | undefined, kept: readonly boolean[]): number[] {
  const sizes: number[] = [];
  for (const at of cells?.falling ?? []) {
    if (kept[cells?.pairs[at] ?? -1]) sizes.push(Math.abs(cells?.values[at] ?? 0));
  }
  return sizes;
}

/** Median of the cells that are kept, which are in order already; null for none. */
export function keptMedian({ values, pairs }: PairCells, kept: readonly boolean[]): number | null {
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

import { commonMode } from '../common-mode';
import type { Rule } from '../rule';
import type { KnownNoise } from './noise-types';

/** A/A cells of one kind side by side: there is a model for each column, and objects would be most of its cost. */
export interface PairCells {
  values: Float64Array;
  /** Index of the pair of each. */
  pairs: Int32Array;
}

/** The A/A cells of a server and workload, for estimating noise. */
export interface PairIndex {
  /** |x / prior| of all A/A cells, rising, x without what the cells of its pair share. */
  sizes: PairCells;
  /** The same x by test. */
  byTest: Map<string, PairCells>;
  /** |x / prior| of each pair, x as it was measured. */
  raw: number[][];
}

/** Puts the cells of all pairs side by side; pairs are centred as columns are (docs/method.md §2.6). */
export function indexPairs({ pairs }: KnownNoise, rule: Rule): PairIndex {
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
    sizes: {
      values: Float64Array.from(order, (index) => sizes[index] ?? 0),
      pairs: Int32Array.from(order, (index) => owners[index] ?? 0),
    },
    byTest,
    raw: pairs.map(({ changes }) => changes.map(({ x, prior }) => Math.abs(x / prior))),
  };
}

/** Puts the values of the pairs that are kept into `found`, which is used again for each test of each column. */
export function keptValues(
  cells: PairCells | undefined,
  kept: readonly boolean[],
  found: number[],
): number[] {
  found.length = 0;
  if (!cells) return found;
  const { values, pairs } = cells;
  for (let index = 0; index < values.length; index++) {
    if (kept[pairs[index] ?? -1]) found.push(values[index] ?? 0);
  }
  return found;
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

import { describe, expect, it } from 'vitest';
import { isJudged } from './judge-cells';
import { judgeMatrix } from './judge-matrix';
import { findNoise } from './noise/find-noise';
import { makeMatrix, makeRun } from './testing/make-matrix';
import { isSure } from './verdict';

const wobble = (row: number, column: number) => 0.01 * Math.sin(12.9898 * (row + 1) * (column + 1));

/** What a test does in a column, as a factor. */
const SHAPES: Readonly<Record<string, (row: number, column: number) => number>> = {
  identical: () => 1,
  noise: (row, column) => Math.exp(wobble(row, column)),
  zeros: (row, column) => (column % 7 === 3 ? 0 : Math.exp(wobble(row, column))),
  'one outlier': (row, column) => (column === 1 ? 5 : Math.exp(wobble(row, column))),
  'two states': (row, column) => ((column * 7919 + row) % 5 < 2 ? 0.8 : 1) * Math.exp(wobble(row, column)),
  drift: (row, column) => Math.exp(wobble(row, column) - 0.001 * column),
};
/** Tests and versions. */
const SIZES = [
  [0, 2],
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 20],
  [20, 3],
  [5000, 2],
  [1, 300],
] as const;

function judge(
  shape: (row: number, column: number) => number,
  { tests, versions, unit = 1, server = 'dedicated' as 'dedicated' | 'virtual' }: Size,
) {
  const runs = Array.from({ length: versions }, (_, at) =>
    makeRun(`8.0.${40 + at}`, { at: new Date(Date.UTC(2026, 0, 1 + at)).toISOString() }),
  );
  const throughput = Array.from({ length: tests }, (_, row) =>
    runs.map((_, column) => unit * 1000.000013 * shape(row, column)),
  );
  const matrix = makeMatrix(runs, { throughput });
  const noise = findNoise(matrix, { benchmark: 'sysbench', clients: 1, cached: true, server });
  return judgeMatrix(matrix, { base: 0, noise }).cells;
}

interface Size {
  tests: number;
  versions: number;
  unit?: number;
  server?: 'dedicated' | 'virtual';
}

describe.each(SIZES)('%i tests in %i versions', (tests, versions) => {
  it.each(Object.keys(SHAPES))('have a p between 0 and 1 and a sigma of 1% or more: %s', (name) => {
    for (const server of ['dedicated', 'virtual'] as const) {
      const cells = judge(SHAPES[name] ?? (() => 1), { tests, versions, server }).flat();
      expect(cells).toHaveLength(tests * versions);
      // One assertion for all cells: 10,000 of them take longer than the verdicts.
      const wrong = cells
        .filter(isJudged)
        .filter(({ p, sigma, band }) => !(p >= 0 && p <= 1 && sigma >= 0.01 && Number.isFinite(band)));
      expect(wrong).toEqual([]);
    }
  });

  it('show no sure change where nothing changed, and have the same verdicts in any unit', () => {
    const size = { tests, versions };
    const words = (unit: number, shape: string) =>
      judge(SHAPES[shape] ?? (() => 1), { ...size, unit }).map((row) => row.map(({ verdict }) => verdict));
    for (const shape of ['identical', 'noise']) expect(words(1, shape).flat().some(isSure)).toBe(false);
    for (const shape of ['noise', 'one outlier', 'two states']) {
      expect(words(2 ** -30, shape)).toEqual(words(1, shape));
      expect(words(2 ** 40, shape)).toEqual(words(1, shape));
    }
  });
});

describe('a test that is in one of two states from version to version', () => {
  it('is never sure: its point releases show how far it moves', () => {
    const cells = judge(SHAPES['two states'] ?? (() => 1), { tests: 2, versions: 40 }).flat();
    expect(cells.filter(({ verdict }) => isSure(verdict))).toHaveLength(0);
  });
});

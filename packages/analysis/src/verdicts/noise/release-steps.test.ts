import { describe, expect, it } from 'vitest';
import { judgePair } from '../judge-pair';
import { makeMatrix, makeRun } from '../testing/make-matrix';
import { isSure } from '../verdict';
import { findNoise } from './find-noise';
import { noiseModels } from './noise-model';

const OPTIONS = { benchmark: 'sysbench', clients: 1, cached: true, server: 'dedicated' } as const;
const TESTS = 8;

/** Point releases of one line: throughput by release, the same for all tests but those of `changed`, with a wobble of 1%. */
function line(levels: readonly number[], { changed = TESTS, wobble = 0.01, tag = '' } = {}) {
  const runs = levels.map((_, point) => makeRun(`${tag}7.5.${point + 5}`, { product: 'RocksDB' }));
  const throughput = Array.from({ length: TESTS }, (_, test) =>
    levels.map(
      (level, point) =>
        1000.0001 *
        (test < changed ? level : 1) *
        (1 + wobble * Math.sin(12.9898 * (test + 1) * (point + 2))),
    ),
  );
  return makeMatrix(runs, { throughput });
}

const STEP = [1, 1, 1, 1, 1, 0.7, 0.7, 0.7];
const sigmaOf = (matrix: ReturnType<typeof line>, row: number) =>
  noiseModels(findNoise(matrix, OPTIONS))().testNoise(matrix.rows[row] ?? fail()).sigma;
const fail = (): never => {
  throw new Error('There is such a row.');
};

describe('point releases', () => {
  it.each(['', 'v'])('are evidence only where they agree, with names that begin with "%s"', (tag) => {
    const steady = sigmaOf(line(STEP, { changed: 0, tag }), 0);
    const stepped = line(STEP, { changed: 1, tag });
    const { pairs } = findNoise(stepped, OPTIONS);
    expect(pairs.map(({ kind }) => kind)).toEqual(Array(7).fill('point releases'));
    expect(pairs.map(({ changes }) => changes.length)).toEqual([8, 8, 8, 8, 7, 8, 8]);
    expect(sigmaOf(stepped, 0)).toBeCloseTo(steady, 3);
    // A later column still shows that test as slower.
    const noise = findNoise(stepped, OPTIONS);
    const cell = judgePair(stepped, { base: 0, column: 7, noise }).cells[0];
    expect(cell && isSure(cell.verdict)).toBe(true);
  });

  it('are refused as a pair where most tests changed', () => {
    const { pairs, refused } = findNoise(line(STEP), OPTIONS);
    expect(pairs).toHaveLength(6);
    expect(refused).toMatchObject([
      {
        a: { version: '7.5.9' },
        b: { version: '7.5.10' },
        reason: 'known to differ',
        detail: '8 of 8 tests changed',
      },
    ]);
  });

  it('are noise where no later release confirms the step, on any kind of machine', () => {
    for (const server of ['dedicated', 'unknown', 'virtual', 'shared'] as const) {
      expect(findNoise(line([1, 0.5]), { ...OPTIONS, server }).pairs).toHaveLength(1);
      expect(findNoise(line([1, 1, 0.5, 0.8]), { ...OPTIONS, server }).pairs).toHaveLength(3);
    }
  });

  it('keep the jumps of a test with two states, one pair of releases in each line', () => {
    const versions = ['8.0.43', '8.0.44', '8.4.6', '8.4.7', '9.4.0', '9.5.0'];
    const levels = [0.89, 0.89, 1.22, 0.89, 1.25, 1.25];
    const throughput = Array.from({ length: TESTS }, (_, test) =>
      levels.map(
        (level, at) => 1000.0001 * (test === 0 ? level : 1) * (1 + 0.01 * Math.sin(9 * test + 5 * at)),
      ),
    );
    const matrix = makeMatrix(
      versions.map((version) => makeRun(version)),
      { throughput },
    );
    const { pairs } = findNoise(matrix, OPTIONS);
    expect(pairs.every(({ changes }) => changes.length === TESTS)).toBe(true);
  });

  it('keep a run that went wrong as noise, as the next release takes the change back', () => {
    const { pairs } = findNoise(line([1, 1, 1, 0.7, 1, 1], { changed: 1 }), OPTIONS);
    expect(pairs.every(({ changes }) => changes.length === TESTS)).toBe(true);
  });

  it('keep all changes of a machine that is noisy throughout', () => {
    const { pairs, refused } = findNoise(line(Array(12).fill(1), { wobble: 0.15 }), OPTIONS);
    expect(refused).toEqual([]);
    expect(pairs.every(({ changes }) => changes.length === TESTS)).toBe(true);
  });

  it.each([1e-9, 1e12])('do not depend on the unit: %s', (unit) => {
    const matrix = line(STEP, { changed: 1 });
    const throughput = matrix.values.throughput?.map((row) => row.map((value) => value && value * unit));
    const scaled = { ...matrix, values: { ...matrix.values, ...(throughput && { throughput }) } };
    const counts = findNoise(scaled, OPTIONS).pairs.map(({ changes }) => changes.length);
    expect(counts).toEqual(findNoise(matrix, OPTIONS).pairs.map(({ changes }) => changes.length));
  });
});

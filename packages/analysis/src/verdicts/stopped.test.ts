import { describe, expect, it } from 'vitest';
import type { CellStatus } from '../matrix/matrix';
import { judgeMatrix } from './judge-matrix';
import { judgePair } from './judge-pair';
import { unknownNoise } from './noise/noise-types';
import { compareTestLists, findLineStops, findStops, type ListedTest, stopOfNights } from './stopped';
import { makeMatrix, makeRun } from './testing/make-matrix';

const NOISE = unknownNoise('sysbench', { clients: 8, cached: true }, 'dedicated');

/** Tests × versions; a text is the status of a test without a value. */
function matrixOf(rows: readonly (readonly (number | CellStatus)[])[]) {
  const columns = (rows[0] ?? []).map((_, index) => makeRun(`9.${index}.0`));
  const throughput = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : null)));
  const matrix = makeMatrix(columns, { throughput });
  matrix.status = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? 'ok' : cell)));
  return matrix;
}

/** So many tests that work in both versions. */
const working = (count: number) => Array.from({ length: count }, (): [number, number] => [1000, 1001]);

const stopsOf = (rows: readonly (readonly (number | CellStatus)[])[], column = 1) =>
  findStops(matrixOf(rows), { base: 0, column, metric: 'throughput' });

describe('a test that stopped working', () => {
  it.each([
    [0, '0 operations'],
    ['failed', 'failed'],
    ['missing', 'not run'],
    ['sla_failed', null],
    ['doubtful', null],
    ['bad_run', null],
    [1, null],
  ] as const)('is found by what it has now: %s', (now, expected) => {
    expect(stopsOf([...working(7), [1000, now]]).at(-1)).toBe(expected);
  });

  it.each(['failed', 'missing', 'doubtful', 0] as const)('never is one that had no number: %s', (before) => {
    for (const now of [0, 'failed', 'missing'] as const)
      expect(stopsOf([...working(7), [before, now]]).at(-1)).toBeNull();
  });

  it('is one of any number of tests, and all of them where each failed', () => {
    for (const count of [1, 2, 20, 500]) {
      const rows = Array.from({ length: count }, () => [1000, 'failed'] as const);
      expect(stopsOf(rows)).toEqual(rows.map(() => 'failed'));
    }
  });

  it('has no ratio, is above every count of slower tests and leaves the family', () => {
    const matrix = matrixOf([...working(11), [1000, 0]]);
    const { cells, columns } = judgeMatrix(matrix, { base: 0, noise: NOISE });
    expect(cells.at(-1)?.[1]).toEqual({
      verdict: 'stopped working',
      mark: 'stopped',
      reason: '0 operations',
    });
    expect(columns[1]).toMatchObject({ compared: 11, counts: { 'stopped working': 1, missing: 0 } });
  });

  it('is none of a cost or of the base itself', () => {
    const matrix = matrixOf([...working(3), [1000, 0]]);
    expect(findStops(matrix, { base: 0, column: 1, metric: 'latency_p99' }).at(-1)).toBeNull();
    expect(findStops(matrix, { base: 1, column: 1, metric: 'throughput' }).at(-1)).toBeNull();
  });
});

describe('a vanished test', () => {
  it('is none where a run has only a selection of the tests', () => {
    const rows = (count: number) =>
      Array.from({ length: 20 }, (_, index) => [1000, index < count ? 1001 : 'missing'] as const);
    const lost = (count: number) => stopsOf(rows(count)).filter((stop) => stop === 'not run').length;
    expect([20, 19, 15, 14, 3, 0].map(lost)).toEqual([0, 1, 5, 0, 0, 0]);
  });

  it('is one after a crash also where less of the run is left', () => {
    const rows = [
      ...Array.from({ length: 10 }, () => [1000, 1001] as const),
      [1000, 'failed'] as const,
      ...Array.from({ length: 9 }, () => [1000, 'missing'] as const),
    ];
    expect(stopsOf(rows).filter((stop) => stop === 'not run')).toHaveLength(9);
    // One failed test of a run of one says nothing about the other nineteen.
    const alone = [[1000, 'failed'] as const, ...rows.map(() => [1000, 'missing'] as const)];
    expect(stopsOf(alone).filter((stop) => stop === 'not run')).toHaveLength(0);
  });

  it('is none where the list of tests is another one', () => {
    const swapped = [...working(10), [1000, 'missing'], ['missing', 5], ['missing', 6]] as const;
    expect(stopsOf(swapped).filter(Boolean)).toEqual([]);
  });

  it('is looked for in the version before, so that a test that was dropped is named once', () => {
    const matrix = matrixOf([
      ...Array.from({ length: 7 }, () => [1000, 1000, 1000, 1000]),
      [1000, 1000, 'missing', 'missing'],
    ]);
    const { cells } = judgeMatrix(matrix, { base: 0, noise: NOISE });
    expect(cells.at(-1)?.map(({ verdict }) => verdict)).toEqual([
      'no change',
      expect.not.stringMatching('stopped'),
      'stopped working',
      'missing',
    ]);
  });

  it('is always or never one where the caller knows it', () => {
    const matrix = matrixOf([[1000, 1000], ...Array.from({ length: 9 }, () => [1000, 'missing'] as const)]);
    const count = (vanished: 'always' | 'never') =>
      judgePair(matrix, { base: 0, column: 1, noise: NOISE, vanished }).cells.filter(
        ({ verdict }) => verdict === 'stopped working',
      ).length;
    expect([count('always'), count('never')]).toEqual([9, 0]);
  });
});

describe('a series that stopped working', () => {
  const stopOf = (...nights: (number | CellStatus)[]) =>
    stopOfNights(
      nights.map((night) =>
        typeof night === 'number' ? { status: 'ok', value: night } : { status: night, value: null },
      ),
    );

  it('has stopped since the first of the newest nights that did nothing', () => {
    expect(stopOf(100, 101, 0)).toEqual({ from: 2, reason: '0 operations' });
    expect(stopOf(100, 'failed', 'missing', 0)).toEqual({ from: 1, reason: 'failed' });
    expect(stopOf(0, 100, 'failed')).toEqual({ from: 2, reason: 'failed' });
  });

  it('has not where its newest night works, or where none ever did', () => {
    for (const nights of [
      [],
      [0],
      ['failed', 0],
      [100],
      [0, 100],
      [100, 0, 99],
      [100, 'missing'],
      [100, 'doubtful'],
    ])
      expect(stopOf(...(nights as (number | CellStatus)[])), String(nights)).toBeNull();
  });
});

describe('two lists of tests', () => {
  const list = (tests: Record<string, number | null>): ListedTest[] =>
    Object.entries(tests).map(([test, value]) => ({ test, value }));

  it('name what is new and what vanished', () => {
    expect(compareTestLists(list({ a: 1, b: 2 }), list({ b: 2, c: 900 }))).toEqual({
      added: ['c'],
      vanished: ['a'],
      renamed: [],
    });
  });

  it('suggest a new name where number and place match', () => {
    const before = list({ insert: 100, scan: 50, delete: 70 });
    expect(compareTestLists(before, list({ insert: 101, 'full-scan': 51, delete: 70 })).renamed).toEqual([
      { from: 'scan', to: 'full-scan' },
    ]);
    expect(compareTestLists(before, list({ insert: 101, 'full-scan': 80, delete: 70 })).renamed).toEqual([]);
    expect(compareTestLists(before, list({ insert: 101, delete: 70, 'full-scan': 51 })).renamed).toEqual([]);
  });

  it('suggest none of two that could both be it, and none without a number', () => {
    const before = list({ insert: 100, scan: 50, delete: 70 });
    expect(compareTestLists(before, list({ insert: 100, x: 50, y: 50, delete: 70 })).renamed).toEqual([]);
    expect(compareTestLists(before, list({ insert: 100, x: null, delete: 70 })).renamed).toEqual([]);
  });
});

describe('the end of a line of releases', () => {
  const ofReleases = (rows: readonly (readonly (number | CellStatus)[])[]) =>
    findLineStops(matrixOf(rows), { columns: (rows[0] ?? []).map((_, index) => index), nights: null });
  const long = (...cells: (number | CellStatus)[]) => [cells, ...Array(20).fill(cells.map(() => 1000))];

  it('names each test that works no more, with the newest version in which it worked', () => {
    expect(ofReleases(long(1000, 1000, 'failed'))).toEqual([
      { row: 0, reason: 'failed', column: 2, lastGood: 1 },
    ]);
    expect(ofReleases(long(1000, 'failed', 0))).toEqual([
      { row: 0, reason: '0 operations', column: 2, lastGood: 0 },
    ]);
  });

  it('names a test that vanished in the first version without it alone, as the heatmap does', () => {
    expect(ofReleases(long(1000, 1000, 'missing'))).toMatchObject([{ reason: 'not run', lastGood: 1 }]);
    expect(ofReleases(long(1000, 'missing', 'missing'))).toEqual([]);
  });

  it('names every test of a version that crashed, however many', () => {
    const crashed = Array.from({ length: 5000 }, () => [1000, 'failed'] as const);
    expect(ofReleases(crashed)).toHaveLength(5000);
  });

  it('names nothing where the newest version works, none ever did, or the version before is missing', () => {
    for (const cells of [[1000, 'failed', 999], ['failed', 0], ['failed'], [1000], []] as const)
      expect(ofReleases(long(...cells))).toEqual([]);
  });
});

describe('the end of a line of nights', () => {
  const nights = { version: '19devel', branch: null };
  const ofNights = (...cells: (number | CellStatus)[]) =>
    findLineStops(matrixOf([cells]), { columns: cells.map((_, index) => index), nights });

  it('names a test whose newest nights all failed, at the newest night that has it', () => {
    expect(ofNights(1000, 'failed', 0)).toEqual([{ row: 0, reason: 'failed', column: 2, lastGood: 0 }]);
    expect(ofNights(1000, 'failed', 'missing')).toMatchObject([{ column: 1, lastGood: 0 }]);
  });

  it('names none that is not measured any more, or works again', () => {
    expect(ofNights(1000, 'failed', 'missing', 'missing')).toEqual([]);
    expect(ofNights(1000, 'failed', 999)).toEqual([]);
    expect(ofNights(1000, 'missing')).toEqual([]);
  });
});

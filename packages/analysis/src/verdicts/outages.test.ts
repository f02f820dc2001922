import { describe, expect, it } from 'vitest';
import type { CellStatus } from '../matrix/matrix';
import { findOutages } from './outages';
import { findLineStops } from './stopped';
import { makeMatrix, makeRun } from './testing/make-matrix';

type Cells = readonly (number | CellStatus)[];

/** Tests × versions; a text is the status of a test without a value. */
function matrixOf(rows: readonly Cells[]) {
  const columns = (rows[0] ?? []).map((_, index) => makeRun(`9.${index}.0`));
  const throughput = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : null)));
  const matrix = makeMatrix(columns, { throughput });
  matrix.status = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? 'ok' : cell)));
  return matrix;
}

const RELEASES = null;
const NIGHTS = { version: '19devel', branch: null };

const outagesOf = (rows: readonly Cells[], nights: typeof NIGHTS | null = RELEASES) =>
  findOutages(matrixOf(rows), { columns: (rows[0] ?? []).map((_, index) => index), nights });

/** A test among so many others that work in every version. */
const among = (others: number, cells: Cells): Cells[] => [
  cells,
  ...Array.from({ length: others }, () => cells.map(() => 500)),
];

/** `reason lastGood→firstBad..lastSeen, fixed`, of the first row. */
const spans = (cells: Cells, nights: typeof NIGHTS | null = RELEASES, others = 20) =>
  outagesOf(among(others, cells), nights).map(
    ({ reason, lastGood, firstBad, lastSeen, fixed }) =>
      `${reason} ${lastGood}→${firstBad}..${lastSeen}${fixed === null ? '' : `, fixed ${fixed}`}`,
  );

describe('the outages of a test between releases', () => {
  it.each<[string, Cells, string[]]>([
    ['is none where it always worked', [1000, 900, 1100], []],
    ['is none where it never worked', ['failed', 0, 'missing'], []],
    ['is none in a single version', ['failed'], []],
    ['is none of a new test', ['missing', 'missing', 1000], []],
    ['is none before it worked', ['failed', 0, 1000], []],
    ['begins with a failure', [1000, 'failed'], ['failed 0→1..1']],
    ['begins with no operation', [1000, 0], ['0 operations 0→1..1']],
    ['continues in newer versions', [1000, 'failed', 0, 'failed'], ['failed 0→1..3']],
    ['stays open where the newest versions left it out', [1000, 'failed', 'doubtful'], ['failed 0→1..1']],
    ['ends with the next version that works', [1000, 'failed', 0, 900], ['failed 0→1..2, fixed 3']],
    [
      'are two where it worked in between',
      [1000, 'failed', 900, 0, 800],
      ['failed 0→1..1, fixed 2', '0 operations 2→3..3, fixed 4'],
    ],
    ['names the newest version that worked', [1000, 'doubtful', 'failed'], ['failed 0→2..2']],
    [
      'is of a test that vanished, and of every version without it',
      [1000, 'missing', 'missing'],
      ['not run 0→1..2'],
    ],
    ['ends where a vanished test is back', [1000, 'missing', 900], ['not run 0→1..1, fixed 2']],
  ])('%s', (_, cells, expected) => {
    expect(spans(cells)).toEqual(expected);
  });

  it('is none of a missed service level, a doubtful value or a bad run: the test may have worked', () => {
    for (const cell of ['sla_failed', 'doubtful', 'bad_run', 'warmup'] as const)
      expect(spans([1000, cell])).toEqual([]);
  });

  it('keeps the value before it, and has no new name unless one is likely', () => {
    expect(outagesOf(among(20, [1000, 900, 'failed']))).toMatchObject([{ value: 900, newName: null }]);
  });

  it.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [8, 8],
    [9, 0],
    [32, 0],
  ])('of 32 tests is known by %i that are missing: %i vanished', (missing, expected) => {
    const rows = Array.from({ length: 32 }, (_, row): Cells => [1000, row < missing ? 'missing' : 1000]);
    expect(outagesOf(rows)).toHaveLength(expected);
  });

  it('is none where a version has none of the tests, and none of the only one or two', () => {
    for (const count of [1, 2]) {
      const rows = Array.from({ length: count }, (_, row): Cells => [1000, row === 0 ? 'missing' : 1000]);
      expect(outagesOf(rows)).toEqual([]);
    }
  });

  it('is none of tests that a narrowed version left out, whatever the next one runs', () => {
    const narrowed = Array.from({ length: 32 }, (_, row): Cells => {
      const inSecond = row < 3 ? 1000 : 'missing';
      return [1000, inSecond, row < 25 ? 1000 : 'missing'];
    });
    expect(outagesOf(narrowed)).toEqual([]);
  });

  it('is of every test of a version that crashed, however many', () => {
    const crashed = Array.from({ length: 5000 }, (): Cells => [1000, 'failed']);
    expect(outagesOf(crashed)).toHaveLength(5000);
  });

  it('suggests the new name of a test at its place with its number', () => {
    const rows: Cells[] = [
      ...Array.from({ length: 6 }, (_, row): Cells => [100 + row, 100 + row]),
      [1000, 'missing'],
      ['missing', 1010],
      ...Array.from({ length: 6 }, (_, row): Cells => [200 + row, 200 + row]),
    ];
    const matrix = matrixOf(rows);
    const [outage] = findOutages(matrix, { columns: [0, 1], nights: null });
    expect(outage).toMatchObject({ row: 6, reason: 'not run', newName: matrix.rows[7]?.key });
  });

  it('has every test that the newest version stopped, as the heatmap says', () => {
    const cells: Cells[] = [
      [1000, 1000, 'failed'],
      [1000, 'failed', 0],
      [1000, 1000, 'missing'],
      [1000, 'doubtful', 0],
      ['failed', 1000, 900],
      ...Array.from({ length: 20 }, (): Cells => [1000, 1000, 1000]),
    ];
    const matrix = matrixOf(cells);
    const line = { columns: [0, 1, 2], nights: null };
    const open = findOutages(matrix, line).filter(({ fixed }) => fixed === null);
    expect(findLineStops(matrix, line).map(({ row, lastGood }) => [row, lastGood])).toEqual(
      open.map(({ row, lastGood }) => [row, lastGood]),
    );
    expect(open).toHaveLength(4);
  });
});

describe('the outages of a test in nights', () => {
  it.each<[string, Cells, string[]]>([
    ['begins with the first night that failed', [9, 9, 'failed', 0], ['failed 1→2..3']],
    ['is none of one night without it', [9, 9, 'missing'], []],
    ['is none of two nights without it', [9, 'missing', 'missing'], []],
    ['is of three nights in a row without it', [9, 9, 'missing', 'missing', 'missing'], ['not run 1→2..4']],
    ['is none of a night without it that is over', [9, 'missing', 9, 'missing'], []],
    ['looks past nights without it', [9, 'missing', 'failed'], ['failed 0→2..2']],
    ['ends in the first night that works', [9, 'failed', 9], ['failed 0→1..1, fixed 2']],
    [
      'is one where it fails again within three nights',
      [9, 'failed', 9, 9, 'failed', 9],
      ['failed 0→1..4, fixed 5'],
    ],
    [
      'are two where three nights worked in between',
      [9, 'failed', 9, 9, 9, 'failed'],
      ['failed 0→1..1, fixed 2', 'failed 4→5..5'],
    ],
  ])('%s', (_, cells, expected) => {
    expect(spans(cells, NIGHTS)).toEqual(expected);
  });

  it('is one where a test fails every other night', () => {
    const flaky = Array.from({ length: 400 }, (_, night) => (night % 2 === 0 ? 9 : ('failed' as const)));
    expect(spans(flaky, NIGHTS)).toEqual(['failed 0→1..399']);
  });

  it('is only the first gap of a test that runs once a week', () => {
    const weekly = Array.from({ length: 29 }, (_, night) => (night % 7 === 0 ? 9 : ('missing' as const)));
    expect(spans(weekly, NIGHTS)).toEqual(['not run 0→1..6, fixed 7']);
  });

  it('is none of tests that nights left out by choice', () => {
    const narrowed = Array.from(
      { length: 32 },
      (_, row): Cells => Array.from({ length: 6 }, (__, night) => (night < 2 || row < 3 ? 1000 : 'missing')),
    );
    expect(outagesOf(narrowed, NIGHTS)).toEqual([]);
  });
});

import type { ServerKind } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import type { Matrix } from '../matrix/matrix';
import type { JudgedCell } from './judge-cells';
import { judgeMatrix } from './judge-matrix';
import { findNoise } from './noise/find-noise';
import { type NoiseRun, unknownNoise } from './noise/noise-types';
import { makeMatrix, makeRun, sameRows } from './testing/make-matrix';

/** 24 tests of two versions, the first of them 20% slower. */
function slower(): Matrix<NoiseRun> {
  const throughput = sameRows(24, [1000.01, 1000.02]);
  throughput[0] = [1000.01, 800.02];
  return makeMatrix(
    ['8.4.0', '9.5.0'].map((version) => makeRun(version)),
    { throughput },
  );
}

function judge(matrix: Matrix<NoiseRun>, server: ServerKind | null = 'dedicated') {
  const noise = unknownNoise('sysbench', { clients: 1, cached: true }, server);
  const { cells, columns } = judgeMatrix(matrix, { base: 0, noise });
  return { cells: cells.map((row) => row[1] as JudgedCell), column: columns[1] };
}

describe('a change on a machine that others may use', () => {
  it.each(['unknown', 'virtual', 'shared', null] as const)('is possible at most: %s', (server) => {
    const matrix = slower();
    (matrix.values.throughput ?? [])[0] = [1000.01, 300.02];
    const { cells, column } = judge(matrix, server);
    expect(cells[0]).toMatchObject({ verdict: 'possible regression', changedBy: 'evidence' });
    expect(column).toMatchObject({ canBeSure: false, calibrated: false });
  });

  it('is sure on a machine of one’s own', () => {
    expect(judge(slower()).cells[0]).toMatchObject({ verdict: 'regression', changedBy: null });
    expect(judge(slower()).column).toMatchObject({ canBeSure: true, calibrated: false });
  });
});

describe('a column that moved as a whole', () => {
  const pairs = ['a', 'b', 'c', 'd'].map((id, day) =>
    makeRun('8.0.43', { id, at: `2026-01-0${day + 1}T00:00:00Z` }),
  );
  const known = (server: ServerKind) =>
    findNoise(makeMatrix(pairs, { throughput: sameRows(24, [1000.01, 1001.02, 999.03, 1000.04]) }), {
      benchmark: 'sysbench',
      clients: 1,
      cached: true,
      server,
    });
  const judged = (matrix: Matrix<NoiseRun>, server: ServerKind) =>
    judgeMatrix(matrix, { base: 0, noise: known(server) }).cells.map((row) => row[1] as JudgedCell);

  it('is reported once where others may use the machine: hosts move as a whole', () => {
    const moved = makeMatrix(slower().columns, { throughput: sameRows(24, [1000.01, 900.02]) });
    const noise = known('virtual');
    const { cells, columns } = judgeMatrix(moved, { base: 0, noise });
    expect(cells.map((row) => row[1]?.verdict)).toEqual(Array(24).fill('unclear'));
    expect(cells[0]?.[1]).toMatchObject({ changedBy: 'host' });
    expect(columns[1]?.shift?.x).toBeCloseTo(Math.log(0.9), 3);
    expect(columns[1]?.commonMode).toBeCloseTo(Math.log(0.9), 3);
    const half = makeMatrix(slower().columns, { throughput: sameRows(24, [1000.01, 500.02]) });
    expect(judged(half, 'virtual')[0]).toMatchObject({ verdict: 'possible regression', changedBy: 'host' });
    // A test that fell further is judged by how much further, and no number of pairs makes it sure.
    moved.values.throughput?.[5]?.splice(1, 1, 700.02);
    expect(judged(moved, 'virtual')[5]).toMatchObject({ verdict: 'possible regression', changedBy: 'host' });
    expect(judged(moved, 'dedicated')[0]).toMatchObject({ verdict: 'regression', changedBy: null });
    // A change of one test, with evidence of the machine, is sure on either.
    expect(judged(slower(), 'virtual')[0]).toMatchObject({ verdict: 'regression', changedBy: null });
  });
});

describe('stolen time', () => {
  it.each([
    [[0, 2], 'regression', null],
    [[0, 2.5], 'unclear', 2.5],
    [[9, 3], 'unclear', 9],
    [[null, 3], 'unclear', 3],
  ] as const)('of %j percent', ([base, version], verdict, steal) => {
    const matrix = slower();
    matrix.values.steal = sameRows(24, [0, 0]);
    matrix.values.steal[0] = [base, version];
    const { cells } = judge(matrix);
    expect(cells[0]).toMatchObject({ verdict, steal, changedBy: steal === null ? null : 'steal' });
    expect(cells[1]).toMatchObject({ verdict: 'no change', steal: null });
  });
});

describe('runs of another length', () => {
  it.each([
    [[60], [60], 'regression'],
    [[60], [300], 'missing'],
    [[60], [60, 300], 'missing'],
    [[], [300], 'regression'],
  ] as const)('%j and %j seconds', (base, version, verdict) => {
    const matrix = slower();
    matrix.seconds = matrix.rows.map(() => [base, version]);
    expect(judge(matrix).cells[0]?.verdict).toBe(verdict);
  });
});

describe('the gate between two columns', () => {
  it('reports different work, and keeps verdicts', () => {
    const matrix = slower();
    matrix.values.cs_per_op = matrix.rows.map((_, row) => (row < 6 ? [2, 3] : [2, 2]));
    const { cells, column } = judge(matrix);
    expect(column?.otherWork).toEqual({ gate: 'refused', tests: 24, moved: 6 });
    expect(cells[0]?.verdict).toBe('regression');
    matrix.values.cs_per_op = sameRows(24, [2, 2]);
    expect(judge(matrix).column?.otherWork).toBeNull();
  });
});

describe('rounds', () => {
  const rounds = (factor: number, count: number) =>
    Array.from({ length: count }, (_, round) => 1000 * factor * Math.exp(0.02 * Math.sin(7 * round)));

  it('are compared pair by pair, on any machine', () => {
    const matrix = slower();
    const values = matrix.rows.map((_, row) => [rounds(1, 12), row < 2 ? rounds(0.93, 12) : []]);
    matrix.rounds = [{ id: 'r', restartEvery: 6, values }];
    const { cells, column } = judge(matrix, 'virtual');
    expect(cells[0]).toMatchObject({ verdict: 'regression', changedBy: null, rounds: { n: 12 } });
    expect(cells[0]?.x).toBeCloseTo(Math.log(0.93), 6);
    expect(cells[0]?.band).toBeCloseTo(2.201 * (0.01 / Math.sqrt(2)), 4);
    expect(column?.rounds).toBe(2);
    // Without rounds on both sides the noise of single runs counts.
    expect(cells[2]).toMatchObject({ rounds: null });
  });

  it('leave out what one side lost, and are a single run against anything else', () => {
    const matrix = slower();
    const lost = rounds(0.93, 12).map((value, round) => (round < 5 ? null : value));
    matrix.rounds = [{ id: 'r', restartEvery: 6, values: matrix.rows.map(() => [rounds(1, 12), lost]) }];
    matrix.repeats = matrix.rows.map(() => [12, 7]);
    expect(judge(matrix).cells[0]).toMatchObject({ rounds: null, baseRuns: 1, versionRuns: 1 });
    const other = [
      { id: 'r', restartEvery: 6, values: matrix.rows.map(() => [rounds(1, 12), []]) },
      { id: 's', restartEvery: 6, values: matrix.rows.map(() => [[], rounds(0.93, 12)]) },
    ];
    expect(judge({ ...matrix, rounds: other }).cells[0]).toMatchObject({ rounds: null, baseRuns: 1 });
  });
});

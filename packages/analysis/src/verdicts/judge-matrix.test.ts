import { describe, expect, it } from 'vitest';
import type { JudgedCell } from './judge-cells';
import { judgeMatrix } from './judge-matrix';
import { unknownNoise } from './noise/noise-types';
import { makeMatrix, makeRun, sameRows } from './testing/make-matrix';

const NOISE = unknownNoise('sysbench', { clients: 1, cached: true });

describe('judgeMatrix', () => {
  it('says what happened to a test, since when, and why', () => {
    const columns = ['5.7.44', '8.0.44', '8.4.7', '9.5.0'].map((version) => makeRun(version));
    const throughput = sameRows(24, [100, 100, 100, 100]);
    throughput[0] = [100, 100, 80, 80];
    throughput[1] = [100, 101, 82, 81];
    const cpu_per_op = sameRows(24, [0.1, 0.1, 0.1, 0.1]);
    cpu_per_op[0] = [0.1, 0.1, 0.125, 0.125];
    cpu_per_op[1] = [0.1, 0.1, 0.12, 0.12];
    const verdicts = judgeMatrix(makeMatrix(columns, { throughput, cpu_per_op }), { base: 0, noise: NOISE });

    expect(verdicts.cells[0]?.map(({ mark }) => mark)).toEqual(['no change', 'no change', 'sure', 'sure']);
    expect(verdicts.cells[2]?.map(({ mark }) => mark)).toEqual(Array(4).fill('no change'));
    expect(verdicts.rows[0]?.lineSteps[0]?.steps).toMatchObject([
      { column: 2, previous: 1, kind: 'step', runsAfter: 2 },
    ]);
    expect(verdicts.columns[3]).toMatchObject({
      compared: 24,
      calibrated: false,
      scale: 2,
      shift: null,
      // One run of scan, which moves by 8% here, cannot tell.
      counts: { regression: 2, 'no change': 21, unclear: 1 },
      causes: [
        {
          since: '8.4.7',
          direction: 'slower',
          reason: 'CPU',
          tests: ['hot-points_range=100', 'point-query_range=100'],
        },
      ],
    });
    const cell = verdicts.cells[0]?.[3] as JudgedCell;
    expect(cell.explanation?.reasons).toMatchObject([{ metric: 'cpu_per_op', ratio: 1.25 }]);
    expect(verdicts.cells[2]?.[3]).toMatchObject({ explanation: null, runsToSettle: null });
  });

  it('says why a cell has no verdict', () => {
    const columns = ['8.0.43', '8.0.44'].map((version) => makeRun(version));
    const matrix = makeMatrix(columns, {
      throughput: [
        [100, null],
        [null, 90],
        [100, 50],
        [100, 50],
        [0, 1],
      ],
    });
    matrix.status[2] = ['ok', 'sla_failed'];
    matrix.status[3] = ['failed', 'ok'];
    const { cells } = judgeMatrix(matrix, { base: 0, noise: NOISE });
    expect(cells.map((row) => row[1])).toMatchObject([
      { verdict: 'missing', reason: 'not recorded' },
      { verdict: 'missing', reason: 'base not recorded' },
      { verdict: 'missing', reason: 'missed its SLA' },
      { verdict: 'missing', reason: 'base failed' },
      { verdict: 'missing', reason: 'base not recorded' },
    ]);
  });

  it('turns ratios round where lower is better', () => {
    const columns = ['8.0.43', '8.0.44'].map((version) => makeRun(version));
    const values = sameRows(5, [1, 2]);
    const matrix = makeMatrix(columns, { throughput: values, latency_p99: values });
    const options = { base: 0, noise: NOISE };
    expect(judgeMatrix(matrix, options).cells[0]?.[1]?.verdict).toBe('improvement');
    expect(judgeMatrix(matrix, { ...options, metric: 'latency_p99' }).cells[0]?.[1]?.verdict).toBe(
      'regression',
    );
  });

  it('counts repeats, and does not believe those that disagree', () => {
    const columns = ['8.0.43', '9.5.0'].map((version) => makeRun(version));
    const matrix = makeMatrix(columns, { throughput: sameRows(3, [100, 90]) });
    matrix.repeats[0] = [4, 4];
    matrix.repeats[1] = [2, 2];
    matrix.spread[1] = [0.01, 0.06];
    const { cells } = judgeMatrix(matrix, { base: 0, noise: NOISE });
    const [four, two] = cells.map((row) => row[1] as JudgedCell);
    expect(four?.band).toBeCloseTo((2.36 * (four?.sigma ?? 0)) / 2, 9);
    expect(four).toMatchObject({ verdict: 'regression', changedBy: null });
    expect(two).toMatchObject({ verdict: 'possible regression', changedBy: 'guard' });
  });

  it('lets a count that moved along make a possible change sure', () => {
    const columns = ['8.0.43', '9.5.0'].map((version) => makeRun(version));
    const throughput = sameRows(24, [100, 100]);
    throughput[16] = [100, 93.5];
    const cs_per_op = sameRows(24, [1, 1]);
    const judge = () =>
      judgeMatrix(makeMatrix(columns, { throughput, cs_per_op }), { base: 0, noise: NOISE });
    expect(judge().cells[16]?.[1]?.verdict).toBe('possible regression');
    cs_per_op[16] = [1, 1.2];
    expect(judge().cells[16]?.[1]).toMatchObject({ verdict: 'regression', changedBy: 'support' });
  });

  it('does not compare a cost that was reported with one that was computed', () => {
    const columns = ['8.0.43', '9.5.0'].map((version) => makeRun(version));
    const matrix = makeMatrix(columns, {
      throughput: sameRows(3, [100, 50]),
      cpu_per_op: sameRows(3, [0.1, 0.2]),
    });
    matrix.sources.cpu_per_op = [
      ['reported', 'computed'],
      ['computed', 'computed'],
      ['computed', 'computed'],
    ];
    const { cells } = judgeMatrix(matrix, { base: 0, noise: NOISE });
    const found = cells.map((row) => (row[1] as JudgedCell).explanation?.verdict);
    expect(found).toEqual(['no metrics', 'explained', 'explained']);
  });
});

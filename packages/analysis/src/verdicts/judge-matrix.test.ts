import { describe, expect, it } from 'vitest';
import { judgeNights } from '../series/judge-nights';
import { noisyValues } from '../series/testing/made-series';
import type { JudgedCell } from './judge-cells';
import { judgeMatrix } from './judge-matrix';
import { unknownNoise } from './noise/noise-types';
import { makeMatrix, makeRun, sameRows } from './testing/make-matrix';

const NOISE = unknownNoise('sysbench', { clients: 1, cached: true }, 'dedicated');

describe('judgeMatrix', () => {
  it('gives the verdict on a test, its first bad version, and the reasons', () => {
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

  it('gives the reason for a missing verdict', () => {
    const columns = ['8.0.43', '8.0.44'].map((version) => makeRun(version));
    const matrix = makeMatrix(columns, {
      throughput: [
        [90, 90],
        [null, 90],
        [100, 50],
        [100, 50],
        [0, 1],
      ],
    });
    matrix.status[0] = ['ok', 'doubtful'];
    matrix.status[2] = ['ok', 'sla_failed'];
    matrix.status[3] = ['failed', 'ok'];
    const { cells } = judgeMatrix(matrix, { base: 0, noise: NOISE });
    expect(cells.map((row) => row[1])).toMatchObject([
      { verdict: 'missing', reason: 'suspect' },
      { verdict: 'missing', reason: 'base not recorded' },
      { verdict: 'missing', reason: 'missed its SLA' },
      { verdict: 'missing', reason: 'base failed' },
      { verdict: 'missing', reason: 'base at 0' },
    ]);
  });

  it('turns ratios round where lower is better', () => {
    const columns = ['8.0.43', '8.0.44'].map((version) => makeRun(version));
    const values = sameRows(5, [1000.1, 2000.3]);
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

describe('nights that were judged as series', () => {
  const NIGHTS = 40;
  const nights = Array.from({ length: NIGHTS }, (_, night) => night + 2);
  // The last night but one is far off: as good as before the step.
  const worth = (night: number) => (night >= 25 && night !== 38 ? 0.9 : 1);
  const build = (number: number) => {
    const committedAt = new Date(Date.UTC(2026, 4, number)).toISOString();
    return { commit: null, branch: 'master', committedAt, number, url: null, repository: null };
  };
  const columns = [
    makeRun('18.3'),
    makeRun('18.4'),
    ...nights.map((night) => makeRun('19devel', { label: `night ${night}`, build: build(night) })),
  ];
  // All tests but the last one fall; that one was measured in the newest 6 nights only.
  const values = [1, 2, 3].map((seed) => noisyValues(NIGHTS, worth, seed));
  const short = noisyValues(NIGHTS, () => 1).map((value, night) => (night < NIGHTS - 6 ? null : value));
  const matrix = makeMatrix(columns, { throughput: [...values, short].map((row) => [800, 1000, ...row]) });
  const series = [{ columns: nights, verdicts: judgeNights(matrix, { columns: nights }) }];
  const judged = judgeMatrix(matrix, { base: 1, noise: NOISE, series });
  const paired = judgeMatrix(matrix, { base: 1, noise: NOISE });

  it('have the verdict of their level; without a series each is compared by itself', () => {
    const wordsOf = ({ cells }: typeof judged) => cells[0]?.slice(-4).map(({ verdict }) => verdict);
    expect(wordsOf(judged)).toEqual(Array(4).fill('regression'));
    expect(wordsOf(paired)?.[2]).not.toBe('regression');
    expect(judged.cells[0]?.[39]).toMatchObject({ versionRuns: 15, noisePairs: 0 });
    expect(judged.columns[41]?.counts).toMatchObject({ regression: 3 });
  });

  it('leave releases, the base and tests with too few nights as they are', () => {
    const releasesOf = ({ cells }: typeof judged) => cells.map((row) => row.slice(0, 2));
    expect(releasesOf(judged)).toEqual(releasesOf(paired));
    expect(judged.cells[3]).toEqual(paired.cells[3]);
    const onNight = judgeMatrix(matrix, { base: 41, noise: NOISE, series });
    expect(onNight.cells[0]?.[41]?.verdict).toBe('no change');
    expect(onNight.cells[0]?.[5]?.verdict).toBe('improvement');
  });

  it('have no steps of releases, and need no A/A pair', () => {
    const linesOf = ({ rows }: typeof judged) => rows[0]?.lineSteps.map(({ line }) => line.columns.length);
    expect([linesOf(judged), linesOf(paired)]).toEqual([[2], [2, NIGHTS]]);
    expect(judged.releaseLines).toEqual(paired.releaseLines);
    expect(judged.columns[41]).toMatchObject({ nights: NIGHTS, calibrated: true });
    expect(paired.columns[41]).toMatchObject({ nights: null, calibrated: false });
    expect(judged.columns[0]).toMatchObject({ nights: null, calibrated: false });
  });
});

import { BENCHMARKS } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import type { CellResult } from '../matrix/cell';
import { howRecorded, withSuccessRate } from '../matrix/how-recorded';
import { matrixOfResults } from '../matrix/matrix-of-results';
import { failedPart, failedPartOf, failedSentence, judgeSuccess, moreFailed, successText } from './failures';
import type { JudgedCell } from './judge-cells';
import { judgeMatrix } from './judge-matrix';
import { unknownNoise } from './noise/noise-types';
import { makeMatrix, makeRun, sameRows } from './testing/make-matrix';

const NOISE = unknownNoise('sysbench', { clients: 8, cached: true }, 'dedicated');
const counts = { errors: null, succeeded: null, throughput: null, seconds: null };

describe('the part of operations that failed', () => {
  it.each([
    [{ errors: 75, succeeded: 25 }, 0.75],
    [{ errors: 0, succeeded: 100 }, 0],
    [{ errors: 60, throughput: 10, seconds: 54 }, 0.1],
    // Without seconds a minute is assumed.
    [{ errors: 60, throughput: 9 }, 0.1],
    [{ errors: 5, succeeded: 0 }, 1],
    [{ errors: 0, succeeded: 0 }, null],
    [{ succeeded: 100 }, null],
  ])('of %j is %s', (given, expected) => {
    const part = failedPart({ ...counts, ...given });
    if (expected === null) expect(part).toBeNull();
    else expect(part).toBeCloseTo(expected, 12);
  });

  it('is the median over repeats that count errors', () => {
    const each = [0, 50, 100].map((errors) => ({ ...counts, errors, succeeded: 100 - errors }));
    expect(failedPartOf([...each, counts])).toBe(0.5);
    expect(failedPartOf([counts])).toBeNull();
  });

  it.each<[CellResult['reported'], number | undefined]>([
    [{ throughput: 100, errors: 0, transactions: 6000 }, 100],
    [{ throughput: 100, errors: 1500, transactions: 500 }, 25],
    [{ throughput: 100, errors: 500, operations: 500 }, 50],
    [{ throughput: 100, errors: 6000 }, 50],
    [{ throughput: 100, errors: 7, transactions: 0 }, 0],
    [{ throughput: 100, transactions: 6000 }, undefined],
    [{ throughput: 100, failed_clients: 3 }, undefined],
    [{ errors: 0, transactions: 0 }, undefined],
    [null, undefined],
  ])('is the success rate of a result, none where the tool counts no failures: %j', (reported, expected) => {
    const result = withSuccessRate({ status: 'ok', computed: null, reported }, null);
    if (expected === undefined) expect(result.computed).toBeNull();
    else expect(result.computed?.success_rate).toBeCloseTo(expected, 9);
  });

  it.each([
    ['sysbench', 50],
    // NOPM and tpmC are rates of a minute: 6,000 in 60 s.
    ['tproc-c', (6000 / 12_000) * 100],
    ['tpcc', (6000 / 12_000) * 100],
  ] as const)('is that of the unit of the throughput: %s', (benchmark, expected) => {
    const reported = { throughput: benchmark === 'sysbench' ? 100 : 6000, elapsed: 60, errors: 6000 };
    const result = withSuccessRate({ status: 'ok', computed: null, reported }, null, benchmark);
    expect(result.computed?.success_rate).toBeCloseTo(expected, 9);
  });

  it('is read of results, whether a file or the database has them', () => {
    const result = (errors: number): CellResult => ({
      status: 'ok',
      computed: null,
      reported: { throughput: 1000, errors, transactions: 9000 },
    });
    const placed = [0, 1000].map((errors, column) => ({
      ...{ row: 0, column, repeat: 1, seconds: 60, rounds: null },
      result: result(errors),
    }));
    expect(howRecorded(placed, { rows: 1, columns: 2 }).failed).toEqual([[0, 0.1]]);
    expect(howRecorded(placed.slice(0, 1), { rows: 1, columns: 1 })).toEqual({});
    expect(matrixOfResults({ columns: [0, 1], rows: [], results: [] }).failed).toBeUndefined();
  });

  it.each([
    [0, 0, false],
    [0, 0.0005, false],
    [0, 0.001, true],
    [0.2, 0.205, false],
    [0.2, 0.215, true],
    [0.5, 0.1, false],
    [null, 0.75, true],
    [null, null, false],
  ])('rose from %s to %s: %s', (base, column, expected) => {
    expect(moreFailed({ failed: [[base, column]] }, { row: 0, base: 0, column: 1 }) !== null).toBe(expected);
  });
});

describe('the success rate of a test', () => {
  it.each([
    [0, 0, undefined],
    [0, 0.0009, 'no change'],
    [0, 0.001, 'regression'],
    [0.2, 0.209, 'no change'],
    [0.2, 0.211, 'regression'],
    [0.2, 0.1, 'improvement'],
    [0.001, 0, 'improvement'],
    [1, 1, 'no change'],
    [0, 1, 'regression'],
    // The base counts no failures: it may have had as many.
    [null, 0.009, undefined],
    [null, 0.01, 'possible regression'],
    [null, 1, 'possible regression'],
  ] as const)('with %s of the operations failed before and %s now is: %s', (base, column, verdict) => {
    expect(judgeSuccess({ base, column })?.verdict).toBe(verdict);
  });

  it('is named next to that of the base, never 100% where some failed', () => {
    expect(successText({ base: 100, version: 99.99 })).toBe('99.9%, the base 100.0%');
    expect(successText({ base: null, version: 25 })).toBe('25.0%, the base counts no failures');
    expect(failedSentence({ base: 0, column: 0.5 }, { isFaster: false })).toBe(
      'Success rate 50.0%, the base 100.0%.',
    );
  });
});

describe('a verdict on a test with failures', () => {
  const judge = (failed: readonly (number | null)[], factor: number) => {
    const matrix = makeMatrix([makeRun('9.4.0'), makeRun('9.5.0')], {
      throughput: [[1000.1, 1000.1 * factor], ...sameRows(20, [1000.1, 1001.3])],
    });
    const failures = matrix.rows.map((_, row) => (row === 0 ? failed : [0, 0]));
    return judgeMatrix({ ...matrix, failed: failures }, { base: 0, noise: NOISE })
      .cells[0]?.[1] as JudgedCell;
  };

  it('is never an improvement where more operations failed', () => {
    expect(judge([0, 0], 2).verdict).toBe('improvement');
    expect(judge([0.2, 0.2], 2).verdict).toBe('improvement');
    const faster = judge([0, 0.75], 2);
    expect(faster).toMatchObject({ verdict: 'unclear', mark: 'unclear', changedBy: 'failures' });
    expect(failedSentence(faster.failed ?? { base: 0, column: 0 }, { isFaster: true })).toBe(
      'Success rate 25.0%, the base 100.0%: faster with more failures is not an improvement.',
    );
  });

  it.each([1, 2, 20, 5000])('is no improvement of any benchmark, in any of %i tests', (tests) => {
    const throughput = Array.from({ length: tests }, () => [1000.1, 2100.3]);
    const matrix = makeMatrix([makeRun('9.4.0'), makeRun('9.5.0')], { throughput });
    const failed = throughput.map((_, row) => (row % 2 === 0 ? [0, 0.002] : [null, 0.6]));
    for (const { id } of tests > 20 ? BENCHMARKS.slice(0, 2) : BENCHMARKS)
      for (const server of ['dedicated', 'unknown', 'virtual'] as const) {
        const noise = unknownNoise(id, { clients: 8, cached: true }, server);
        const { cells, columns } = judgeMatrix({ ...matrix, failed }, { base: 0, noise });
        const words = new Set(cells.map((row) => row[1]?.verdict));
        expect([...words], `${id} ${server}`).toEqual(['unclear']);
        expect(columns[1]?.counts).toMatchObject({ improvement: 0, 'possible improvement': 0 });
      }
  });

  it('stays what it is for a slower test, with both rates', () => {
    expect(judge([0, 0.75], 0.5)).toMatchObject({ verdict: 'regression', failed: { base: 0, column: 0.75 } });
    expect(judge([0.75, 0], 2)).toMatchObject({ verdict: 'improvement' });
  });
});

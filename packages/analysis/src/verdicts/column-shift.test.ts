import { describe, expect, it } from 'vitest';
import { judgeMatrix } from './judge-matrix';
import { unknownNoise } from './noise/noise-types';
import { DEFAULT_RULE } from './rule';
import { makeMatrix, makeRun, sameRows } from './testing/make-matrix';

const TESTS = 20;

/** The shift of a column whose tests all do the same, with what an operation costs on both sides. */
function shiftOf(
  throughput: number,
  costs: Record<string, [base: number, version: number]> = {},
  tests = TESTS,
) {
  const matrix = makeMatrix([makeRun('8.0.43'), makeRun('9.5.0')], {
    throughput: sameRows(tests, [100, throughput]),
    ...Object.fromEntries(Object.entries(costs).map(([metric, cells]) => [metric, sameRows(tests, cells)])),
  });
  const noise = unknownNoise('sysbench', { clients: 1, cached: true }, 'dedicated');
  return judgeMatrix(matrix, { base: 0, noise }).columns[1]?.shift;
}

describe('columnShift', () => {
  it('is the median when it is beyond 2.5% over at least 20 tests', () => {
    expect(shiftOf(96)?.x).toBeCloseTo(Math.log(0.96), 9);
    expect(shiftOf(96, {}, TESTS - 1)).toBeNull();
    expect(shiftOf(100 * Math.exp(-0.99 * DEFAULT_RULE.columnMove))).toBeNull();
  });

  it('is a doubt where no cost moved, or none was recorded', () => {
    expect(shiftOf(69)).toMatchObject({ cause: null, moved: TESTS, explained: 0 });
    expect(shiftOf(69, { cpu_per_op: [0.1, 0.1], cs_per_op: [5, 5.1] })).toMatchObject({ cause: null });
    // A lower cost does not explain a loss.
    expect(shiftOf(69, { cpu_per_op: [0.1, 0.05] })).toMatchObject({ cause: null });
  });

  it('is a broad change where CPU per operation is enough for half of the tests, or another cost is', () => {
    const cpu = shiftOf(69, { cpu_per_op: [0.1, 0.142] });
    expect(cpu).toMatchObject({ cause: 'CPU', moved: TESTS, explained: TESTS });
    expect(shiftOf(69, { cpu_per_op: [0.1, 0.1], write_kb_per_op: [1, 1.6] })).toMatchObject({
      cause: 'costs',
    });
    expect(shiftOf(130, { cpu_per_op: [0.1, 0.075] })).toMatchObject({ cause: 'CPU' });
  });

  it('needs half of the moved tests: fewer do not explain a column', () => {
    const columns = [makeRun('8.0.43'), makeRun('9.5.0')];
    const shift = (explained: number) => {
      const cpu_per_op = sameRows(TESTS, [0.1, 0.1]).map((row, test) =>
        test < explained ? [0.1, 0.145] : row,
      );
      const matrix = makeMatrix(columns, { throughput: sameRows(TESTS, [100, 69]), cpu_per_op });
      const noise = unknownNoise('sysbench', { clients: 1, cached: true }, 'dedicated');
      return judgeMatrix(matrix, { base: 0, noise }).columns[1]?.shift;
    };
    expect(shift(TESTS / 2)).toMatchObject({ cause: 'CPU', moved: TESTS, explained: TESTS / 2 });
    expect(shift(TESTS / 2 - 1)).toMatchObject({ cause: null });
  });
});

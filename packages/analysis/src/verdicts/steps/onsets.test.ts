import { describe, expect, it } from 'vitest';
import { judgeMatrix } from '../judge-matrix';
import { unknownNoise } from '../noise/noise-types';
import { makeMatrix, makeRun, sameRows } from '../testing/make-matrix';

const NOISE = unknownNoise('sysbench', { clients: 1, cached: true });

describe('onsets', () => {
  it('is the first version from which on the test stays slower', () => {
    expect(onsets([100, 100, 80, 81])).toEqual([['slower', '8.3.0', '8.2.0', 'step']]);
    expect(onsets([100, 130, null, 131])).toEqual([['faster', '8.2.0', '8.1.0', 'step']]);
  });

  it('is not what a later version undid', () => {
    expect(onsets([100, 80, 100, 100])).toEqual([]);
    expect(onsets([100, 80, 100, 79])).toEqual([['slower', '8.4.0', '8.3.0', 'last']]);
    expect(onsets([100, 130, 70, 70])).toEqual([['slower', '8.3.0', '8.2.0', 'step']]);
  });

  it('starts at the base, and needs one', () => {
    expect(onsets([100, 80, 80, 80], 1)).toEqual([]);
    expect(onsets([null, 80, 80, 80])).toEqual([]);
  });

  it('agrees with the verdicts where no step was found', () => {
    // 5.5% at a sigma of 2.4% is sure where all tests move alike, and too little for the price of a step.
    expect(onsets([100, 94.5, 94.5])).toEqual([['slower', '8.2.0', '8.1.0', 'verdict']]);
  });

  it('tells of each config once', () => {
    const columns = [
      makeRun('8.1.0'),
      makeRun('8.2.0'),
      makeRun('8.2.0', { config: 'zz', label: '8.2.0 zz' }),
    ];
    const matrix = makeMatrix(columns, { throughput: sameRows(4, [100, 80, 130]) });
    const { rows } = judgeMatrix(matrix, { base: 0, noise: NOISE });
    expect(rows[0]?.onsets).toMatchObject([
      { direction: 'slower', column: 1 },
      { direction: 'faster', column: 2 },
    ]);
  });
});

/** Of one of four tests that move alike. */
function onsets(values: (number | null)[], base = 0) {
  const columns = values.map((_, index) => makeRun(`8.${index + 1}.0`));
  const matrix = makeMatrix(columns, { throughput: sameRows(4, values) });
  const { rows } = judgeMatrix(matrix, { base, noise: NOISE });
  const version = (column: number) => columns[column]?.version;
  return rows[0]?.onsets.map(({ direction, column, previous, kind }) => [
    direction,
    version(column),
    version(previous),
    kind,
  ]);
}

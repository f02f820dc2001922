import { describe, expect, it } from 'vitest';
import { judgeMatrix } from '../judge-matrix';
import { unknownNoise } from '../noise/noise-types';
import { makeMatrix, makeRun, sameRows } from '../testing/make-matrix';

const NOISE = unknownNoise('sysbench', { clients: 1, cached: true }, 'dedicated');

describe('onsetOf', () => {
  it('is the first version from which on the test stays slower', () => {
    expect(onset([100, 100, 80, 81])).toEqual(['slower', '8.3.0', '8.2.0', 'step']);
    expect(onset([100, 130, null, 131])).toEqual(['faster', '8.2.0', '8.1.0', 'step']);
  });

  it('is not what a later version undid', () => {
    expect(onset([100, 80, 100, 100])).toBeNull();
    expect(onset([100, 80, 100, 79])).toEqual(['slower', '8.4.0', '8.3.0', 'last']);
    expect(onset([100, 130, 70, 70])).toEqual(['slower', '8.3.0', '8.2.0', 'step']);
  });

  it('starts at the base, and needs one', () => {
    expect(onset([100, 80, 80, 80], 1)).toBeNull();
    expect(onset([null, 80, 80, 80])).toBeNull();
  });

  it('agrees with the verdicts where no step was found', () => {
    // 5.5% at a sigma of 2.4% is sure where all tests move alike, and too little for the price of a step.
    expect(onset([100, 94.5, 94.5])).toEqual(['slower', '8.2.0', '8.1.0', 'verdict']);
  });

  it('is never in another config, build or product than the base', () => {
    const others = [{ config: 'zz' }, { flavour: 'debug' }, { product: 'MariaDB' }];
    for (const other of others) {
      const columns = [makeRun('8.1.0'), makeRun('8.2.0'), makeRun('8.3.0', { ...other, label: 'other' })];
      const onsetWith = (values: number[]) => {
        const matrix = makeMatrix(columns, { throughput: sameRows(4, values) });
        return judgeMatrix(matrix, { base: 0, noise: NOISE }).rows[0]?.onset;
      };
      expect(onsetWith([100, 100, 50])).toBeNull();
      expect(onsetWith([100, 80, 130])).toMatchObject({ direction: 'slower', column: 1 });
    }
  });
});

/** Of one of four tests that move alike. */
function onset(values: (number | null)[], base = 0) {
  const columns = values.map((_, index) => makeRun(`8.${index + 1}.0`));
  const matrix = makeMatrix(columns, { throughput: sameRows(4, values) });
  const { rows } = judgeMatrix(matrix, { base, noise: NOISE });
  const version = (column: number) => columns[column]?.version;
  const found = rows[0]?.onset;
  return found ? [found.direction, version(found.column), version(found.previous), found.kind] : null;
}

import { expect, it } from 'vitest';
import { pickColumns } from '../matrix/pick-columns';
import { judgeMatrix } from './judge-matrix';
import { judgePair } from './judge-pair';
import { findNoise } from './noise/find-noise';
import { makeMatrix, makeRun, sameRows } from './testing/make-matrix';

it('says of a column what the whole heatmap says, also without the other columns', () => {
  const runs = ['8.0.43', '8.0.44', '8.4.6', '8.4.7', '9.5.0'].map((version) => makeRun(version));
  const throughput = sameRows(24, [100, 101, 99, 100, 100]);
  throughput[0] = [100, 101, 80, 81, 70];
  throughput[1] = [100, 100, 95, 94, 93];
  throughput[2] = [100, 100, null, 94, null];
  const matrix = makeMatrix(runs, { throughput });
  const noise = findNoise(matrix, { benchmark: 'sysbench', clients: 1, cached: true });
  const whole = judgeMatrix(matrix, { base: 1, noise });
  const expected = whole.cells.map((row) => row[4]);
  expect(judgePair(matrix, { base: 1, column: 4, noise }).cells).toEqual(expected);
  expect(judgePair(pickColumns(matrix, [1, 4]), { base: 0, column: 1, noise }).cells).toEqual(expected);
  expect(expected[0]?.verdict).toBe('regression');
});

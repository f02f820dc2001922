import { describe, expect, it } from 'vitest';
import { onOneGrid } from './pair-chart-model';

const series = (seconds: number[], values: (number | null)[]) => ({ seconds, values });
const values = (points: ReturnType<typeof onOneGrid>) => points.map(({ x, own, base }) => [x, own, base]);

describe('two series on one grid', () => {
  it('keeps equal grids as they are, and gaps as gaps', () => {
    const own = series([1, 2, 3, 5], [10, null, 30, 50]);
    const base = series([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]);
    expect(values(onOneGrid(own, base))).toEqual([
      [1, 10, 1],
      [2, null, 2],
      [3, 30, 3],
      [4, null, 4],
      [5, 50, 5],
    ]);
  });

  it('makes no gap of a clock that is a little off', () => {
    const own = series([10, 20.2, 29.9, 40.1], [1, 2, 3, 4]);
    const points = onOneGrid(own, null);
    expect(points.map(({ own: value }) => value)).toEqual([1, 2, 3, 4]);
    expect(points.every(({ base }) => base === null)).toBe(true);
  });

  it('takes the mean of the finer series', () => {
    const own = series([0, 10, 20], [1, 1, 1]);
    const base = series([0, 5, 10, 15, 20], [2, 4, 6, 8, 10]);
    // Around 10: [5, 15) holds 4 and 6.
    expect(values(onOneGrid(own, base))).toEqual([
      [0, 1, 2],
      [10, 1, 5],
      [20, 1, 9],
    ]);
  });

  it('marks a point between two gaps, and draws a single sample', () => {
    const points = onOneGrid(series([1, 2, 3, 4, 5], [null, 7, null, 8, 9]), null);
    expect(points.map(({ ownAlone }) => ownAlone)).toEqual([false, true, false, false, false]);
    expect(onOneGrid(series([3], [7]), null)).toEqual([
      { x: 3, own: 7, base: null, ownAlone: true, baseAlone: false },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { toColumnSet } from '../column-set';
import { compareUrl } from '../compare-state';
import { cellBeside, columnInBandBeside, heatmapModel } from './heatmap-model';

const data = heatmapData(
  {
    throughput: [
      [1, 1, 1, 1, 1],
      [1, 1, 1, 1, 1],
      [1, 1, 1, 1, 1],
    ],
  },
  [
    ['point-query', 100],
    ['scan', null],
    ['insert', 100],
  ],
);
for (const column of data.columns.slice(3)) column.product = 'PostgreSQL';
const modelOf = (change = {}) => {
  const state = { ...compareUrl.defaults, product: ['MySQL', 'PostgreSQL'], ...change };
  return heatmapModel(toColumnSet(data, state), state);
};

describe('the neighbouring cell', () => {
  it('is one row or column further, and stops at the edges', () => {
    const model = modelOf();
    expect(cellBeside(model, { row: 0, column: 0 }, 'ArrowDown')).toEqual({ row: 1, column: 0 });
    expect(cellBeside(model, { row: 0, column: 0 }, 'ArrowRight')).toEqual({ row: 0, column: 1 });
    expect(cellBeside(model, { row: 0, column: 0 }, 'ArrowUp')).toBeNull();
    expect(cellBeside(model, { row: 0, column: 0 }, 'ArrowLeft')).toBeNull();
    expect(cellBeside(model, { row: 0, column: 4 }, 'ArrowRight')).toBeNull();
    expect(cellBeside(model, { row: 0, column: 0 }, 'Enter')).toBeNull();
  });

  it('passes over what is folded or filtered', () => {
    const fold = [data.rows[1]?.group ?? ''];
    expect(cellBeside(modelOf({ fold }), { row: 0, column: 0 }, 'ArrowDown')).toEqual({ row: 2, column: 0 });
    expect(cellBeside(modelOf({ q: 'point' }), { row: 0, column: 0 }, 'ArrowDown')).toBeNull();
  });

  it('is at the same place in the neighbouring product', () => {
    const { selection } = modelOf();
    expect(columnInBandBeside(selection, 1, 1)).toBe(4);
    expect(columnInBandBeside(selection, 2, 1)).toBe(4);
    expect(columnInBandBeside(selection, 3, -1)).toBe(0);
    expect(columnInBandBeside(selection, 3, 1)).toBeNull();
  });
});

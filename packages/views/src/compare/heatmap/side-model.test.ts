import { describe, expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { toColumnSet } from '../column-set';
import { compareUrl } from '../compare-state';
import { heatmapModel } from './heatmap-model';
import { firstSelected, sideModel } from './side-model';

const selectionOf = (throughput: (number | null)[][]) => {
  const own = { ...compareUrl.defaults, rule: 'thresholds' as const };
  return heatmapModel(toColumnSet(heatmapData({ throughput }), own), own).selection;
};

describe('the selected row as a chart', () => {
  it('has a point for each version with a value, and joins them over a missing one', () => {
    const model = sideModel(selectionOf([[100, null, 80, 120]]), { row: 0, column: 3 });
    expect(model?.points.map((point) => point?.emphasis)).toEqual(['plain', undefined, 'bad', 'good']);
    expect(model?.points.map((point) => point?.isChosen ?? false)).toEqual([false, false, false, true]);
    expect(model?.path.match(/[ML]/g)).toEqual(['M', 'L', 'L']);
    expect(model?.points[2]?.y).toBeGreaterThan(model?.one ?? 0);
    expect(model?.points[3]?.y).toBeLessThan(model?.one ?? 0);
    expect(model?.description).toContain('relative to 1.0: 1.0 1.00, 2.0 –, 3.0 0.80, 4.0 1.20');
  });

  it('draws a small change small: the axis always reaches 10% to both sides', () => {
    const model = sideModel(selectionOf([[100, 99]]), { row: 0, column: 1 });
    expect(Math.abs((model?.points[1]?.y ?? 0) - (model?.one ?? 0))).toBeLessThan(10);
    expect(model?.points[1]?.whisker).toBeNull();
  });

  it('names the ends, a long name by its last words', () => {
    const namesOf = (config: string) => {
      const own = { ...compareUrl.defaults, rule: 'thresholds' as const };
      const data = heatmapData({ throughput: [[100, 90, 80]] });
      const columns = data.columns.map((column, at) => ({
        ...{ ...column, version: '5.7' },
        config: `${config}${at}`,
      }));
      const { selection } = heatmapModel(toColumnSet({ ...data, columns }, own), own);
      return sideModel(selection, { row: 0, column: 1 })?.names.map(({ text }) => text);
    };
    expect(namesOf('c')).toEqual(['5.7 c0', '5.7 c1', '5.7 c2']);
    const long = ['…itealongnameofconfig0', '…itealongnameofconfig2'];
    expect(namesOf('quitealongnameofconfig')).toEqual(long);
  });

  it('survives one version, no value and a row that is not there', () => {
    expect(sideModel(selectionOf([[100]]), { row: 0, column: 0 })?.points).toHaveLength(1);
    expect(sideModel(selectionOf([[null, null]]), { row: 0, column: 1 })?.points).toContain(null);
    expect(sideModel(selectionOf([[100, 1]]), { row: 7, column: 1 })).toBeNull();
    expect(firstSelected(selectionOf([[100, 1]]), [])).toBeNull();
    expect(firstSelected(selectionOf([[100, 1]]), [0])).toEqual({ row: 0, column: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { heatmapData } from '../testing/test-heatmap-data';
import { toColumnSet } from './column-set';
import { type CompareState, compareUrl } from './compare-state';
import { heatmapModel } from './heatmap/heatmap-model';
import type { HeatmapData } from './heatmap-data';
import { isOfView, toInitialPayload, withValues } from './initial-payload';

const ROWS = 40;
const COLUMNS = 40;
const matrix = (scale: number) =>
  Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (_, column) => scale * (1 + ((row * 7 + column * 3) % 11))),
  );
const large = () =>
  heatmapData({
    throughput: matrix(100),
    cpu_per_op: matrix(0.001),
    cs_per_op: matrix(2),
    write_kb_per_op: matrix(5),
  });

const state = (change: Partial<CompareState> = {}) => ({ ...compareUrl.defaults, ...change });
const rowsOf = (data: HeatmapData, own: CompareState) =>
  heatmapModel(toColumnSet(data, own), own).groups.flatMap(({ rows }) => rows);

describe('the initial payload of a view', () => {
  it('draws the same heatmap as all of it', () => {
    for (const own of [state(), state({ base: 'v3', t: 0.9 }), state({ metric: 'cs_per_op', sort: 'v2' })]) {
      const initial = toInitialPayload(large(), own);
      expect(Object.keys(initial.values).length).toBeLessThan(3);
      expect(rowsOf(initial, own)).toEqual(rowsOf(large(), own));
    }
  });

  it('says of another base that its costs are on their way, and knows the rest', () => {
    const initial = toInitialPayload(large(), state());
    const [row] = rowsOf(initial, state({ base: 'v3' }));
    const [complete] = rowsOf(large(), state({ base: 'v3' }));
    expect(row?.costs.map(({ text }) => text)).toEqual(['…', '…', '…']);
    expect(row?.cells).toEqual(complete?.cells);
    expect(row?.firstBad).toBe(complete?.firstBad);
  });

  it('is complete when the rest has come', () => {
    const [own, data] = [state({ base: 'v3' }), large()];
    const { throughput: _, ...rest } = data.values;
    expect(withValues(toInitialPayload(data, state()), rest)).toEqual(data);
    expect(rowsOf(withValues(toInitialPayload(data, state()), rest), own)).toEqual(rowsOf(data, own));
  });

  it('is all of a small view, and of one with an open cell', () => {
    const small = heatmapData({ throughput: [[1, 2]], cpu_per_op: [[1, 2]] });
    expect(toInitialPayload(small, state())).toEqual(small);
    const data = large();
    expect(toInitialPayload(data, state({ cell: { test: 'a', column: 'v1' } }))).toEqual(data);
  });

  it('knows values of another shape', () => {
    expect(isOfView(large(), { cpu_per_op: matrix(1) })).toBe(true);
    expect(isOfView(large(), { cpu_per_op: matrix(1).slice(1) })).toBe(false);
  });
});

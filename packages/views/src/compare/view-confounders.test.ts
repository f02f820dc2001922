import { describe, expect, it } from 'vitest';
import { heatmapData } from '../testing/test-heatmap-data';
import { toColumnSet } from './column-set';
import { compareUrl } from './compare-state';
import { type HeatmapData, toHeatmapSetups } from './heatmap-data';
import { toHeatmapSelection } from './heatmap-selection';
import { viewConfounders } from './view-confounders';

const selectionOf = (data: HeatmapData) =>
  toHeatmapSelection(toColumnSet(data, compareUrl.defaults), compareUrl.defaults);

/** Columns v1, v2, v3 with a config, its text and the uploads that each was in. */
function dataOf(columns: [config: string, text: string | null, campaigns: string[]][]): HeatmapData {
  const data = heatmapData({ throughput: [columns.map(() => 1)] });
  const named = data.columns.map((column, index) => ({ ...column, config: columns[index]?.[0] ?? null }));
  const setups = columns.map(([, configText, campaigns], index) => ({
    column: data.columns[index]?.slug ?? '',
    configText,
    campaigns,
  }));
  return { ...data, columns: named, setups: toHeatmapSetups(setups, named) };
}

const kinds = (data: HeatmapData, columns?: number[]) =>
  viewConfounders(selectionOf(data), columns)?.items.map(({ kind }) => kind) ?? [];

describe('what differs between columns besides the version', () => {
  const data = dataOf([
    ['a', 'pool = 1', ['may']],
    ['a', 'pool = 1', ['june', 'may']],
    ['b', 'pool = 2', ['june']],
  ]);

  it('is found over all columns, and for one of them', () => {
    expect(kinds(data)).toEqual(['config', 'campaign']);
    expect(kinds(data, [2])).toEqual(['config', 'campaign']);
    expect(viewConfounders(selectionOf(data))?.items[0]?.diffs[0]?.changes).toMatchObject([
      { name: 'pool', before: '1', after: '2' },
    ]);
  });

  it('is nothing for the base, nor for a column that was run with it among others', () => {
    expect(kinds(data, [0])).toEqual([]);
    expect(kinds(data, [1])).toEqual([]);
  });

  it('does not report campaigns for interleaved runs, whatever uploads they were sent in', () => {
    const rounds = [{ id: 'a', restartEvery: 6, values: [[[1], [], [1]]] }];
    expect(kinds({ ...data, rounds }, [2])).toEqual(['config']);
  });

  it('compares names if nothing else is stored', () => {
    expect(kinds({ ...data, setups: null })).toEqual(['config']);
  });
});

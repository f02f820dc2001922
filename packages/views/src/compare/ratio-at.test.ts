import { describe, expect, it } from 'vitest';
import { heatmapData } from '../testing/test-heatmap-data';
import { heatmapSentence } from './bands/bands-sentence';
import { panelModel } from './cell/panel-model';
import { toColumnSet } from './column-set';
import { compareUrl } from './compare-state';
import { heatmapModel } from './heatmap/heatmap-model';
import { cellLabel, heatmapReadout } from './heatmap/heatmap-readout';
import type { HeatmapData } from './heatmap-data';
import { toHeatmapSelection } from './heatmap-selection';
import { ratioAt } from './rounds-of-cell';

/** 12 rounds around `middle` that the machine moves up and down together. */
const slices = (middle: number) => Array.from({ length: 12 }, (_, round) => middle * (1 + (round % 4) / 10));

/** Medians over all runs say 1.05, 1.10 and 0.50; in turns with the first, the second is at 0.90, the third at 0.81. */
const values = [[1000, 1050, 1100, 500]];
const data: HeatmapData = {
  ...heatmapData({ throughput: values, cpu_per_op: [[10, 12, 10, 10]] }),
  rounds: [{ id: 'a', restartEvery: 6, values: [[slices(1000), slices(900), slices(810), []]] }],
};
const state = { ...compareUrl.defaults, rule: 'thresholds' as const };
const selection = toHeatmapSelection(toColumnSet(data, state), state);
const at = (column: number) => ({ row: 0, column });

describe('a ratio of throughputs that were recorded in turns', () => {
  it('is the paired ratio of the rounds, to any column; for runs outside rounds, and for costs, the ratio of the values', () => {
    const throughput = (column: number, base?: number) =>
      ratioAt(selection, 'throughput', { ...at(column), ...(base !== undefined && { base }) });
    expect(throughput(1)).toBeCloseTo(0.9, 10);
    expect(throughput(2)).toBeCloseTo(0.81, 10);
    expect(throughput(2, 1)).toBeCloseTo(0.9, 10);
    expect(throughput(3)).toBe(0.5);
    expect(throughput(0)).toBe(1);
    expect(ratioAt(selection, 'cpu_per_op', at(1))).toBe(1.2);
  });

  it('is null where a side has no value that may be compared, whatever was recorded', () => {
    const without = { ...data, values: { throughput: [[1000, null, 1100, 500]] } };
    expect(ratioAt(toHeatmapSelection(toColumnSet(without, state), state), 'throughput', at(1))).toBeNull();
  });

  it('is the same in cells, sentence, readout and panel, and the readout names the other one', () => {
    const columns = toColumnSet(data, state);
    const [group] = heatmapModel(columns, state).groups;
    expect(group?.rows[0]?.cells.slice(1).map(({ text }) => text)).toEqual(['0.90', '0.81', '0.50']);
    expect(group?.means[1]?.text).toBe('0.90');
    const throughSecond = { ...selection, judged: 1, threshold: 0.95 };
    expect(heatmapSentence(throughSecond).strong).toBe('The only test is slower');
    expect(heatmapReadout(selection, 0, 1)).toMatchObject({
      ratio: { text: '0.90', direction: 'dn' },
      repeats: '12 rounds, −10.0% ± 1.6%; medians of all runs 1.05',
    });
    expect(heatmapReadout(selection, 0, 2)?.previous).toEqual({ version: '2.0', text: '0.90' });
    expect(cellLabel(selection, 0, 2)).toContain(': 0.81');
    const panel = panelModel(selection, at(2));
    expect(panel?.tiles.map(({ verdict }) => verdict.text)).toEqual(['0.81', '0.90']);
    expect(panel?.relative[0]?.cells.map(({ text }) => text)).toEqual(['1.20', '0.90']);
    expect(panel?.charts.map(({ ratio }) => ratio)).toEqual(['1.00', '0.81']);
  });
});

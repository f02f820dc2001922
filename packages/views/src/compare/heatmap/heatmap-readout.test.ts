import { describe, expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { toColumnSet } from '../column-set';
import { type CompareState, compareUrl } from '../compare-state';
import type { HeatmapData } from '../heatmap-data';
import { toHeatmapSelection } from '../heatmap-selection';
import { heatmapModel as prepare } from './heatmap-model';
import { cellLabel, heatmapReadout } from './heatmap-readout';

const state = (change: Partial<CompareState> = {}): CompareState => ({ ...compareUrl.defaults, ...change });
const heatmapModel = (data: HeatmapData, own: CompareState) => prepare(toColumnSet(data, own), own);
const selectionOf = (data: HeatmapData, own: CompareState) => toHeatmapSelection(toColumnSet(data, own), own);

// hot-points of MySQL 5.6.51, 5.7.44, 8.0.43, 9.5.0 on an 8-core server: QPS and cpu/o as its summary printed them.
const QPS = [4533, 3927, 2870, 2999];
const CPU = [0.002715, 0.003128, 0.00417, 0.004065];
const hotPoints = () => heatmapData({ throughput: [QPS], cpu_per_op: [CPU] }, [['hot-points', 100]]);

describe('readout', () => {
  it('names both values, the ratio and the column before', () => {
    const readout = heatmapReadout(selectionOf(hotPoints(), state()), 0, 2);
    expect(readout).toMatchObject({
      test: 'hot-points',
      versus: '3.0 against 1.0',
      absolute: '2\u202f870 / 4\u202f533 queries/s',
      ratio: { text: '0.63', level: 'r4', direction: 'dn' },
      previous: { version: '2.0', text: '0.73' },
      others: [{ label: 'cpu/o', text: '1.54', level: 'r4' }],
    });
  });

  it('tells how often a cell was measured, and how far apart', () => {
    const data = { ...hotPoints(), repeats: [[1, 3, 2, 1]], spread: [[null, 0.0213, null, null]] };
    const repeats = (column: number) => heatmapReadout(selectionOf(data, state()), 0, column)?.repeats;
    expect([0, 1, 2].map(repeats)).toEqual(['', '3 repeats, spread 2.1%', '2 repeats']);
    expect(heatmapReadout(selectionOf(hotPoints(), state()), 0, 1)?.repeats).toBe('');
  });

  it('shows a doubtful cell with its value, its reason and no ratio, to eyes and to screen readers', () => {
    const data: HeatmapData = {
      ...heatmapData({ throughput: [[4533, 3927, 2870, null]] }, [['hot-points', 100]]),
      excluded: [{ row: 0, column: 3, status: 'doubtful', values: { throughput: 29_990 } }],
    };
    const selection = selectionOf(data, state());
    expect(heatmapModel(data, state()).groups[0]?.rows[0]?.cells[3]).toMatchObject({ text: 'suspect' });
    expect(heatmapReadout(selection, 0, 3)).toMatchObject({
      absolute: '29\u202f990 / 4\u202f533 queries/s',
      problem: 'suspect: other lines of its log say something else',
      ratio: { text: '–' },
    });
    expect(cellLabel(selection, 0, 3)).toMatch(/: suspect: other lines of its log say something else$/);
  });

  it('marks a doubtful metric of a cell whose throughput is believed', () => {
    const data: HeatmapData = {
      ...heatmapData({ throughput: [QPS], cpu_per_op: [[0.0027, 0.0031, null, 0.004]] }, [
        ['hot-points', 100],
      ]),
      doubtful: [{ row: 0, column: 2, metric: 'cpu_per_op', value: 0.05 }],
    };
    const text = (own: CompareState) => heatmapModel(data, own).groups[0]?.rows[0]?.cells[2]?.text;
    expect(text(state({ metric: 'cpu_per_op' }))).toBe('suspect');
    expect(text(state())).toBe('0.63');
  });

  it('never compares a bad run, gives the reason, and judges the previous column instead', () => {
    const data = heatmapData({ throughput: [[4533, 3927, 2870, null]] }, [['hot-points', 100]]);
    const columns = data.columns.map((column, index) =>
      index === 3 ? { ...column, badRuns: ['fan failed'] } : column,
    );
    const bad: HeatmapData = {
      ...data,
      columns,
      excluded: [{ row: 0, column: 3, status: 'bad_run', values: { throughput: 900 } }],
    };
    const selection = selectionOf(bad, state());
    expect(selection.judged).toBe(2);
    expect(heatmapReadout(selection, 0, 3)).toMatchObject({
      problem: 'bad run: fan failed',
      absolute: '900 / 4\u202f533 queries/s',
    });
    expect(cellLabel(selection, 0, 3)).toContain('bad run: fan failed');
    const cell = heatmapModel(bad, state()).groups[0]?.rows[0]?.cells[3];
    expect(cell).toMatchObject({ text: 'bad', className: expect.stringContaining('v') });
  });

  it('says a cell in words', () => {
    const label = (column: number, change: Partial<CompareState> = {}) =>
      cellLabel(selectionOf(hotPoints(), state(change)), 0, column);
    expect(label(2)).toBe('hot-points range=100, MySQL 3.0 against 1.0: 0.63, regression');
    expect(label(1, { base: 'v3' })).toBe('hot-points range=100, MySQL 2.0 against 3.0: 1.37, improvement');
    expect(label(3, { base: 'v3' })).toBe('hot-points range=100, MySQL 4.0 against 3.0: 1.04');
    expect(label(0)).toBe('hot-points range=100, MySQL 1.0, the base: 4\u202f533 queries/s');
    const missing = heatmapData({ throughput: [[100, null]] }, [['scan', null]]);
    expect(cellLabel(selectionOf(missing, state()), 0, 1)).toBe('scan, MySQL 2.0 against 1.0: not recorded');
  });

  it('gives the reason for a missing value', () => {
    const data = heatmapData({ throughput: [[100, null, null]] });
    data.excluded = [
      {
        row: 0,
        column: 1,
        status: 'sla_failed',
        values: { throughput: 90, insert_rate: 700, insert_rate_target: 1000 },
      },
    ];
    const selection = selectionOf(data, state());
    expect(heatmapReadout(selection, 0, 1)?.problem).toBe(
      'missed its SLA: the target rate was not sustained (700 of 1\u202f000 inserts/s)',
    );
    expect(heatmapReadout(selection, 0, 1)?.absolute).toBe('90 / 100 queries/s');
    const cells = heatmapModel(data, state()).groups[0]?.rows[0]?.cells ?? [];
    expect(cells[1]).toEqual({ text: 'SLA', className: 'c v' });
    expect(heatmapReadout(selection, 0, 2)?.problem).toBe('not recorded');
  });
});

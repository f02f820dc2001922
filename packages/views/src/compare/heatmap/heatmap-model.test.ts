import { describe, expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { heatmapSentence } from '../bands/bands-sentence';
import { sparkOf, toColumnSet } from '../column-set';
import { type CompareState, compareUrl } from '../compare-state';
import type { HeatmapData } from '../heatmap-data';
import { nextSort, toHeatmapSelection } from '../heatmap-selection';
import { heatmapModel as prepare } from './heatmap-model';

const state = (change: Partial<CompareState> = {}): CompareState => ({ ...compareUrl.defaults, ...change });

const heatmapModel = (data: HeatmapData, own: CompareState) => prepare(toColumnSet(data, own), own);
const selectionOf = (data: HeatmapData, own: CompareState) => toHeatmapSelection(toColumnSet(data, own), own);

// hot-points of MySQL 5.6.51, 5.7.44, 8.0.43, 9.5.0 on an 8-core server: QPS and cpu/o as its summary printed them.
const QPS = [4533, 3927, 2870, 2999];
const CPU = [0.002715, 0.003128, 0.00417, 0.004065];
const hotPoints = () => heatmapData({ throughput: [QPS], cpu_per_op: [CPU] }, [['hot-points', 100]]);

const firstRow = (data: ReturnType<typeof heatmapData>, change: Partial<CompareState> = {}) => {
  const row = heatmapModel(data, state(change)).groups[0]?.rows[0];
  if (!row) throw new Error('no row');
  return row;
};

describe('heatmap', () => {
  it('shows ratios with fills, the base as it was measured, and a tick at the first bad version', () => {
    const { cells } = firstRow(hotPoints());
    // 3927 / 4533 = 0.8663, 2870 / 4533 = 0.6331, 2999 / 4533 = 0.6616.
    expect(cells.map((cell) => cell.text)).toEqual(['4\u202f533', '0.87', '0.63', '0.66']);
    expect(cells.map((cell) => cell.className)).toEqual(['c n base', 'c r2 step', 'c r4', 'c r4 show']);
  });

  it('shows the ratio of a warm-up, and counts it neither in the mean of its group nor in the sentence', () => {
    const data = heatmapData(
      {
        throughput: [
          [100, 90],
          [100, 10],
        ],
      },
      [
        ['point-query', 100],
        ['point-query.warm', 100],
      ],
    );
    const rows = data.rows.map((row) => (row.name.endsWith('.warm') ? { ...row, warmup: true } : row));
    const withWarmups = { ...data, rows };
    const own = state({ rule: 'thresholds' });
    const groups = heatmapModel(withWarmups, own).groups;
    expect(groups.flatMap((group) => group.rows.map(({ cells }) => cells[1]?.text))).toEqual([
      '0.90',
      '0.10',
    ]);
    expect(groups.flatMap(({ means }) => means[1]?.text)).toContain('0.90');
    expect(heatmapSentence(selectionOf(withWarmups, own)).strong).toMatch(/^The only test is/);
  });

  it('sorts all tests by a column, those without a value last, and back to the order of the domain', () => {
    const tests: [string, number | null][] = [
      ['point-query', 100],
      ['scan', null],
      ['insert', 100],
      ['write-only', 10],
    ];
    const data = heatmapData(
      {
        throughput: [
          [100, 90],
          [100, null],
          [100, 120],
          [100, 70],
        ],
      },
      tests,
    );
    const names = (sort: string) =>
      heatmapModel(data, state({ sort })).groups.map(({ label, rows }) => [
        label,
        rows.map(({ name }) => name),
      ]);
    expect(names('v2')).toEqual([
      ['All tests by 2.0, smallest first', ['write-only', 'point-query', 'insert', 'scan']],
    ]);
    expect(names('-v2')).toEqual([
      ['All tests by 2.0, largest first', ['insert', 'point-query', 'write-only', 'scan']],
    ]);
    expect(names('gone')).toEqual(names(''));
    expect(names('')).toHaveLength(3);
  });

  it('sorts by the value in the base column, where every ratio is 1', () => {
    const data = heatmapData({
      throughput: [
        [300, 1],
        [100, 1],
        [200, 1],
      ],
    });
    const [group] = heatmapModel(data, state({ sort: '-v1' })).groups;
    expect(group?.rows.map(({ row }) => row)).toEqual([0, 2, 1]);
  });

  it('has no group to sort when nothing matches', () => {
    expect(heatmapModel(hotPoints(), state({ sort: 'v1', q: 'nothing' })).groups).toEqual([]);
  });

  it('goes from smallest first to largest first and back', () => {
    const next = (sort: string, column: number) =>
      nextSort(selectionOf(hotPoints(), state({ sort })), column);
    expect([next('', 1), next('v2', 1), next('-v2', 1), next('v2', 2)]).toEqual(['v2', '-v2', '', 'v3']);
  });

  it('divides by whatever column is the base', () => {
    const { cells } = firstRow(hotPoints(), { base: 'v3' });
    expect(cells.map((cell) => cell.text)).toEqual(['1.58', '1.37', '2\u202f870', '1.04']);
    expect(cells.map((cell) => cell.className)).toEqual(['c b4', 'c b3', 'c n base', 'c n show']);
  });

  it('reads since when and why', () => {
    const row = firstRow(hotPoints());
    expect(row.firstBad).toBe('2.0');
    expect(row.largestStep).toEqual({ version: '3.0', text: '0.73' });
    // 0.004065 / 0.002715 = 1.497 and 1 / 0.6616 = 1.511: CPU alone.
    expect(row.costs[0]).toEqual({ text: '1.50', level: 'r4' });
    expect(row.explained).toBe('CPU');
  });

  it('colours a rising cost as a regression and gives it no step tick', () => {
    const model = heatmapModel(hotPoints(), state({ metric: 'cpu_per_op' }));
    expect(model.isCost).toBe(true);
    expect(model.groups[0]?.rows[0]?.cells.map(({ text, className }) => [text, className])).toEqual([
      ['0.002715', 'c n base'],
      ['1.15', 'c r2 cost'],
      ['1.54', 'c r4 cost'],
      ['1.50', 'c r4 cost show'],
    ]);
  });

  it('hatches a missing cell and does not call the next one a step from nothing', () => {
    const { cells, firstBad } = firstRow(heatmapData({ throughput: [[100, null, 99, 80]] }));
    expect(cells.map((cell) => cell.className)).toEqual(['c n base', 'c v', 'c n', 'c r3 step show']);
    expect(cells[1]?.text).toBe('–');
    expect(firstBad).toBe('4.0');
  });

  it('has no ratio, and no hatching, where both costs are under the floor', () => {
    const { cells } = firstRow(heatmapData({ throughput: [[10, 10]], write_kb_per_op: [[0.014, 0.003]] }), {
      metric: 'write_kb_per_op',
    });
    expect(cells[1]).toEqual({ text: '–', className: 'c n show' });
  });

  it('never steps from one product to the next', () => {
    const data = heatmapData({ throughput: [[100, 100, 50, 50]] });
    for (const column of data.columns.slice(2)) column.product = 'PostgreSQL';
    const row = firstRow(data, { product: ['MySQL', 'PostgreSQL'], bases: 'one' });
    expect(row.cells[2]?.className).toBe('c r5');
    expect(row.firstBad).toBeNull();
    expect(row.largestStep).toBeNull();
  });

  it('filters, folds and keeps only changes', () => {
    const data = heatmapData(
      {
        throughput: [
          [100, 100],
          [100, 90],
          [100, 80],
        ],
      },
      [
        ['hot-points', 100],
        ['update-zipf', 100],
        ['write-only', 10000],
      ],
    );
    const keys = (change: Partial<CompareState>) =>
      heatmapModel(data, state(change)).groups.flatMap((group) => group.rows.map((row) => row.key));
    expect(keys({ q: 'write -zipf' })).toEqual(['write-only_range=10000']);
    expect(keys({ only: true })).toEqual(['update-zipf_range=100', 'write-only_range=10000']);
    const folded = heatmapModel(data, state({ fold: ['write'] })).groups;
    expect(folded.map((group) => group.open)).toEqual([true, false]);
    expect(folded[1]).toMatchObject({ slower: 2, tests: 2, span: 'from 0.80 to 0.90' });
    // sqrt(0.9 * 0.8) = 0.8485
    expect(folded[1]?.means[1]).toEqual({ text: '0.85', level: 'r2' });
  });

  it('counts the slower ones of the tests that both versions measured', () => {
    const throughput = [
      [100, 100],
      [100, 80],
      [100, null],
      [null, 80],
    ];
    const tests = throughput.map((_, index): [string, number] => [`point-query-${index}`, index]);
    const [group] = heatmapModel(heatmapData({ throughput }, tests), state({})).groups;
    expect(group).toMatchObject({ slower: 1, stopped: 0, tests: 2 });
    expect(group?.rows).toHaveLength(4);
  });

  it('follows the threshold', () => {
    const data = heatmapData({ throughput: [[100, 96]] });
    expect(firstRow(data).cells[1]?.className).toBe('c n show');
    expect(firstRow(data, { t: 0.97 }).cells[1]?.className).toBe('c r1 step show');
  });

  it('shows ratios where only ratios were published, and divides them by another base', () => {
    const data = heatmapData({ throughput: [[1, 0.9, 0.81]] });
    data.workload.relativeTo = { table: 't', base: '1.0' };
    expect(firstRow(data).cells.map((cell) => cell.text)).toEqual(['1.00', '0.90', '0.81']);
    expect(firstRow(data, { base: 'v2' }).cells.map((cell) => cell.text)).toEqual(['1.11', '0.90', '0.90']);
  });

  it('judges the column before when the newest is the base', () => {
    expect(selectionOf(hotPoints(), state({ base: 'v4' })).judged).toBe(2);
    expect(selectionOf(hotPoints(), state({ base: 'unknown' })).base).toBe(0);
  });
});

describe('sentence', () => {
  it('counts what is slower and says where most of it arrives', () => {
    const data = heatmapData({
      throughput: [
        [100, 100, 80],
        [100, 70, 70],
        [100, 100, 85],
        [100, 100, 110],
        [100, null, null],
      ],
    });
    expect(heatmapSentence(selectionOf(data, state()))).toEqual({
      strong: '3 of 4 tests are slower',
      rest: ' in 3.0 than in 1.0, 1 faster.',
      step: { words: 'Most got slower in', version: '3.0', where: '2 of 3' },
    });
  });

  it('says when there is nothing to compare', () => {
    expect(heatmapSentence(selectionOf(heatmapData({ throughput: [[1]] }), state())).strong).toBe(
      'One column.',
    );
    expect(heatmapSentence(selectionOf(heatmapData({ throughput: [[1, null]] }), state())).strong).toBe(
      'Nothing to compare:',
    );
  });
});

describe('spark', () => {
  it('starts at zero and leaves a gap where a value is missing', () => {
    expect(sparkOf([10, null, 5, 10])).toEqual({ path: 'M0 2h0M2 12h0l1 -10', width: 3 });
    expect(sparkOf([10, null])).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { findCell } from '../bands/banded-selection';
import { toColumnSet } from '../column-set';
import { type CompareState, compareUrl } from '../compare-state';
import type { HeatmapData } from '../heatmap-data';
import { toHeatmapSelection } from '../heatmap-selection';
import { sentBuild } from '../sent-nights';
import { panelModel } from './panel-model';

// update-index range=100 of MySQL 5.6.51, 5.7.44, 8.0.43, 8.0.44 on an 8-core server, as its summary printed them.
const updateIndex = () =>
  heatmapData(
    {
      throughput: [[3835, 4612, 3426, 3387]],
      cpu_per_op: [[0.006221, 0.006575, 0.006198, 0.006166]],
      cs_per_op: [[27.318, 8.767, 11.13, 11.125]],
      reads_per_op: [[0.832, 0, 0, 0]],
      read_kb_per_op: [[3.326, 0, 0, 0]],
      write_kb_per_op: [[41.851, 41.319, 46.323, 46.365]],
    },
    [['update-index', 100]],
  );

function panel(data: HeatmapData, column: number, change: Partial<CompareState> = {}) {
  const state = { ...compareUrl.defaults, ...change };
  const model = panelModel(toHeatmapSelection(toColumnSet(data, state), state), { row: 0, column });
  if (!model) throw new Error('no panel');
  return model;
}

describe('panel', () => {
  it('says how much, against the base and against the release before', () => {
    const { tiles, subtitle } = panel(updateIndex(), 2);
    expect(subtitle).toBe('MySQL 3.0 against 1.0, 8-core (pn53)');
    // 3426 / 3835 = 0.893, 3426 / 4612 = 0.743
    expect(tiles).toEqual([
      {
        verdict: { text: '0.89', level: 'r2', direction: 'dn' },
        words: 'of the base, 1.0: 3\u202f426 / 3\u202f835 queries/s',
      },
      { verdict: { text: '0.74', level: 'r3', direction: 'dn' }, words: 'of 2.0, the previous release' },
    ]);
  });

  it('explains with the costs that moved, and says when it arrives', () => {
    expect(panel(updateIndex(), 2).explanation).toBe(
      '11% slower; KB written per operation 1.11x (accounts for about 90%). Causes overlap, so shares can add up to more than 100%. ' +
        'Although it now needs context switches per operation 0.4x, almost no read requests per operation, almost no KB read per operation. ' +
        'A loss appears in this column: it is 0.74 of 2.0; relative to that, cpu/o is 0.94, cs/o 1.27 and wKB/o 1.12.',
    );
  });

  it('names the costs that moved, the farthest first, as far down as up', () => {
    // cs/o 11.13 / 27.318 = 0.41; r/o 0 and 0.832: 0.00; rKB/o 0.00; wKB/o 46.323 / 41.851 = 1.11; cpu/o 1.00 did not
    expect(panel(updateIndex(), 2).moved).toBe(
      'Changed most: r/o 0.00, then rKB/o 0.00, cs/o 0.41, wKB/o 1.11.',
    );
    expect(panel(updateIndex(), 0).moved).toBe('');
  });

  it('does not blame a column for a loss that came before it', () => {
    expect(panel(updateIndex(), 3).explanation).toContain(
      'Not new here: 3.0, the previous release, was as slow (this column is 0.99 of it).',
    );
  });

  it('calls a build the build before, and a release the previous release', () => {
    const data = updateIndex();
    for (const [index, column] of data.columns.entries()) {
      if (index === 0) continue;
      column.version = '19devel';
      const committedAt = `2026-05-0${index}T00:00:00.000Z`;
      column.build = sentBuild({
        ...{ commit: `f00000${index}`, branch: 'master', committedAt },
        ...{ number: null, url: null, repository: null },
      });
    }
    const { tiles, explanation } = panel(data, 3, { cols: ['all'] });
    expect(tiles[1]?.words).toBe('of 2 May 2026 gf000002, the build before');
    expect(explanation).toContain('Not new here: 2 May 2026 gf000002, the build before, was as slow');
  });

  it('has nothing to explain for the base, a change within the threshold, or a missing value', () => {
    expect(panel(updateIndex(), 0).explanation).toContain('is the base');
    expect(panel(updateIndex(), 0).tiles).toEqual([]);
    expect(panel(updateIndex(), 3, { base: 'v3' }).explanation).toContain(
      'within the threshold, 0.95 to 1.05',
    );
    const missing = heatmapData({ throughput: [[100, null]] });
    missing.excluded = [{ row: 0, column: 1, status: 'failed', values: {} }];
    expect(panel(missing, 1).explanation).toBe('No value to compare: the test failed.');
  });

  it('names CPU alone when cpu/o rises by 1 / rQPS', () => {
    // hot-points 9.5.0: 2999 / 4533 = 0.66, 0.004065 / 0.002715 = 1.50
    const data = heatmapData({ throughput: [[4533, 2999]], cpu_per_op: [[0.002715, 0.004065]] });
    expect(panel(data, 1).explanation).toBe(
      '34% slower; CPU per operation 1.50x (accounts for all of it). Causes overlap, so shares can add up to more than 100%.',
    );
  });

  it('lists absolute and relative values, throughput last, and gives tiny costs no verdict', () => {
    const { metrics, absolute, relative } = panel(updateIndex(), 2);
    expect(metrics).toEqual(['cpu/o', 'cs/o', 'r/o', 'rKB/o', 'wKB/o', 'o/s']);
    expect(absolute[2]).toEqual({
      name: '3.0',
      isBase: false,
      isOpen: true,
      cells: ['0.006198', '11.130', '0.000', '0.000', '46.323', '3\u202f426'],
    });
    expect(relative.map((row) => row.name)).toEqual(['2.0', '3.0', '4.0']);
    const tiny = heatmapData({ throughput: [[10, 10]], write_kb_per_op: [[0.014, 0.07]] });
    expect(panel(tiny, 1).relative[0]?.cells[0]).toEqual({ text: '5.00', level: 'n', direction: null });
  });

  it('tells how far releases of one major are apart', () => {
    const data = updateIndex();
    for (const [index, version] of ['5.6.51', '5.7.44', '8.0.43', '8.0.44'].entries()) {
      const column = data.columns[index];
      if (column) column.version = version;
    }
    // 3387 / 3426 = 0.9886
    expect(panel(data, 2).noise).toBe('Neighbouring releases differ here: 8.0.43 and 8.0.44 by 1.1%.');
  });

  it('finds the cell of the URL only among what is shown', () => {
    const selection = toHeatmapSelection(
      toColumnSet(updateIndex(), { cols: ['v1', 'v3'] }),
      compareUrl.defaults,
    );
    expect(findCell(selection, { test: 'update-index_range=100', column: 'v3' })).toEqual({
      row: 0,
      column: 1,
    });
    expect(findCell(selection, { test: 'update-index_range=100', column: 'v2' })).toBeNull();
    expect(findCell(selection, { test: 'gone', column: 'v3' })).toBeNull();
  });
});

describe('chart', () => {
  const chart = (data: HeatmapData, column: number) => {
    const found = panel(data, column).charts.at(-1);
    if (!found) throw new Error('no chart');
    return found;
  };

  it('starts at zero, keeps gaps and colours only what has a verdict', () => {
    const { points, top, base, selectedText } = chart(
      heatmapData({ throughput: [[100, null, 97, 80, 120]] }),
      3,
    );
    expect(points.map(({ value, emphasis }) => [value, emphasis])).toEqual([
      [100, 'plain'],
      [null, 'plain'],
      [97, 'plain'],
      [80, 'bad'],
      [120, 'good'],
    ]);
    expect(top).toBeGreaterThan(120);
    expect(base).toBe(100);
    expect(selectedText).toBe('80');
  });

  it('leaves out end labels that would run into the selected one', () => {
    const data = heatmapData({ throughput: [Array.from({ length: 11 }, () => 5)] });
    expect(chart(data, 5).ticks).toEqual([0, 5, 10]);
    expect(chart(data, 1).ticks).toEqual([1, 10]);
    expect(chart(data, 10).ticks).toEqual([0, 10]);
  });

  it('has an axis even when everything is zero', () => {
    expect(chart(heatmapData({ throughput: [[0, 0]] }), 1).top).toBe(1);
  });
});

import { unknownNoise } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { toHeatmapNoise } from '../../verdict/heatmap-noise';
import { type CompareState, compareUrl } from '../compare-state';
import { cellCard, describeView, tableCard } from './heatmap-card';

const state = (change: Partial<CompareState> = {}): CompareState => ({ ...compareUrl.defaults, ...change });

// update-index loses half, scan gains a tenth; the middle column of scan is missing.
const data = () =>
  heatmapData(
    {
      throughput: [
        [1000, 800, 500],
        [100, null, 110],
      ],
      cpu_per_op: [
        [0.01, 0.0125, 0.02],
        [0.1, null, 0.09],
      ],
    },
    [
      ['update-index', 100],
      ['scan', null],
    ],
  );
const OPEN = { cell: { test: 'update-index_range=100', column: 'v3' } };

describe('a view as a card', () => {
  it('has the visible table: base, fills, missing cells, groups', () => {
    const card = tableCard(data(), state());
    expect(card.title).toBe('MySQL 1.0 to 3.0 on 8-core');
    expect(card.columns).toEqual([
      { name: '1.0', detail: 'base', isBase: true },
      { name: '2.0', detail: '', isBase: false },
      { name: '3.0', detail: '', isBase: false },
    ]);
    expect(card.groups.map(({ label }) => label)).toEqual(['Writes', 'Range queries without aggregation']);
    expect(card.groups[0]?.rows).toEqual([
      {
        test: 'update-index',
        note: 'range=100',
        cells: [
          { text: '1\u202f000', level: 'n' },
          { text: '0.80', level: 'r3' },
          { text: '0.50', level: 'r5' },
        ],
      },
    ]);
    expect(card.groups[1]?.rows[0]?.cells.map(({ level }) => level)).toEqual(['n', 'v', 'b1']);
    expect(card.metric).toBe('Relative QPS, version / base');
    expect(card.legend).toBe('orange: slower, 0.95 or less; blue: faster, 1.05 or more');
  });

  it('follows filter, base, columns and metric, and opens what is folded', () => {
    const filtered = tableCard(data(), state({ q: 'update', fold: ['write'] }));
    expect(filtered.groups.flatMap(({ rows }) => rows.map(({ test }) => test))).toEqual(['update-index']);
    const other = tableCard(data(), state({ base: 'v2', cols: ['v2', 'v3'], metric: 'cpu_per_op' }));
    expect(other.columns.map(({ name, isBase }) => [name, isBase])).toEqual([
      ['2.0', true],
      ['3.0', false],
    ]);
    expect(other.groups[0]?.rows[0]?.cells[1]).toEqual({ text: '1.60', level: 'r4' });
    expect(other.legend).toBe('orange: worse, 1.05 or more; blue: better, 0.95 or less');
  });

  it('has the verdicts of the page, also those without a fill', () => {
    const values = [[1000, 960, 940], ...Array.from({ length: 9 }, () => [1000, 1000, 1000])];
    const data = heatmapData({ throughput: values });
    const none = unknownNoise('sysbench', { clients: 1, cached: true }, 'dedicated');
    const card = tableCard({ ...data, noise: toHeatmapNoise(none, data) }, state());
    const cells = card.groups.flatMap(({ rows }) => rows.map((row) => row.cells));
    expect(cells[0]?.map(({ text, level, verdict }) => [text, level, verdict])).toEqual([
      ['1\u202f000', 'n', undefined],
      ['0.96', 'n', 'unclear'],
      ['0.94', 'n', 'possible regression'],
    ]);
    expect(card.legend).toContain('dashed: likely, not confirmed; plain: within noise');
  });

  it('matches the page', () => {
    expect(tableCard(data(), state()).sentence).toBe(
      '1 of 2 tests is slower in 3.0 than in 1.0, 1 faster. One got slower in 2.0.',
    );
  });
});

describe('a cell as a card', () => {
  it('has every metric of the cell and of its base', () => {
    const card = cellCard(data(), state(OPEN));
    expect(card).toMatchObject({
      test: 'update-index',
      note: 'range=100',
      names: { own: '3.0', base: '1.0' },
    });
    expect(card?.tiles[0]?.verdict).toMatchObject({ text: '0.50', level: 'r5' });
    expect(card?.metrics).toEqual([
      {
        label: 'cpu/o',
        own: '0.020000',
        base: '0.010000',
        ratio: { text: '2.00', level: 'r5', direction: 'up' },
      },
      { label: 'o/s', own: '500', base: '1\u202f000', ratio: { text: '0.50', level: 'r5', direction: 'dn' } },
    ]);
  });

  it('is none when no cell is open, or one that is not there', () => {
    expect(cellCard(data(), state())).toBeNull();
    expect(cellCard(data(), state({ cell: { test: 'gone', column: 'v3' } }))).toBeNull();
  });
});

describe('title and description', () => {
  it('are of the view, or of the open cell', () => {
    expect(describeView(data(), state())).toEqual({
      title: 'MySQL 1.0 to 3.0, 8-core',
      description: '1 of 2 tests is slower in 3.0 than in 1.0, 1 faster. One got slower in 2.0.',
    });
    const { title, description } = describeView(data(), state(OPEN));
    expect(title).toBe('update-index range=100: MySQL 3.0 against 1.0, 8-core (pn53)');
    expect(description).toContain('0.50 of the base, 1.0: 500 / 1\u202f000 queries/s');
  });
});

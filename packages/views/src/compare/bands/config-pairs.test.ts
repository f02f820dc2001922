import { findConfigLines, withConfigLines } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { makeView } from '../../testing/test-view';
import { chooseConfigPair, toColumnSet } from '../column-set';
import { type CompareState, compareUrl } from '../compare-state';
import { exportTable } from '../export-table';
import { heatmapModel } from '../heatmap/heatmap-model';
import { sentenceText } from '../heatmap/verdict-sentence';
import { toHeatmapData } from '../heatmap-data';
import { configPairModel, viewTitle } from './banded-selection';
import { bandsSentence } from './bands-sentence';

const COLUMNS = [
  'MySQL 8.0.44 o2 z12a_c8r32',
  'MySQL 8.4.7 o2 z12a_c8r32',
  'MySQL 8.4.7 o2 z12a_gtid_c8r32',
  'MySQL 9.5.0 o2 z12a_c8r32',
  'MySQL 9.5.0 o2 z12a_gtid_c8r32',
];
const view = makeView({
  benchmark: 'sysbench',
  columns: COLUMNS,
  tests: { insert: [100, 100, 90, 80, 60], scan: [10, 10, 10, 10, 10] },
});
const textOf = (lines: string[]) => lines.join('\n');
const setups = (texts: (string | null)[]) =>
  view.matrix.columns.map(({ slug }, index) => ({
    column: slug,
    config: null,
    configText: texts[index] ?? null,
    campaigns: [],
  }));
const data = toHeatmapData(view);
const state = (change: Partial<CompareState> = {}): CompareState => ({
  ...compareUrl.defaults,
  columns: 'configs',
  ...change,
});
const modelOf = (change: Partial<CompareState> = {}, of = data) => {
  const own = state(change);
  return heatmapModel(toColumnSet(of, own), own);
};
const textsOf = (change: Partial<CompareState> = {}) =>
  modelOf(change).groups.flatMap(({ rows }) => rows.map(({ cells }) => cells.map(({ text }) => text)));

describe('configs side by side', () => {
  it('are pairs of each version that has both, as measured and as a ratio', () => {
    expect(textsOf({ q: 'insert' })).toEqual([['100', '90', '0.90', '80', '60', '0.75']]);
    const [row] = modelOf({ q: 'insert' }).groups[0]?.rows ?? [];
    // Only the ratio takes a verdict; another config is not a step of a release line.
    expect(row?.cells.map(({ className }) => className)).toEqual([
      'c n base',
      'c n',
      'c r2 show',
      'c n base band',
      'c n',
      'c r3',
    ]);
  });

  it('are pairs on both sides of a seam', () => {
    const seamed = makeView({
      benchmark: 'sysbench',
      columns: [
        'MySQL 9.4.0 o2 z12a_c8r32',
        'MySQL 9.4.0 o2 z12a_gtid_c8r32',
        'MySQL 9.5.0 o2 z13a_c8r32',
        'MySQL 9.5.0 o2 z13a_gtid_c8r32',
      ],
      tests: { insert: [100, 90, 80, 60] },
    });
    const { lines } = findConfigLines(seamed.matrix.columns);
    const columns = withConfigLines(seamed.matrix.columns, lines);
    const ofLines = toHeatmapData({ ...seamed, matrix: { ...seamed.matrix, columns } });
    const texts = (change: Partial<CompareState> = {}) =>
      modelOf(change, ofLines).groups.flatMap(({ rows }) =>
        rows.map(({ cells }) => cells.map(({ text }) => text)),
      );
    expect(texts()).toEqual([['100', '90', '0.90', '80', '60', '0.75']]);
    // An address from before the two were joined names the later config.
    expect(texts({ first: 'o2 z13a_gtid_c8r32' })).toEqual([['90', '100', '1.11', '60', '80', '1.33']]);
    expect(modelOf({}, ofLines).selection.parts.map(({ title }) => title)).toEqual([
      'MySQL 9.4.0',
      'MySQL 9.5.0',
    ]);
  });

  it('take the two that the address names, in its order', () => {
    const turned = { first: 'o2 z12a_gtid_c8r32', second: 'o2 z12a_c8r32', q: 'insert' };
    expect(textsOf(turned)).toEqual([['90', '100', '1.11', '60', '80', '1.33']]);
    expect(textsOf({ ...turned, first: 'gone' })).toEqual(textsOf({ q: 'insert' }));
  });

  it('are not offered where no version has two', () => {
    expect(chooseConfigPair(data.columns.slice(0, 2), { first: '', second: '' })).toBeNull();
    expect(chooseConfigPair(data.columns, { first: '', second: '' })).toMatchObject({
      first: 'o2 z12a_c8r32',
      seconds: ['o2 z12a_gtid_c8r32'],
      versions: [
        [1, 2],
        [3, 4],
      ],
    });
    const own = state({ cols: data.columns.slice(0, 2).map(({ slug }) => slug) });
    expect(toColumnSet(data, own).pair).toBeNull();
  });

  it('say the newest version first', () => {
    const { selection } = modelOf();
    expect(sentenceText(bandsSentence(selection))).toBe(
      '1 of 2 tests is slower with gtid than without gtid in MySQL 9.5.0. 8.4.7: 1 slower.',
    );
    expect(viewTitle(selection)).toBe('gtid next to without gtid, MySQL 8.4.7 to 9.5.0');
  });

  it('are exported once each, every ratio with its base', () => {
    const table = JSON.parse(exportTable({ view, data }, state({ q: 'insert' }), 'json'));
    const [, first, second, third, fourth] = view.matrix.columns.map(({ label }) => label);
    expect(table.columns).toEqual([first, second, third, fourth]);
    expect(table.bases).toEqual([first, first, third, third]);
    expect(table.rows[0].relative).toEqual([1, 0.9, 1, 0.75]);
    expect(exportTable({ view, data }, state({ q: 'insert' }), 'tsv').split('\n')).toEqual([
      `Relative to: ${first}`,
      `col-1 : ${second}`,
      `Relative to: ${third}`,
      `col-2 : ${fourth}`,
      '',
      'col-1\tcol-2',
      '0.90\t0.75\tinsert',
      '',
    ]);
  });
});

describe('the settings of two configs', () => {
  const modelWith = (first: string[], second: string[]) => {
    const texts = [null, null, null, textOf(first), textOf(second)];
    return configPairModel(modelOf({}, toHeatmapData(view, { setups: setups(texts) })).selection);
  };

  it('appear in the heads and in a table', () => {
    const model = modelWith(['[mysqld]', 'port=1', 'gtid_mode=OFF'], ['[mysqld]', 'port=2', 'gtid_mode=ON']);
    expect(model?.title).toBe('2 settings differ');
    expect(model?.settings).toEqual([
      { name: 'mysqld.port', first: '1', second: '2' },
      { name: 'mysqld.gtid_mode', first: 'OFF', second: 'ON' },
    ]);
    // The one that the name of the config is about.
    expect(model?.heads).toEqual([
      { name: 'without gtid', detail: 'gtid_mode=OFF' },
      { name: 'gtid', detail: 'gtid_mode=ON' },
      { name: 'gtid / without gtid', detail: 'QPS ratio' },
    ]);
  });

  it('are the first three and the rest where there are more than six', () => {
    const of = (value: number, count: number) => Array.from({ length: count }, (_, i) => `s${i}=${value}`);
    const counts = (model: ReturnType<typeof modelWith>) => [model?.settings.length, model?.more.length];
    expect(counts(modelWith(of(1, 6), of(2, 6)))).toEqual([6, 0]);
    expect(counts(modelWith(of(1, 14), of(2, 14)))).toEqual([3, 11]);
  });

  it('are known by the names alone where no text is stored', () => {
    const model = configPairModel(modelOf().selection);
    expect(model?.settings).toEqual([]);
    expect(model?.title).toContain('known by their names only');
    expect(model?.heads.map(({ detail }) => detail)).toEqual(['', '', 'QPS ratio']);
  });
});

import { findConfigLines, withConfigLines } from '@basecase/analysis';
import type { CompareView } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { toViewReport } from '../../report/view-report';
import { makeView } from '../../testing/test-view';
import { bandsSentence } from '../bands/bands-sentence';
import { settledState } from '../choose-columns';
import { toColumnSet } from '../column-set';
import { type CompareState, compareUrl } from '../compare-state';
import { exportTable } from '../export-table';
import { toHeatmapData } from '../heatmap-data';
import { heatmapModel } from './heatmap-model';
import { seamConfigs, seamModels } from './seams-model';
import { sentenceText } from './verdict-sentence';

const COLUMNS = [
  'MariaDB 10.2.30 o2 z12a',
  'MariaDB 10.5.29 o2 z12a',
  'MariaDB 10.6.25 o2 z12b',
  'MariaDB 10.11.15 o2 z12a',
  'MariaDB 12.3.1 o2 z12b',
];

/** The heatmap of columns whose configs were joined as an evaluation joins them. */
const modelOf = (columns: string[], values: number[]) => {
  const view = makeView({ benchmark: 'sysbench', columns, tests: { insert: values } });
  const { lines } = findConfigLines(view.matrix.columns);
  const joined = withConfigLines(view.matrix.columns, lines);
  const data = toHeatmapData({ ...view, lines, matrix: { ...view.matrix, columns: joined } });
  const state = settledState(data, compareUrl.defaults);
  return heatmapModel(toColumnSet(data, state), state);
};

describe('a heatmap along a line of configs', () => {
  const { selection, groups } = modelOf(COLUMNS, [100, 90, 90, 88, 86]);

  it('compares the newest version with the first version of the first config', () => {
    expect(sentenceText(bandsSentence(selection))).toContain('12.3.1 than in 10.2.30');
    expect(groups[0]?.rows[0]?.firstBad).toBe('10.5.29');
  });

  it('marks every column where the config changes', () => {
    expect(selection.isSeam).toEqual([false, false, true, true, true]);
    const classes = groups[0]?.rows[0]?.cells.map(({ className }) => className.split(' ').includes('seamc'));
    expect(classes).toEqual(selection.isSeam);
  });

  it('has one popover for two configs that alternate', () => {
    const seams = seamModels(selection);
    expect(seams).toMatchObject([
      {
        id: 'seam-MariaDB-z12a-z12b',
        columns: [2, 3, 4],
        title: 'Config changed here: z12a to z12b',
        settings: 'The texts of these configs are not stored',
        reason:
          'Joined because the names and their versions are successive. The two alternate: this line has 3 seams, at 10.6.25, 10.11.15 and 12.3.1.',
      },
    ]);
    expect(seamConfigs(seams)).toBe('configs z12a and z12b');
  });

  it('names a join that was not made at the first column of the later config, with the tests that differ', () => {
    const columns = ['MariaDB 10.5.29 o2 z12a', 'MariaDB 10.6.25 o2 z12a', 'MariaDB 10.6.25 o2 z12b'];
    const view = makeView({
      benchmark: 'sysbench',
      columns: [...columns, 'MariaDB 12.3.1 o2 z12b'],
      tests: { insert: [100, 100, 50, 50] },
    });
    const { lines, proposals } = findConfigLines(view.matrix.columns, {
      compare: () => ({ moved: 1, tests: 1, movedTests: ['insert'] }),
    });
    const data = toHeatmapData({ ...view, lines, proposals });
    const state = settledState(data, compareUrl.defaults);
    const seams = seamModels(heatmapModel(toColumnSet(data, state), state).selection);
    expect(seams).toMatchObject([
      {
        kind: 'apart',
        action: null,
        columns: [2],
        title: 'Not joined: z12a and z12b',
        reason:
          'Not joined: 10.6.25 was measured with both, and 1 of 1 test differs beyond the noise: insert.',
      },
    ]);
    expect(seamConfigs(seams)).toBe('');
  });

  describe('with a confirmed config step', () => {
    const columns = [
      ...['MySQL 8.4.7 o2 z12a', 'MySQL 9.3.0 o2 z12a', 'MySQL 9.4.0 o2 z12a', 'MySQL 9.4.0 o2 z13a'],
      ...['MySQL 9.5.0 o2 z13a', 'MySQL 9.6.0 o2 z13b'],
    ];
    const settings: Record<string, string> = { z12a: 'io=1', z13a: 'io=2', z13b: 'io=2' };
    const view = makeView({
      benchmark: 'sysbench',
      columns,
      tests: { insert: [200, 100, 100, 50, 50, 25], scan: [100, 100, 100, 80, 80, 80] },
    });
    const found = findConfigLines(view.matrix.columns, {
      compare: () => ({ moved: 1, tests: 2, ratio: 0.63 }),
      settingsOf: (_, config) => settings[config] ?? null,
      decisions: [{ product: 'MySQL', from: 'z12a', to: 'z13a', action: 'step' }],
    });
    const joined = withConfigLines(view.matrix.columns, found.lines);
    const stepped: CompareView = { ...view, ...found, matrix: { ...view.matrix, columns: joined } };
    const data = toHeatmapData(stepped);
    const modelIn = (change: Partial<CompareState> = {}) => {
      const state = settledState(data, { ...compareUrl.defaults, rule: 'thresholds', ...change });
      return heatmapModel(toColumnSet(data, state), state);
    };

    it('compares no version with one from before the step', () => {
      const { selection, groups } = modelIn();
      expect(selection.bases).toEqual([0, 3]);
      expect(groups[0]?.rows[0]?.cells.map(({ text }) => text)).toEqual([
        ...['200', '0.50', '0.50'],
        ...['50', '1.00', '0.50'],
      ]);
      expect(groups[0]?.rows[0]?.firstBad).toBe('9.6.0');
      // Neither does one base for all, nor a base from before the step.
      expect(modelIn({ bases: 'one' }).selection.bases).toEqual([0, 3]);
      expect(modelIn({ base: data.columns[1]?.slug ?? '' }).selection.bases).toEqual([1, 3]);
    });

    it('names the step, its size and the tests it moved in the sentence and at the seam', () => {
      const { selection } = modelIn();
      const note =
        'z12a to z13a: a config step of −37% measured on 9.4.0 (1 of 2 tests moved). No version is blamed for it: later versions are compared with 9.4.0 with z13a.';
      expect(sentenceText(bandsSentence(selection))).toContain(note);
      expect(seamModels(selection)).toMatchObject([
        { kind: 'joined', columns: [5], title: 'Config changed here: z13a to z13b' },
        {
          kind: 'step',
          columns: [3],
          action: 'split',
          title: 'Joined with a config step of −37% measured on 9.4.0: z12a to z13a',
          changes: [{ name: 'io', text: '1 → 2' }],
          reason: note,
        },
      ]);
      expect(selection.names.map(({ short }) => short)).toContain('9.4.0 z13a');
    });

    it('names the base of each column in exports', () => {
      const state = settledState(data, compareUrl.defaults);
      const table = JSON.parse(exportTable({ view: stepped, data }, state, 'json'));
      const ratioOf = (test: string) =>
        table.rows.find((row: { test: string }) => row.test === test)?.relative;
      expect(ratioOf('insert')).toEqual([1, 0.5, 0.5, 1, 1, 0.5]);
    });

    it('opens its report with the versions after it, and names the step there', () => {
      const state = settledState(data, compareUrl.defaults);
      const { facts, title } = toViewReport({ view: stepped, data, state });
      expect(title).toContain('MySQL 9.4.0 to 9.6.0');
      expect(facts.find(({ label }) => label === 'Config step')?.text).toContain('a config step of −37%');
      expect(facts.find(({ label }) => label === 'Not in this report')?.text).toContain('MySQL');
    });

    it('needs no words where only versions after it are chosen', () => {
      const cols = data.columns.slice(3).map(({ slug }) => slug);
      const { selection } = modelIn({ cols });
      expect(selection.parts).toHaveLength(1);
      expect(sentenceText(bandsSentence(selection))).not.toContain('config step');
    });
  });

  it('has no seam where configs are variations', () => {
    const variations = modelOf(['MySQL 9.5.0 o2 z12a', 'MySQL 9.5.0 o2 z12a_gtid'], [100, 90]);
    expect(variations.selection.isSeam).toEqual([false, false]);
    expect(seamModels(variations.selection)).toEqual([]);
  });
});

import { findConfigLines, withConfigLines } from '@basecase/analysis';
import { describe, expect, it } from 'vitest';
import { makeView } from '../../testing/test-view';
import { bandsSentence } from '../bands/bands-sentence';
import { settledState } from '../choose-columns';
import { toColumnSet } from '../column-set';
import { compareUrl } from '../compare-state';
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
        isJoined: false,
        action: null,
        columns: [2],
        title: 'Not joined: z12a and z12b',
        reason:
          'Not joined: 10.6.25 was measured with both, and 1 of 1 test differs beyond the noise: insert.',
      },
    ]);
    expect(seamConfigs(seams)).toBe('');
  });

  it('has no seam where configs are variations', () => {
    const variations = modelOf(['MySQL 9.5.0 o2 z12a', 'MySQL 9.5.0 o2 z12a_gtid'], [100, 90]);
    expect(variations.selection.isSeam).toEqual([false, false]);
    expect(seamModels(variations.selection)).toEqual([]);
  });
});

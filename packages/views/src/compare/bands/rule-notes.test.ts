import { describe, expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { toColumnSet } from '../column-set';
import { compareUrl } from '../compare-state';
import { heatmapModel } from '../heatmap/heatmap-model';
import { ruleNotes, sentenceText } from '../heatmap/verdict-sentence';
import type { HeatmapData } from '../heatmap-data';
import { bandsSentence } from './bands-sentence';

// One row of tests at 3% under the base, on a server with unknown noise: all are unclear.
const unknown = (values: number[][]): HeatmapData => ({
  ...heatmapData({ throughput: values }),
  noise: { kind: { clients: 40, cached: false }, server: 'dedicated', pairs: [] },
});
const modelOf = (data: ReturnType<typeof unknown>, change = {}) => {
  const state = { ...compareUrl.defaults, ...change };
  return heatmapModel(toColumnSet(data, state), state);
};
const texts = (model: ReturnType<typeof modelOf>) => ruleNotes(model.selection).map(({ text }) => text);

/** Classes of the cells next to the base, without the class of a shown column. */
const classesOf = ({ groups }: ReturnType<typeof modelOf>) =>
  groups.flatMap(({ rows }) => rows.map(({ cells }) => cells[1]?.className.replace(' show', '')));

describe('what is unclear', () => {
  it('is reported once, with the size of change that one run detects, and first when most tests are within noise', () => {
    const model = modelOf(
      unknown([
        [100, 97],
        [100, 97],
        [100, 50],
      ]),
    );
    expect(texts(model).at(-1)).toMatch(
      /^Within noise: 2 of 3 cells\. With one run, changes under \d+% can’t be detected in a typical test\.$/,
    );
    expect(classesOf(model)).toEqual(['c uc', 'c uc', 'c r5 step']);
    expect(sentenceText(bandsSentence(model.selection))).toMatch(
      /^2 of 3 tests are within noise: these runs can't tell them from no change\. 1 of 3 tests is slower/,
    );
  });

  it('omits the size that one run detects when every cell was compared by rounds', () => {
    const round = (value: number) =>
      Array.from({ length: 16 }, (_, at) => value * (1 + (at % 2 ? 0.2 : -0.2)));
    const inRounds = (rows: number[][][]): HeatmapData => ({
      ...unknown([
        [100, 97],
        [100, 97],
      ]),
      rounds: [{ id: 'a', restartEvery: 4, values: rows }],
    });
    const both = [round(100), round(97).reverse()];
    expect(texts(modelOf(inRounds([both, both]))).at(-1)).toMatch(/^Within noise: 2 of 2 cells\.$/);
    expect(texts(modelOf(inRounds([both, [[], []]]))).at(-1)).toContain('With one run, changes under');
  });

  it('is one test where there is only one', () => {
    expect(sentenceText(bandsSentence(modelOf(unknown([[100, 97]])).selection))).toMatch(
      /^The one test is within noise: these runs can't tell it from no change\./,
    );
  });

  it('has a dot in its cell where it is the exception', () => {
    const model = modelOf(
      unknown([
        [100, 97],
        [100, 50],
        [100, 50],
      ]),
    );
    expect(texts(model).at(-1)).toContain('Within noise: 1 of 3 cells.');
    expect(classesOf(model)).toEqual(['c un', 'c r5 step', 'c r5 step']);
  });

  it('is not spoken of where there is none, nor where the plain threshold judges', () => {
    const data = unknown([[100, 50]]);
    expect(texts(modelOf(data)).join()).not.toContain('Unclear');
    expect(texts(modelOf(data, { rule: 'thresholds' }))).toEqual([]);
  });

  it('names the product that has most of it', () => {
    const data = unknown([
      [100, 50, 100, 97],
      [100, 50, 100, 97],
    ]);
    for (const column of data.columns.slice(2)) column.product = 'PostgreSQL';
    const notes = texts(modelOf(data, { product: ['MySQL', 'PostgreSQL'] }));
    expect(notes.at(-1)).toContain('Within noise: 2 of 4 cells. Mostly PostgreSQL.');
    // That no noise is known is the same in both bands, and said once.
    expect(notes.filter((text) => text.startsWith('No independent repeat run yet'))).toHaveLength(1);
  });
});

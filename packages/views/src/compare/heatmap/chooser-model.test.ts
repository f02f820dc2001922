import { describe, expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { choiceOf, toggled } from '../choose-columns';
import { compareHref, compareUrl } from '../compare-state';
import { chooserModel } from './chooser-model';

const base = heatmapData({ throughput: [[1, 2, 3, 4]] });
const versions = ['8.0.43', '8.0.44', '17.7', '18.1'];
const data = {
  ...base,
  columns: base.columns.map((column, index) => ({
    ...column,
    version: versions[index] ?? '',
    product: index < 2 ? 'MySQL' : 'PostgreSQL',
    config: index === 1 ? 'z12b' : 'z12a',
  })),
};
const state = { ...compareUrl.defaults, server: 'pn53' };

describe('column chooser', () => {
  it('offers the usual choices as links that keep the rest of the view', () => {
    const { shortcuts, chosen, all } = chooserModel(
      data,
      { ...state, cols: ['v1', 'v3'], q: 'scan' },
      compareHref,
    );
    expect([chosen, all]).toEqual([2, 4]);
    expect(shortcuts.map(({ label, href }) => [label, href])).toEqual([
      ['All 4', '/compare?server=pn53&product=MySQL&product=PostgreSQL&q=scan'],
      ['Latest release of each major', '/compare?server=pn53&cols=v2,v3,v4&q=scan'],
      ['Newest against the previous', '/compare?server=pn53&product=PostgreSQL&base=v3&q=scan'],
    ]);
  });

  it('offers configs where there are several', () => {
    const { products } = chooserModel(data, state, compareHref);
    expect(products.map(({ product, shortcuts }) => [product, shortcuts.map(({ label }) => label)])).toEqual([
      ['MySQL', ['only z12a', 'only z12b']],
      ['PostgreSQL', []],
    ]);
    expect(products[0]?.columns.map(({ version, detail, checked }) => [version, detail, checked])).toEqual([
      ['8.0.43', 'z12a', true],
      ['8.0.44', 'z12b', true],
    ]);
  });

  it('adds and removes a column, and keeps the last one', () => {
    const cols = (chosen: string[], index: number) => toggled(data, { ...state, cols: chosen }, index);
    expect(cols(['v1'], 2)).toMatchObject({ cols: ['v1', 'v3'], product: [] });
    expect(cols(['v1', 'v3'], 0)).toMatchObject({ cols: ['v3'], product: [] });
    expect(cols(['v3'], 2)).toBeNull();
    expect(cols(['v1', 'v2', 'v3'], 3)).toMatchObject({ cols: [], product: ['MySQL', 'PostgreSQL'] });
    expect(choiceOf(data, [0, 1])).toEqual({ cols: [], product: [] });
    expect(choiceOf(data, [2, 3])).toEqual({ cols: [], product: ['PostgreSQL'] });
  });
});

import { describe, expect, it } from 'vitest';
import { heatmapData } from '../../testing/test-heatmap-data';
import { defaultProduct, settledState, withBaseColumn } from '../choose-columns';
import { toColumnSet } from '../column-set';
import { type CompareState, compareHref, compareUrl } from '../compare-state';
import { productSwitch } from '../heatmap/chooser-model';
import { heatmapModel } from '../heatmap/heatmap-model';
import { bandedReadout, cellLabel } from '../heatmap/heatmap-readout';
import { sentenceText } from '../heatmap/verdict-sentence';
import { inBand, toBandedSelection } from './banded-selection';
import { bandsSentence } from './bands-sentence';

// Three versions of MySQL and two of PostgreSQL, of one test: 100 90 80, and 50 60.
const PRODUCTS = ['MySQL', 'MySQL', 'MySQL', 'PostgreSQL', 'PostgreSQL'];
const mixed = (values: (number | null)[][] = [[100, 90, 80, 50, 60]]) => {
  const data = heatmapData({ throughput: values });
  return {
    ...data,
    columns: data.columns.map((column, index) => ({ ...column, product: PRODUCTS[index] ?? '' })),
  };
};
const state = (change: Partial<CompareState> = {}): CompareState => ({ ...compareUrl.defaults, ...change });
const modelOf = (change: Partial<CompareState> = {}, data = mixed()) => {
  const settled = settledState(data, state(change));
  return heatmapModel(toColumnSet(data, settled), settled);
};
const textsOf = (change: Partial<CompareState> = {}, data = mixed()) =>
  modelOf(change, data).groups[0]?.rows[0]?.cells.map(({ text }) => text);
const BOTH = { product: ['MySQL', 'PostgreSQL'] };

describe('the product of a heatmap', () => {
  it('is the one with the most versions that have a value', () => {
    expect(defaultProduct(mixed())).toBe('MySQL');
    expect(defaultProduct(mixed([[null, 90, null, 50, 60]]))).toBe('PostgreSQL');
    expect(textsOf()).toEqual(['100', '0.90', '0.80']);
  });

  it('is found in any case, and is the default where it is not here', () => {
    expect(textsOf({ product: ['POSTGRESQL'] })).toEqual(['50', '1.20']);
    expect(textsOf({ product: ['Oracle'] })).toEqual(['100', '0.90', '0.80']);
    expect(settledState(mixed(), state({ product: ['postgresql'] })).product).toEqual(['PostgreSQL']);
    expect(settledState(mixed(), state({ product: ['mysql'] })).product).toEqual([]);
  });

  it.each<[string, Partial<CompareState>]>([
    ['a base', { base: 'v5' }],
    ['an open cell', { cell: { test: 'point-query_range=1', column: 'v5' } }],
    ['an order', { sort: '-v5' }],
  ])('is that of a column that a link names as %s', (_, change) => {
    expect(settledState(mixed(), state(change)).product).toEqual(['PostgreSQL']);
  });
});

describe('a test without an operation, where thresholds judge', () => {
  const sentenceOf = (values: number[][], change: Partial<CompareState> = {}) =>
    sentenceText(bandsSentence(modelOf(change, mixed(values)).selection));
  const dead = [100, 90, 0, 50, 0];

  it('has stopped working in every sentence', () => {
    expect(textsOf(BOTH, mixed([dead]))).toEqual(['100', '0.90', '0.00', '50', '0.00']);
    expect(sentenceOf([dead])).toMatch(/stopped working.* No other test of /);
    expect(sentenceOf([dead, [100, 100, 100, 50, 50]])).toMatch(
      /stopped working.* The only test is not slower in 3\.0/,
    );
    expect(sentenceOf([dead, [100, 100, 100, 50, 50]], BOTH)).toContain(
      '1 stopped working, none slower or faster than',
    );
    expect(sentenceOf([dead, dead], BOTH)).toContain('2 stopped working, and no other test is in');
  });
});

describe('products side by side', () => {
  it('are bands, each against its own base', () => {
    expect(textsOf(BOTH)).toEqual(['100', '0.90', '0.80', '50', '1.20']);
    expect(textsOf({ cols: ['all'] })).toEqual(['100', '0.90', '0.80', '50', '1.20']);
    expect(textsOf({ cols: ['v2', 'v3', 'v5'] })).toEqual(['90', '0.89', '60']);
    expect(modelOf(BOTH).selection.bases).toEqual([0, 3]);
  });

  it('take a base in one band without a change in the others', () => {
    expect(textsOf({ ...BOTH, base: 'v5' })).toEqual(['100', '0.90', '0.80', '0.83', '60']);
    expect(textsOf({ ...BOTH, base: 'v5,v2' })).toEqual(['1.11', '90', '0.89', '0.83', '60']);
    const data = mixed();
    expect(withBaseColumn(data, 'v5,v2', 'v4')).toBe('v2,v4');
    expect(withBaseColumn(data, 'v5,v2,gone', 'v1')).toBe('v5,v1');
  });

  it('share one base when that is chosen, and name it', () => {
    const one = { ...BOTH, bases: 'one', base: 'v2' } as const;
    expect(textsOf(one)).toEqual(['1.11', '90', '0.89', '0.56', '0.67']);
    const { selection } = modelOf(one);
    expect(sentenceText(bandsSentence(selection))).toBe(
      'The only test is slower in MySQL 3.0 than in MySQL 2.0. One base for all products: MySQL 2.0.',
    );
  });

  it('have a sentence of each, and no step that leads from one to the other', () => {
    const { selection, groups, hasSummary } = modelOf(BOTH);
    expect(sentenceText(bandsSentence(selection))).toBe(
      'The only test is slower in MySQL 3.0 than in 1.0. PostgreSQL 5.0: 1 faster than 4.0.',
    );
    const classes = groups[0]?.rows[0]?.cells.map(({ className }) => className);
    expect(classes).toEqual(['c n base', 'c r2 step', 'c r3 show', 'c n base band', 'c b2']);
    expect(hasSummary).toBe(false);
  });

  it('say the product and the base of a cell', () => {
    const { selection } = modelOf(BOTH);
    expect(bandedReadout(selection, { row: 0, column: 4 })).toMatchObject({
      versus: 'PostgreSQL 5.0 against 4.0',
      ratio: { text: '1.20' },
    });
    const own = inBand(selection, 4);
    expect(cellLabel(own.selection, 0, own.column)).toContain('PostgreSQL 5.0 against 4.0: 1.20');
  });

  it('sort by a column against the base of its band', () => {
    const data = mixed([
      [100, 100, 100, 50, 60],
      [100, 100, 100, 80, 60],
    ]);
    const { groups } = modelOf({ ...BOTH, sort: 'v5' }, data);
    expect(groups[0]?.rows.map(({ row }) => row)).toEqual([1, 0]);
    expect(groups[0]?.label).toBe('All tests by PostgreSQL 5.0, smallest first');
  });
});

describe('columns by words and versions', () => {
  const versions = ['8.0.43', '8.0.44', '9.5.0', '17.7', '18.1'];
  const data = () => {
    const own = mixed();
    return {
      ...own,
      columns: own.columns.map((column, index) => ({ ...column, version: versions[index] ?? '' })),
    };
  };
  const chosen = (change: Partial<CompareState>) => settledState(data(), state(change));

  it('become the choice of columns', () => {
    expect(chosen({ match: '8.0' })).toMatchObject({ cols: ['v1', 'v2'], match: '' });
    expect(chosen({ match: '-9.5' })).toMatchObject({ cols: ['v1', 'v2'] });
    expect(chosen({ from: '8.0.44' })).toMatchObject({ cols: ['v2', 'v3'], from: '' });
    expect(chosen({ from: '8.0.44', to: '8.0' })).toMatchObject({ cols: ['v2'], to: '' });
    expect(chosen({ ...BOTH, from: '9.0' })).toMatchObject({ cols: ['v3', 'v4', 'v5'] });
  });

  it('are looked for among columns that are not shown unasked', () => {
    const wide = heatmapData({ throughput: [Array.from({ length: 100 }, () => 1)] });
    for (const [index, each] of wide.columns.entries()) each.version = `8.0.${index + 1}`;
    const found = settledState(wide, state({ from: '8.0.30', to: '8.0.31' }));
    expect(found.cols).toEqual(['v30', 'v31']);
  });

  it('leave the columns as they are where none matches, and take the place of a former choice', () => {
    expect(chosen({ match: 'nothing' })).toMatchObject({ cols: [], product: [], match: '' });
    expect(chosen({ match: '9.5', cols: ['v1'] })).toMatchObject({ cols: ['v3'] });
    expect(chosen({ from: '8.0.43' })).toMatchObject({ cols: [], product: [] });
  });
});

describe('the product switch', () => {
  const switchOf = (change: Partial<CompareState>, data = mixed()) =>
    productSwitch(data, settledState(data, state(change)), { elsewhere: [], hrefOf: compareHref });

  it('counts columns, chooses one alone and adds one', () => {
    const [mysql, postgresql] = switchOf({ base: 'v2', sort: 'v3' }).products;
    expect(mysql).toMatchObject({ product: 'MySQL', columns: 3, isShown: true });
    expect(postgresql).toMatchObject({ columns: 2, isShown: false, href: '/compare?product=PostgreSQL' });
    expect(postgresql?.toggled).toMatchObject({ product: ['MySQL', 'PostgreSQL'], base: 'v2', sort: 'v3' });
    // The last one can't be taken away.
    expect(mysql?.toggled).toMatchObject({ product: [], base: 'v2' });
  });

  it('leaves out what is about columns that are not shown, or the address would open them again', () => {
    const [mysql] = switchOf({ ...BOTH, base: 'v5,v2', cell: { test: 't', column: 'v5' } }).products;
    expect(mysql?.alone).toEqual({ cols: [], product: [], base: 'v2', cell: null, sort: '', show: '' });
    expect(mysql?.toggled).toMatchObject({ product: ['PostgreSQL'], base: 'v5' });
  });

  it('keeps a choice of columns of the other products', () => {
    const [, postgresql] = switchOf({ cols: ['v1', 'v3'] }).products;
    expect(postgresql?.toggled).toMatchObject({ cols: ['v1', 'v3', 'v4', 'v5'], product: [] });
  });

  it('shows all at once, which one product does not offer', () => {
    expect(switchOf({}).all).toMatchObject({
      isShown: false,
      href: '/compare?product=MySQL&product=PostgreSQL',
    });
    expect(switchOf(BOTH).all?.isShown).toBe(true);
    expect(switchOf({}, heatmapData({ throughput: [[1, 2]] }) as ReturnType<typeof mixed>).all).toBeNull();
  });
});

it('resolves a state of no columns without a throw', () => {
  const data = heatmapData({});
  const { bands } = toBandedSelection(toColumnSet(data, state()), state());
  expect(bands).toHaveLength(1);
});

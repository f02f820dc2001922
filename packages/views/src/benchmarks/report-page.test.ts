import { describe, expect, it } from 'vitest';
import { makeState, makeView, toEntry } from '../testing/test-view';
import { linksOf, versionsPage } from './report-page';

const view = makeView({
  benchmark: 'insert-benchmark',
  workload: {
    slug: 'x20m',
    label: 'Insert Benchmark',
    details: ['1 client', 'relative to 5.6'],
    origin: 'published',
    source: '2026-01-07 post',
  },
  columns: ['MySQL 5.7.44 - cx6d', 'MySQL 8.0.43 - cx6d', 'PostgreSQL 17.7 - cx5'],
  tests: { 'l.i0': [1, 2, 3] },
});
const page = (change = {}) =>
  versionsPage({
    kind: 'insert-benchmark',
    entries: [toEntry(view)],
    view,
    state: makeState({ server: 'pn53', workload: 'x20m', ...change }),
  });
const control = (name: string, change = {}) => page(change).controls.find((each) => each.name === name);

describe('head of a report', () => {
  it('names the shown versions and their origin, but not the base of a table of ratios', () => {
    const { title, on, meta } = page();
    expect([title, on]).toEqual(['MySQL and PostgreSQL', 'on 8-core']);
    expect(meta).toEqual(['published figures: 2026-01-07 post', 'pn53', 'Insert Benchmark', '1 client']);
  });

  it('offers products, builds and bases that are there', () => {
    expect(control('product')?.choices.map(({ value }) => value)).toEqual(['', 'MySQL', 'PostgreSQL']);
    expect(control('build')?.choices.map(({ value }) => value)).toEqual(['all', 'cx6d', 'cx5']);
    expect(control('base', { product: 'PostgreSQL', base: 'mysql-8.0.43-cx6d' })).toMatchObject({
      value: 'postgresql-17.7-cx5',
      choices: [{ value: 'postgresql-17.7-cx5', label: '17.7' }],
    });
  });

  it('keeps an own threshold among the choices', () => {
    expect(control('t', { t: 0.8 })?.choices.map(({ label }) => label)).toEqual([
      '0.80 / 1.25',
      '0.95 / 1.05',
      '0.97 / 1.03',
      '0.90 / 1.11',
    ]);
  });

  it('carries what no control shows through the form', () => {
    expect(page({ test: 'l.i0' }).hidden).toEqual([['test', 'l.i0']]);
  });

  it('links to the same report in another state', () => {
    const linkTo = linksOf('insert-benchmark', makeState({ server: 'pn53', test: 'l.i0' }));
    expect(linkTo({ base: 'x' })).toBe('/insert-benchmark?server=pn53&base=x&test=l.i0');
  });
});

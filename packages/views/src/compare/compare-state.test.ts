import { describe, expect, it } from 'vitest';
import { type CompareState, cellHrefs, compareHref, compareUrl } from './compare-state';

const parse = (query: string) => compareUrl.parse(new URLSearchParams(query));

const EVERYTHING: CompareState = {
  server: 'pn53',
  workload: 'sysbench-1x50m-c1',
  product: ['MySQL', 'PostgreSQL'],
  base: 'mysql-5.7.44-z12a_c8r32,postgresql-17.7-x10a_c8r32',
  bases: 'one',
  match: 'o2',
  from: '8.0',
  to: '9.5.0',
  split: ['z12b', 'z13a'],
  columns: 'configs',
  first: 'o2 z12a_c8r32',
  second: 'o2 z12a_gtid_c8r32',
  cols: ['mysql-5.7.44-z12a_c8r32', 'mysql-9.5.0-z12a_c8r32'],
  metric: 'cpu_per_op',
  t: 0.97,
  rule: 'thresholds',
  q: 'write -zipf & more',
  only: true,
  page: 3,
  warmups: true,
  sort: '-mysql-9.5.0-z12a_c8r32',
  fold: ['point', 'write'],
  cell: { test: 'read-only_range=100', column: 'mysql-9.5.0-z12a_c8r32' },
  repeat: 2,
  show: 'mysql-9.5.0-z12a_c8r32',
  weights: 'point-query_range=100 5\nscan 0.5',
  price: '0.40',
  currency: 'EUR',
  power: '150',
};

describe('compare state in the URL', () => {
  it('survives a round trip through its query', () => {
    expect(parse(compareUrl.query(EVERYTHING))).toEqual(EVERYTHING);
    expect(parse(compareUrl.query(compareUrl.defaults))).toEqual(compareUrl.defaults);
  });

  it('leaves defaults out and keeps links readable', () => {
    expect(compareUrl.query(compareUrl.defaults)).toBe('');
    expect(
      compareHref({ server: 'pn53', metric: 'cpu_per_op', cell: { test: 'a_range=1', column: 'b' } }),
    ).toBe('/compare?server=pn53&metric=cpu/o&cell=a_range=1@b');
  });

  it('leads to a cell of a heatmap, or to the heatmap', () => {
    const heatmap = { server: 'pn53', workload: 'w', base: 'mysql-8.0.43' };
    expect(
      compareHref({
        ...heatmap,
        cell: { test: 'scan_range=100', column: 'mysql-9.5.0' },
        metric: 'cpu_per_op',
      }),
    ).toBe('/compare?server=pn53&workload=w&base=mysql-8.0.43&metric=cpu/o&cell=scan_range=100@mysql-9.5.0');
    expect(compareHref({ ...heatmap, cell: null })).toBe('/compare?server=pn53&workload=w&base=mysql-8.0.43');
  });

  it.each([
    ['metric=QPSX', 'metric', 'throughput'],
    ['t=', 't', 0.95],
    ['repeat=0', 'repeat', 1],
    ['repeat=1.5', 'repeat', 1],
    ['repeat=', 'repeat', 1],
    ['t=abc', 't', 0.95],
    ['t=1.2', 't', 0.95],
    ['cell=no-column', 'cell', null],
    ['cell=a@b@c', 'cell', { test: 'a@b', column: 'c' }],
    ['server=PN53', 'server', 'pn53'],
    ['cell=@c', 'cell', null],
    ['cell=a@', 'cell', null],
    [`cols=${'x'.repeat(601)},b`, 'cols', ['b']],
    ['q=a%00b', 'q', ''],
    ['cols=a%00b', 'cols', []],
    ['fold=point,no nsense', 'fold', ['point']],
    ['only=yes', 'only', false],
    [`q=${'x'.repeat(601)}`, 'q', ''],
  ] as const)('reads %s as the default or what is left of it', (query, key, expected) => {
    expect(parse(query)[key]).toEqual(expected);
  });

  it('takes the last of a repeated parameter, and all bases, products and columns', () => {
    expect(parse('sort=a&sort=b').sort).toBe('b');
    expect(parse('base=a,b&base=c').base).toBe('a,b,c');
    expect(parse('product=mysql&product=PostgreSQL').product).toEqual(['mysql', 'PostgreSQL']);
    expect(parse('cols=a&cols=b,c').cols).toEqual(['a', 'b', 'c']);
    expect(parse('fold=point,write&fold=point').fold).toEqual(['point']);
  });
});

describe('compare state on the page of a permalink', () => {
  const from = (query: string) => compareUrl.parse(new URLSearchParams(query), EVERYTHING);

  it('is the frozen one without a query', () => {
    expect(from('')).toEqual(EVERYTHING);
    expect(compareUrl.query(EVERYTHING, EVERYTHING)).toBe('');
  });

  it('lists differences from the frozen one, including defaults of the live page', () => {
    const changed: CompareState = {
      ...EVERYTHING,
      metric: 'throughput',
      q: '',
      only: false,
      fold: [],
      cell: null,
    };
    const query = compareUrl.query(changed, EVERYTHING);
    expect(query).toBe('?metric=QPS&q=&only=&fold=&cell=');
    expect(from(query)).toEqual(changed);
  });
});

describe('the paths of cells', () => {
  it('are those of the view with the cell, whatever characters names contain', () => {
    const views = [
      {},
      {
        server: 'a&b',
        workload: 'w',
        base: 'x y',
        metric: 'cpu_per_op' as const,
        rule: 'thresholds' as const,
      },
    ];
    for (const view of views) {
      const hrefOf = cellHrefs(view);
      for (const cell of [
        { test: 'scan_range=100', column: 'mysql-8.0.43' },
        { test: 'a&b c', column: 'ü#+' },
      ])
        expect(hrefOf(cell)).toBe(compareHref({ ...view, cell }));
    }
  });
});

import { describe, expect, it } from 'vitest';
import { parseArtifactState } from '../artifact/artifact';
import { reportUrl } from '../benchmarks/report-model';
import { compareUrl } from '../compare/compare-state';
import { parseNoiseState } from '../noise/noise';
import { regressionsUrl } from '../regressions/regressions-state';
import { runsUrl } from '../runs/runs-run';
import { serversUrl } from '../servers/servers-state';
import { trendsUrl } from '../trends/trends-state';
import { filesUrl, uploadsUrl } from '../uploads/uploads-state';
import { webhooksUrl } from '../webhooks/webhooks';

type Read = (query: Iterable<[string, string]>) => object;

/** How each page reads its address; `:id` means any name. */
const PAGES: Readonly<Record<string, Read>> = {
  '/artifacts/:id': parseArtifactState,
  '/compare': (query) => compareUrl.parse(query),
  '/report': (query) => compareUrl.parse(query),
  '/servers': (query) => serversUrl.parse(query),
  '/trends': (query) => trendsUrl.parse(query),
  '/insert-benchmark': (query) => reportUrl.parse(query),
  '/fsync': (query) => reportUrl.parse(query),
  '/tproc-c': (query) => reportUrl.parse(query),
  '/db-bench': (query) => reportUrl.parse(query),
  '/noise': parseNoiseState,
  '/regressions': (query) => regressionsUrl.parse(query),
  '/runs': (query) => runsUrl.parse(query),
  '/uploads': (query) => uploadsUrl.parse(query),
  '/uploads/:id': (query) => filesUrl.parse(query),
  '/webhooks': (query) => webhooksUrl.parse(query),
};

/*
 * Addresses in posts, bookmarks and permalinks, written out: renaming a parameter must not change their meaning. Each
 * has every parameter that differs from its default.
 */
const ADDRESSES: readonly [address: string, meaning: object][] = [
  ['/compare', {}],
  ['/compare?server=pn53', { server: 'pn53' }],
  [
    '/compare?server=pn53&workload=sysbench-cached&base=mysql-9.4.0',
    { server: 'pn53', workload: 'sysbench-cached', base: 'mysql-9.4.0' },
  ],
  [
    '/compare?server=pn53&workload=sysbench-cached-1x50m-1c-pk1&base=postgresql-16.0-x10a_c8r32&cell=t0%40postgresql-17.0-x10a_c8r32',
    {
      server: 'pn53',
      workload: 'sysbench-cached-1x50m-1c-pk1',
      base: 'postgresql-16.0-x10a_c8r32',
      cell: { test: 't0', column: 'postgresql-17.0-x10a_c8r32' },
    },
  ],
  [
    '/compare?server=pn53&workload=w&base=mysql-8.0.43&metric=cpu/o&cell=scan_range=100@mysql-9.5.0',
    {
      server: 'pn53',
      workload: 'w',
      base: 'mysql-8.0.43',
      metric: 'cpu_per_op',
      cell: { test: 'scan_range=100', column: 'mysql-9.5.0' },
    },
  ],
  [
    '/compare?server=bench-1&workload=bench-1&cols=all',
    { server: 'bench-1', workload: 'bench-1', cols: ['all'] },
  ],
  [
    '/compare?server=pn53&base=v3&cols=v3,v4&q=scan',
    { server: 'pn53', base: 'v3', cols: ['v3', 'v4'], q: 'scan' },
  ],
  // As a form without scripts sends it: empty controls, a checkbox for each column, the pressed button last.
  [
    '/compare?server=pn53&metric=QPS&rule=verdicts&metric=r%2Fo&q=&cols=v1&cols=v2&sort=-v2&only=1&fold=point%2Cwrite',
    {
      server: 'pn53',
      metric: 'reads_per_op',
      cols: ['v1', 'v2'],
      sort: '-v2',
      only: true,
      fold: ['point', 'write'],
    },
  ],
  [
    '/compare?server=pn53&t=0.97&rule=thresholds&repeat=2&show=v3',
    { server: 'pn53', t: 0.97, rule: 'thresholds', repeat: 2, show: 'v3' },
  ],
  ['/compare?utm_source=post&server=pn53&t=abc&cell=none', { server: 'pn53' }],
  ['/report?server=recorded-8c-16g&rule=thresholds', { server: 'recorded-8c-16g', rule: 'thresholds' }],
  [
    '/servers?product=MySQL&on=pn53@cached-1c&base=8.0.43+z12a',
    { product: 'MySQL', on: ['pn53@cached-1c'], base: '8.0.43 z12a' },
  ],
  [
    '/servers?product=PostgreSQL&benchmark=sysbench&on=pn53%40w&on=&on=ax162-s%40w&v=17.5+x10a&v=18beta1+x10b&metric=CPU%20%C2%B5s/o&t=0.9&rule=thresholds&q=write&only=1&fold=point',
    {
      product: 'PostgreSQL',
      benchmark: 'sysbench',
      on: ['pn53@w', 'ax162-s@w'],
      v: ['17.5 x10a', '18beta1 x10b'],
      metric: 'cpu_us_per_op',
      t: 0.9,
      rule: 'thresholds',
      q: 'write',
      only: true,
      fold: ['point'],
    },
  ],
  [
    '/trends?product=PostgreSQL&benchmark=sysbench&test=update-zipf_range=100&x=major',
    { product: 'PostgreSQL', benchmark: 'sysbench', test: 'update-zipf_range=100', x: 'major' },
  ],
  [
    '/trends?test=all&on=pn53@cached&metric=p95&mode=abs&base=8.0.43&x=release&t=0.97',
    { on: ['pn53@cached'], metric: 'latency_p95', mode: 'abs', base: '8.0.43', x: 'release', t: 0.97 },
  ],
  ['/trends?test=group:range-aggregate', { test: 'group:range-aggregate' }],
  [
    '/insert-benchmark?server=pn53&workload=2025-08-26-mysql-5.6-thru-9.4-small-server-insert-benchmark-5.6.51-cz12a_c8r32',
    {
      server: 'pn53',
      workload: '2025-08-26-mysql-5.6-thru-9.4-small-server-insert-benchmark-5.6.51-cz12a_c8r32',
    },
  ],
  ['/insert-benchmark?server=pn53&base=x&test=l.i0', { server: 'pn53', base: 'x', test: 'l.i0' }],
  [
    '/fsync?workload=2026-01-07-fsync-latency-fio&sort=fsync+16+KB',
    { workload: '2026-01-07-fsync-latency-fio', sort: 'fsync 16 KB' },
  ],
  ['/fsync?base=dell#relative', { base: 'dell' }],
  [
    '/tproc-c?server=pn53&workload=tproc-c-5-min-ramp-up-120-min&t=0.9',
    { server: 'pn53', workload: 'tproc-c-5-min-ramp-up-120-min', t: 0.9 },
  ],
  ['/db-bench?product=RocksDB&build=all', { product: 'RocksDB', build: 'all' }],
  ['/noise?q=io&page=3', { q: 'io', page: 3 }],
  ['/noise?server=ax162-s&workload=io&page=3', { server: 'ax162-s', workload: 'io' }],
  ['/regressions?cause=PostgreSQL+16.10+slower+CPU%2BIO', { cause: 'PostgreSQL 16.10 slower CPU+IO' }],
  [
    '/regressions?server=ax162-s&q=IO-bound&since=16.11&flat=1&state=all',
    { server: 'ax162-s', q: 'IO-bound', since: '16.11', state: 'all' },
  ],
  [
    '/regressions?kind=improvement&product=MySQL&group=write&verdict=small+improvement&sort=date&page=2',
    {
      kind: 'improvement',
      product: 'MySQL',
      group: 'write',
      sort: 'first seen',
      page: 2,
    },
  ],
  ['/regressions?q=plain1&state=wont_fix', { q: 'plain1', state: 'wont_fix' }],
  [
    '/runs?q=x10a+-18.0&product=PostgreSQL&server=pn53&benchmark=insert-benchmark&before=1763692200000-17',
    {
      q: 'x10a -18.0',
      product: 'PostgreSQL',
      server: 'pn53',
      benchmark: 'insert-benchmark',
      before: '1763692200000-17',
    },
  ],
  ['/uploads?q=pn53+nov&state=failed&before=17', { q: 'pn53 nov', state: 'failed', before: '17' }],
  [
    '/uploads/7?q=scan&kind=vmstat&status=kept&after=20#files',
    { q: 'scan', kind: 'vmstat', status: 'kept', after: '20' },
  ],
  ['/webhooks?webhook=7', { webhook: '7' }],
  ['/artifacts/12?line=29#L29', { marked: { line: 29, lineEnd: 29 } }],
  ['/artifacts/7?line=10&lineEnd=12&from=1001', { marked: { line: 10, lineEnd: 12 }, from: 1001 }],
];

describe('an old address', () => {
  it.each(ADDRESSES)('%s', (address, meaning) => {
    const { pathname, searchParams } = new URL(address, 'http://basecase.example');
    const read = PAGES[pathname.replace(/(?<=\/(uploads|artifacts)\/).+/, ':id')];
    expect(read?.(searchParams)).toEqual({ ...read?.([]), ...meaning });
  });

  it('is there for each page', () => {
    const pages = ADDRESSES.map(([address]) => address.replace(/\?.*/, '').replace(/\/(7|12)$/, '/:id'));
    expect(new Set(pages)).toEqual(new Set(Object.keys(PAGES)));
  });
});

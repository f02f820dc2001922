import type {
  HeatmapEntry,
  HeatmapReleases,
  NewestRelease,
  ReleaseLineSummary,
  ServerEntry,
  StoppedEntry,
} from '@basecase/db/types';
import type { BenchmarkId } from '@basecase/ingest/model';
import { describe, expect, it } from 'vitest';
import { type HomeInput, homeModel } from './home-model';

const server = (slug: string, cores: number | null = 8) => ({
  slug,
  name: slug,
  cores,
  cpu: null,
  memoryBytes: null,
  storage: null,
  os: null,
});

const workload = (slug: string, benchmark: BenchmarkId = 'sysbench') => ({
  slug,
  benchmark,
  label: 'sysbench, cached',
  details: ['1 client'],
  clients: 1,
  origin: 'uploaded' as const,
  relativeTo: null,
  source: null,
});

const moved = (sure: number, possible = 0) => ({ sure, possible });

const newest = (slower: number, faster = 0, tests = 10, unclear = 0): NewestRelease => ({
  column: 'new-column',
  base: 'old-column',
  slower: moved(slower, 1),
  faster: moved(faster),
  unclear,
  tests,
});

const line = (
  product: string,
  versions: string[],
  says: Partial<ReleaseLineSummary> = {},
): ReleaseLineSummary => ({
  product,
  flavour: null,
  config: 'z12a',
  versions,
  means: versions.map((_, index) => 1 - index / 10),
  newest: versions.length > 1 ? newest(0) : null,
  ...says,
});

const releases = (
  slug: string,
  lines: ReleaseLineSummary[] | null,
  {
    day = '01',
    cores = 8 as number | null,
    benchmark = 'sysbench' as BenchmarkId,
    isStale = false,
    at = 'w',
  } = {},
): HeatmapReleases => ({
  server: server(slug, cores),
  workload: workload(at, benchmark),
  latestRunAt: `2026-01-${day}T00:00:00Z`,
  lines,
  isStale,
});

const toEntry = ({ server: own, workload: of, latestRunAt, lines }: HeatmapReleases): HeatmapEntry => ({
  server: own,
  workload: of,
  products: [...new Set((lines ?? []).map(({ product }) => product))],
  columns: 3,
  comparableVersions: 3,
  latestRunAt,
});

const toServer = ({ server: own, workload: of, latestRunAt }: HeatmapReleases): ServerEntry => ({
  ...own,
  runs: 3,
  products: ['MySQL'],
  benchmarks: [of.benchmark],
  latestRunAt,
});

function home(heatmaps: HeatmapReleases[], says: Partial<HomeInput> = {}) {
  return homeModel({
    state: { products: 1, page: 1 },
    releases: heatmaps,
    nights: [],
    heatmaps: heatmaps.map(toEntry),
    servers: heatmaps.map(toServer),
    records: [],
    uploads: [],
    waiting: { joins: 0, pending: 0 },
    stopped: [],
    ...says,
  });
}

const cards = (model: ReturnType<typeof home>) => model.products.cards.map(({ product }) => product);

it('says how many joins of configs need a decision, and nothing without one', () => {
  const model = (joins: number) => home([], { waiting: { joins, pending: 0 } });
  expect(model(0).waiting).toBe('');
  expect(model(2).waiting).toBe('2 joins of configs need a decision');
});

it('lists the heatmaps of a sweep once, with its clients and the page of all of them', () => {
  const heatmaps = [8, 32, 1].map((clients) => {
    const own = releases('a', [line('PostgreSQL', ['16.9', '17.5'])], {
      benchmark: 'pgbench',
      at: `c${clients}`,
    });
    const details = [`${clients} clients`];
    return { ...own, workload: { ...own.workload, label: 'pgbench, scale 50', details, clients } };
  });
  const { rows } = home([...heatmaps, releases('b', [])]).heatmaps;
  expect(rows.map(({ details, href }) => [details, href])).toEqual([
    ['scale 50, at 1, 8 and 32 clients', '/clients?server=a&workload=c32'],
    ['1 client', '/compare?server=b&workload=w'],
  ]);
});

describe('products of the home page', () => {
  it('are sorted by their last measurement, with fio among them', () => {
    const model = home([
      releases('a', [line('MySQL', ['8.0.43', '9.5.0'])], { day: '01' }),
      releases('a', [line('PostgreSQL', ['17.1', '18.1'])], { day: '03', at: 'w2' }),
      releases('ssd', [], { day: '09', benchmark: 'fio' }),
    ]);
    expect(cards(model)).toEqual(['PostgreSQL', 'MySQL']);
    expect(model.others).toEqual([
      {
        name: 'fio',
        text: 'no releases to compare; 1 server, 1 workload',
        href: '/fsync?server=ssd&workload=w',
      },
    ]);
    expect(model.servers.rows.map(({ name }) => name)).toContain('8-core ssd');
  });

  it('are all reachable by paging', () => {
    const names = Array.from({ length: 8 }, (_, index) => `Product ${index}`);
    const heatmaps = names.map((name, index) =>
      releases('a', [line(name, ['1.0', '1.1'])], { day: `1${index}`, at: name }),
    );
    const first = home(heatmaps);
    const second = home(heatmaps, { state: { products: 2, page: 1 } });
    expect([...cards(first), ...cards(second)].sort()).toEqual(names);
    expect(first.products.paging).toEqual({
      text: '1–6 of 8 products',
      previous: null,
      next: '/?products=2#releases',
    });
    expect(home(heatmaps, { state: { products: 99, page: 1 } }).products.paging?.previous).toBe('/#releases');
    expect(first.productList.map(({ product }) => product)).toHaveLength(8);
  });

  it('have a line for each server: one that can be compared, with the newest release, then the longest', () => {
    const model = home([
      releases('a', [line('MySQL', ['5.6.51', '5.7.44', '8.0.43'])], { at: 'old' }),
      releases('a', [line('MySQL', ['9.4.0', '9.5.0'], { newest: newest(3, 1) })], { at: 'new' }),
      releases('a', [line('MySQL', ['9.6.0'])], { at: 'alone' }),
    ]);
    const [card] = model.products.cards;
    expect(card?.rows).toMatchObject([
      {
        server: '8-core',
        releases: '9.5.0 against 9.4.0',
        slower: { text: '3 slower', possible: '1 possible', isSome: true },
        faster: { text: '1 faster', possible: '', isSome: true },
        href: '/compare?server=a&workload=new&base=old-column&sort=new-column',
      },
    ]);
    expect(card?.facts).toBe('1 server, 6 releases, 1 benchmark');
  });

  it('draw three servers of different sizes and lead to the others', () => {
    const model = home([
      releases('a', [line('MySQL', ['8.0.43', '9.5.0'])]),
      releases('b', [line('MySQL', ['8.0.43', '8.4.0', '9.5.0'])]),
      releases('c', [line('MySQL', ['8.0.43', '9.5.0'])], { cores: 48 }),
      releases('d', [line('MySQL', ['8.0.43', '9.5.0'])], { cores: null }),
      releases('e', [line('MySQL', ['9.5.0'])], { cores: 24 }),
    ]);
    const [card] = model.products.cards;
    expect(card?.rows.map(({ server: name }) => name)).toEqual(['8-core', '48-core', 'd']);
    expect(card?.more).toEqual({ text: '2 more servers', href: '/trends?product=MySQL' });
  });

  it('without two releases in one line have a note instead of a chart', () => {
    const model = home([
      releases('a', [line('MySQL', ['8.0.43']), line('MySQL', ['9.5.0'], { config: 'z13a' })]),
    ]);
    expect(model.products.cards[0]).toMatchObject({ chart: null, rows: [] });
    expect(model.products.cards[0]?.note).toContain('No two releases with one config and build');
    expect(model.lead.strong).toContain('No product has two releases with one config and build');
  });
});

describe('the chart', () => {
  it('has a point for each release, one label for each line, and all numbers in words', () => {
    const model = home([
      releases('a', [line('MySQL', ['8.0.43', '8.4.0', '9.5.0'], { newest: newest(4, 1) })]),
      releases('c', [line('MySQL', ['8.0.43', '9.5.0'], { means: [1, null] })], { cores: 24 }),
      releases('d', [line('MySQL', ['8.0.43', '9.5.0'], { means: [1, 1.3], newest: newest(1, 5) })], {
        cores: 48,
      }),
    ]);
    const chart = model.products.cards[0]?.chart;
    // One mean does not make a line.
    expect(chart?.lines.map(({ label, ratio, trend }) => [label, ratio, trend])).toEqual([
      ['8-core', '0.80', 'slower'],
      ['48-core', '1.30', 'faster'],
    ]);
    expect(chart?.lines.map(({ dots }) => dots.length)).toEqual([3, 2]);
    expect(chart?.places.map(({ text }) => text)).toEqual(['8.0.43', '8.4.0', '9.5.0']);
    expect(chart?.description).toBe(
      'Geometric mean of MySQL by release, relative to the first. 8-core: 8.0.43 1.00, 8.4.0 0.90, 9.5.0 0.80. 48-core: 8.0.43 1.00, 9.5.0 1.30.',
    );
    const [low, high] = [chart?.lines[0]?.dots.at(-1)?.y ?? 0, chart?.lines[1]?.dots.at(-1)?.y ?? 0];
    expect(low).toBeGreaterThan(high);
  });

  it('has majors as places where there are many releases, the newest of each', () => {
    const versions = [...Array(12).keys()].map((minor) => `17.${minor}`).concat('18.0', '18.1');
    const chart = home([releases('a', [line('PostgreSQL', versions)])]).products.cards[0]?.chart;
    expect(chart?.places.map(({ text }) => text)).toEqual(['17', '18']);
    expect(chart?.lines[0]?.ratio).toBe('-0.30');
  });
});

describe('the first sentence', () => {
  const stop = (count: number): StoppedEntry => ({
    ...{ server: server('a'), workload: workload('w'), product: 'MySQL', flavour: null, config: null },
    ...{ isNights: false, count, tests: [] },
  });

  it('begins with the tests that stopped working, as many as their list has', () => {
    const model = home([releases('a', [line('MySQL', ['9.4.0', '9.5.0'])])], { stopped: [stop(1), stop(3)] });
    expect(model.lead.strong).toBe('4 tests stopped working. Newest releases: no test slower');
    expect(model.stopped?.title).toBe('4 tests stopped working');
    // Nothing is left to be compared.
    const crashed = line('MySQL', ['9.4.0', '9.5.0'], { newest: null });
    expect(home([releases('a', [crashed])], { stopped: [stop(12)] }).lead).toEqual({
      strong: '12 tests stopped working.',
      rest: '',
    });
  });

  it('adds up what is sure, names where most of it is, and what is unclear', () => {
    const model = home([
      releases('a', [line('MySQL', ['9.4.0', '9.5.0'], { newest: newest(8, 1, 32, 6) })], { cores: 48 }),
      releases('b', [line('MyRocks', ['5.6', '8.0'], { newest: newest(15, 0, 15) })], { at: 'w2' }),
      releases('c', [line('PostgreSQL', ['17.1', '18.1'], { newest: newest(1, 1, 30, 4) })], { at: 'w3' }),
    ]);
    expect(model.lead.strong + model.lead.rest).toBe(
      'Newest releases: 24 tests slower, 2 faster, 10 of 77 too noisy to tell. MyRocks 8.0 on 8-core b: 15 of 15; MySQL 9.5.0 on 48-core a: 8 of 32.',
    );
  });

  it('reports that no test is slower and which heatmaps are being judged', () => {
    const model = home([
      releases('a', [line('MySQL', ['9.4.0', '9.5.0'])], { isStale: true }),
      releases('b', null, { isStale: true, at: 'w2' }),
    ]);
    expect(model.lead.strong).toBe('Newest releases: no test slower');
    expect(model.staleNote).toBe('2 heatmaps being judged again after new runs.');
  });
});

describe('what is loaded', () => {
  it('is listed a page at a time, nothing left out', () => {
    const heatmaps = Array.from({ length: 45 }, (_, index) =>
      releases('a', [line('MySQL', ['8.0.43'])], { at: `w${index}` }),
    );
    const pages = [1, 2, 3].map((page) => home(heatmaps, { state: { products: 1, page } }).heatmaps);
    expect(pages.flatMap(({ rows }) => rows.map(({ key }) => key))).toEqual(
      heatmaps.map(({ workload: { slug } }) => `a ${slug}`),
    );
    expect(pages[1]?.paging).toMatchObject({
      text: '21–40 of 45 heatmaps',
      previous: '/#loaded',
      next: '/?page=3#loaded',
    });
  });
});

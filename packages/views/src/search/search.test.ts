import type { FoundCells, FoundRecord, SearchCatalog, SearchCell, WordMeaning } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import { markWords } from './cell-results';
import { releaseBefore } from './find-heatmaps';
import {
  fitServer,
  fitTest,
  fitVersion,
  type SearchKind,
  type SearchModel,
  type TextPart,
  toWords,
} from './match-catalog';
import { editDistance, readSearch, type SearchSource } from './read-search';

const workload = (id: number, label: string, benchmark: 'sysbench' | 'fio' = 'sysbench') => ({
  id,
  slug: `w${id}`,
  benchmark,
  label,
  details: ['1 client'],
  clients: 1,
  origin: 'uploaded' as const,
  relativeTo: null,
  source: null,
});
const server = (id: number, name: string, cores: number | null) => ({
  id,
  slug: name,
  name,
  cores,
  cpu: null,
  memoryBytes: null,
  storage: null,
  os: null,
  runs: 3,
  products: ['MySQL'],
  benchmarks: ['sysbench' as const],
  latestRunAt: '2026-01-01T00:00:00Z',
});
const variant = (id: number, product: string, version: string, config: string | null = 'z12a') => ({
  id,
  slug: `${product}-${version}-${config}`.toLowerCase(),
  product,
  version,
  flavour: null,
  config,
  known: true,
});
const test = (id: number, name: string, range: number | null = 100) => ({
  id,
  benchmark: 'sysbench' as const,
  key: range === null ? name : `${name}_range=${range}`,
  name,
  range,
});
const heatmap = (serverId: number, workloadId: number, variants: number[], day = '01') => ({
  serverId,
  workloadId,
  variants,
  lines: [],
  origin: 'uploaded' as const,
  latestRunAt: `2026-01-${day}T00:00:00Z`,
});

const CATALOG: SearchCatalog = {
  servers: [server(1, 'pn53', 8), server(2, 'hetz', 48)],
  workloads: [workload(1, 'sysbench, cached'), workload(2, 'sysbench, IO-bound')],
  tests: [test(1, 'update-zipf'), test(2, 'update-index'), test(3, 'scan', null)],
  variants: [
    variant(1, 'MySQL', '8.0.43'),
    variant(2, 'MySQL', '9.4.0'),
    variant(3, 'MySQL', '9.5.0'),
    variant(4, 'MySQL', '9.5.0', 'z13b'),
    variant(5, 'PostgreSQL', '18.4', 'x10a'),
  ],
  heatmaps: [heatmap(2, 1, [1, 2, 3, 4], '03'), heatmap(1, 1, [2, 3], '02'), heatmap(1, 2, [1, 5], '01')],
};

/** Answers as a database in which every cell has a result would. */
function sourceOf(catalog = CATALOG) {
  const asked: { cells: SearchCell[]; records: WordMeaning[] } = { cells: [], records: [] };
  const source: SearchSource = {
    catalog: async () => catalog,
    cells: async ({ cells, limit }): Promise<FoundCells> => {
      asked.cells = cells;
      return {
        total: cells.length,
        heatmaps: cells.map((cell) => ({ server: cell.server, workload: cell.workload })),
        cells: cells.slice(0, limit).map((cell) => ({ ...cell, ratio: 0.9, record: null })),
      };
    },
    records: async ({ meanings }) => {
      asked.records = meanings;
      return { total: 0, items: [] };
    },
    uploads: async () => ({ total: 0, items: [] }),
    counts: async () => ({ records: 7, uploads: 9 }),
  };
  return { source, asked };
}

it('compares a version with the release before it on its line of configs', () => {
  const variants = ['8.4.7 z12a', '9.4.0 z12b', '9.4.0 z12a_gtid'].map((name, id) => {
    const [version = '', config = ''] = name.split(' ');
    return { id, slug: name, product: 'MySQL', version, flavour: null, config, known: true };
  });
  const [, later, variation] = variants;
  if (!later || !variation) throw new Error('Three variants were made.');
  const lines = [{ product: 'MySQL', flavour: null, configs: ['z12a', 'z12b'] }];
  expect(releaseBefore({ lines }, variants, later)?.version).toBe('8.4.7');
  expect(releaseBefore({ lines: [] }, variants, later)).toBeNull();
  expect(releaseBefore({ lines }, variants, variation)).toBeNull();
});

const search = (q: string, { kind = '' as SearchKind | '', limit = 8 } = {}) =>
  readSearch(sourceOf().source, { q, kind }, limit);
const textOf = (parts: readonly TextPart[]) => parts.map(({ text }) => text).join('');
const titles = (model: SearchModel, kind: SearchKind) =>
  (model.groups.find((group) => group.kind === kind)?.results ?? []).map(({ title, detail }) =>
    [textOf(title), textOf(detail)].join(' | '),
  );

describe('words', () => {
  it('are cut at spaces, commas and what stands between test and version', () => {
    expect(toWords('  Update-Zipf  9.5.0,48 × 48 ')).toEqual(['update-zipf', '9.5.0', '48']);
  });

  it('mean versions by their first parts, never half a number', () => {
    expect(['9.5.0', '9.50.1', '19.5'].map((version) => fitVersion('9.5', version))).toEqual([2, 0, 0]);
    expect(['18.4', '18beta1', '8.0.18', '180'].map((version) => fitVersion('18', version))).toEqual([
      2, 2, 0, 0,
    ]);
  });

  it('mean servers by their cores, or a whole number of their name', () => {
    const hetz48 = { name: 'hetz48', slug: 'hetz48', cores: 48 };
    expect(['48', '48-core', '8', 'hetz'].map((word) => fitServer(word, hetz48))).toEqual([2, 2, 0, 2]);
    expect(fitServer('5', { name: 'pn53', slug: 'pn53', cores: 8 })).toBe(0);
  });

  it('mean tests by numbers in their name: the parts of a name find it', () => {
    const recall = { name: 'search/recall@10', key: 'search/recall@10', range: null };
    expect(toWords('recall@10').map((word) => fitTest(word, recall))).toEqual([1, 1]);
    expect(fitTest('100', recall)).toBe(0);
    expect(fitTest('1', recall)).toBe(0);
  });

  it('mean tests by a part of their name, or their range', () => {
    const zipf = { name: 'update-zipf', key: 'update-zipf_range=100', range: 100 };
    expect(['zipf', 'update', 'update-zipf', '100', '10'].map((word) => fitTest(word, zipf))).toEqual([
      1, 2, 3, 1, 0,
    ]);
  });
});

describe('a test at a version', () => {
  it('is the cell of the test, the version and the server with so many cores', async () => {
    const model = await search('update-zipf 9.5.0 48');
    expect(titles(model, 'test')).toEqual([
      'update-zipf, MySQL 9.5.0 z12a | 48-core hetz, against 9.4.0, sysbench, cached, 1 client',
      'update-zipf, MySQL 9.5.0 z13b | 48-core hetz, no release before it, sysbench, cached, 1 client',
    ]);
    const results = model.groups[0]?.results ?? [];
    expect(results[0]?.href).toBe(
      '/compare?server=hetz&workload=w1&base=mysql-9.4.0-z12a&cell=update-zipf_range=100@mysql-9.5.0-z12a',
    );
  });

  it('is the newest version if no word names one', async () => {
    const model = await search('scan pn53 cached');
    expect(titles(model, 'test')).toEqual([
      'scan, MySQL 9.5.0 z12a | 8-core pn53, against 9.4.0, sysbench, cached, 1 client',
    ]);
  });

  it('has a word that is meant for the test: a version alone finds versions', async () => {
    const model = await search('mysql 9.5');
    expect(titles(model, 'test')).toEqual([]);
    expect(titles(model, 'version')).toEqual(['MySQL 9.5.0 | 48-core hetz, sysbench, cached']);
  });

  it('is shown with its neighbours chosen where a heatmap hides most of its columns', async () => {
    const many = Array.from({ length: 90 }, (_, index) => variant(100 + index, 'MySQL', `9.0.${index}`));
    const catalog = {
      ...CATALOG,
      variants: many,
      heatmaps: [
        heatmap(
          1,
          1,
          many.map(({ id }) => id),
        ),
      ],
    };
    const model = await readSearch(sourceOf(catalog).source, { q: 'zipf 9.0.50', kind: '' }, 3);
    expect(model.groups[0]?.results[0]?.href).toContain('cols=mysql-9.0.49-z12a,mysql-9.0.50-z12a');
  });
});

describe('other kinds', () => {
  it('are found by the same words: heatmaps with a filter, products, servers', async () => {
    const ofTest = await search('zipf pn53');
    expect(ofTest.groups.find(({ kind }) => kind === 'heatmap')?.results.map(({ href }) => href)).toEqual([
      '/compare?server=pn53&workload=w1&q=zipf',
      '/compare?server=pn53&workload=w2&q=zipf',
    ]);
    expect(titles(await search('pg'), 'product')).toEqual(['PostgreSQL | 1 version; sysbench']);
    expect(titles(await search('8-core'), 'server')).toEqual(['8-core pn53 | MySQL']);
  });

  it('of heatmaps with a word about tests have to have such a test', async () => {
    const { source } = sourceOf();
    const none = { total: 0, cells: [], heatmaps: [] };
    const model = await readSearch({ ...source, cells: async () => none }, { q: 'zipf pn53', kind: '' }, 3);
    expect(model.groups).toEqual([]);
  });

  it('of the database are asked for with all that a word may mean', async () => {
    const { source, asked } = sourceOf();
    await readSearch(source, { q: 'zipf 48', kind: '' }, 3);
    expect(asked.records).toEqual([
      { word: 'zipf', servers: [], workloads: [], tests: [1], variants: [] },
      { word: '48', servers: [2], workloads: [], tests: [], variants: [] },
    ]);
  });

  it('are left out where one kind is asked for', async () => {
    const model = await search('update-zipf', { kind: 'heatmap' });
    expect(model.groups.map(({ kind }) => kind)).toEqual(['heatmap']);
  });

  it('name the build of a record by its day and commit', async () => {
    const { source } = sourceOf();
    const record: FoundRecord = {
      slug: 'update-zipf-19devel',
      kind: 'regression',
      state: 'new',
      isSure: true,
      serverId: 1,
      workloadId: 1,
      test: { name: 'update-zipf', range: 100 },
      product: 'PostgreSQL',
      firstBad: '19devel 20260829-g4eb13e8a',
      lastGood: '19devel 20260828-gabcdef01',
      lastSeen: '19devel 20261112-g00000001',
      ratio: 0.9,
    };
    const found = { ...source, records: async () => ({ total: 1, items: [record] }) };
    expect(titles(await readSearch(found, { q: 'zipf', kind: '' }, 3), 'record')).toEqual([
      'update-zipf got slower since 29 Aug 2026 g4eb13e8a, PostgreSQL 19devel | 8-core pn53, sysbench, cached, new, against 28 Aug 2026 gabcdef01',
    ]);
  });

  it('count the results beyond the listed ones', async () => {
    const model = await search('update', { limit: 1 });
    expect(model.groups[0]?.count).toMatch(/^1 of \d+$/);
  });
});

describe('nothing found', () => {
  it('suggests a near word for one that is not stored, with a link', async () => {
    const { nothing, groups } = await search('updat-zpif 9.9');
    expect(groups).toEqual([]);
    expect(nothing?.near).toEqual([
      { word: 'updat-zpif', near: 'update-zipf', note: '' },
      { word: '9.9', near: '9.5.0', note: 'newest 9' },
    ]);
    expect(nothing?.instead).toEqual({ text: 'update-zipf 9.5.0', href: '/search?q=update-zipf+9.5.0' });
    expect(nothing?.lookedIn).toContain('3 tests, 4 versions, 2 servers, 3 heatmaps, 7 records, 9 uploads');
  });

  it('names words that are stored but never together', async () => {
    const { nothing } = await search('hetz 18.4');
    expect(nothing?.near).toEqual([]);
    expect(nothing?.fewer.map(({ text }) => text)).toEqual(['18.4', 'hetz']);
  });

  it('asks for nothing with a single letter', async () => {
    expect(await search('u')).toMatchObject({ groups: [], nothing: null });
  });
});

describe('marks', () => {
  it('cover the words where they stand, not the 18 of 2018', () => {
    const marked = (text: string, words: string[]) =>
      markWords(text, words)
        .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
        .join('');
    expect(marked('update-Zipf at 18.4 of 2018', ['zipf', '18'])).toBe('update-[Zipf] at [18].4 of 2018');
    expect(marked('', ['a'])).toBe('');
  });

  it('know the distance of words: letters more, less, other, swapped', () => {
    expect([
      editDistance('zipf', 'zipf'),
      editDistance('zpif', 'zipf'),
      editDistance('zip', 'zipf'),
      editDistance('abcdef', 'z'),
    ]).toEqual([0, 1, 1, 3]);
  });
});

describe('two versions in one search', () => {
  const ask = async (q: string, catalog = CATALOG) => {
    const { groups } = await readSearch(sourceOf(catalog).source, { q, kind: '' }, 5);
    const [group] = groups.filter(({ label }) => label === 'Compare two versions');
    return group?.results.map(({ href }) => href) ?? [];
  };
  const both = (server: string, workload = 'w1') =>
    `/compare?server=${server}&workload=${workload}&base=mysql-9.4.0-z12a&cols=mysql-9.4.0-z12a,mysql-9.5.0-z12a`;

  it.each(['9.4.0..9.5.0 48', '9.4.0 vs 9.5.0 48', 'MySQL 9.4.0 vs. 9.5.0 hetz', '9.5.0 against 9.4.0 48'])(
    'open the heatmap that has both, the older as the base: %s',
    async (q) => {
      // The second side may also be without the server.
      expect((await ask(q))[0]).toBe(both('hetz'));
    },
  );

  it('list each heatmap that has both, those with the same config first', async () => {
    expect(await ask('9.4..9.5')).toEqual([both('hetz'), both('pn53')]);
    expect(await ask('9.4.0..9.5.0 z13b')).toEqual([
      '/compare?server=hetz&workload=w1&base=mysql-9.4.0-z12a&cols=mysql-9.4.0-z12a,mysql-9.5.0-z13b',
    ]);
  });

  it('are never of two products, of one column twice, or of versions that no heatmap has together', async () => {
    expect(await ask('8.0.43..18.4')).toEqual([]);
    expect(await ask('9.4.0..9.4.0')).toEqual([]);
    expect(await ask('8.0.43..9.5.0 8')).toEqual([]);
    expect(await ask('..9.5.0')).toEqual([]);
    expect(await ask('9.4.0..9.5.0..8.0.43')).toEqual([]);
  });

  it('may be commits, whole or by their beginning', async () => {
    const nights = ['19devel 20260829-g4eb13e8a', '19devel 20260830-g6976ff64'];
    const catalog: SearchCatalog = {
      ...CATALOG,
      variants: nights.map((version, index) => variant(index + 1, 'PostgreSQL', version)),
      heatmaps: [heatmap(2, 1, [1, 2])],
    };
    for (const q of ['4eb13e8..6976ff64', 'g4eb13e8a..g6976ff6401234567890123456789012345678901'])
      expect(await ask(q, catalog)).toHaveLength(1);
    expect(await ask('4eb13e8..abcdef12', catalog)).toEqual([]);
  });
});

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BlobStore, openBlobStore } from '@basecase/db/blobs/blob-store';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { createToken } from '@basecase/db/tokens/tokens';
import { cellText, compareUrl, toColumnSet } from '@basecase/views/compare';
import { DOCUMENT_VIEWS } from '@basecase/views/share';
import MarkdownIt from 'markdown-it';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as COMPARE } from '../../app/api/v1/compare/route';
import { GET as FROZEN } from '../../app/api/v1/permalinks/[slug]/route';
import { GET as REPORT } from '../../app/api/v1/report/route';
import { GET as SEARCH } from '../../app/api/v1/search/route';
import { GET as IMAGE } from '../../app/compare/image/route';
import { GET as VIEW_IMAGE } from '../../app/image/[view]/route';
import { GET as CARD } from '../../app/p/[slug]/opengraph-image/route';
import { loadCompare, loadDetails } from '../pages/load-compare';
import { viewSource } from '../permalinks/view-source';
import { createCaller } from '../root';

/** Each character that means something in an address, CSV, Markdown, HTML or SQL. */
const NAMES = [
  'search/recall@10',
  '@',
  'a@b@c',
  'hash#tag?query=1&x=2',
  'percent%2Fencoded%',
  'semi;colon,comma',
  `quote"double'single`,
  'name with  spaces',
  'ünïcodé-テスト-🚀',
  'x'.repeat(300),
  '語'.repeat(300),
  '<b>html</b> & more',
  '-leading-dash',
  '+1 2+2',
  'a/../b',
  '__proto__',
  'tab\there',
];

let db: TestDatabase;
let blobs: BlobStore;
let folder: string;
let bearer: Headers;
const heatmap = { server: '', workload: '' };
const columns: string[] = [];

const caller = (headers?: Headers) => createCaller({ db, blobs, headers });
const request = (query: string) => new Request(`http://127.0.0.1/api/v1/x?${query}`);
const stored = NAMES.map((name) => name.trim());
const titled = stored.map((name) => [JSON.stringify(name.slice(0, 30)), name] as const);

async function ingest(name: string, lines: readonly string[]) {
  const file = path.join(folder, name);
  await writeFile(file, lines.join('\n'));
  return ingestPath({ database: db, blobs }, file);
}

beforeAll(async () => {
  db = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-names-'));
  Object.assign(process.env, { DATABASE_URL: db.url, BASECASE_BLOBS: path.join(folder, 'blobs') });
  blobs = openBlobStore(path.join(folder, 'blobs'), db);
  bearer = new Headers({
    authorization: `Bearer ${(await createToken(db, { name: 'test', role: 'upload' })).token}`,
  });
  await ingest('names.ndjson', [
    JSON.stringify({ basecaseResults: 1, machine: 'rep1', tool: 'nametool', product: 'NameDB' }),
    ...['1.0', '1.1'].flatMap((version, at) =>
      NAMES.map((test, index) => JSON.stringify({ test, value: 100 + index + at, unit: 'ops/s', version })),
    ),
  ]);
  const [entry] = await caller().compare.heatmaps();
  Object.assign(heatmap, { server: entry?.server.slug, workload: entry?.workload.slug });
  const { matrix } = await caller().compare.view(heatmap);
  columns.push(...matrix.columns.map(({ slug }) => slug));
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});

const cellQuery = (test: string) =>
  compareUrl.query({ ...heatmap, cell: { test, column: columns[1] ?? '' } }).slice(1);

describe('a test of any name', () => {
  it('is stored by its name', async () => {
    const { matrix } = await caller().compare.view(heatmap);
    expect(matrix.rows.map(({ key }) => key).sort()).toEqual([...stored].sort());
  });

  it.each(titled)('%s opens by the address of its cell, alone and with its details', async (_, test) => {
    const query = new URLSearchParams(cellQuery(test));
    const { view, problems } = await loadCompare(query);
    expect(problems).toEqual([]);
    expect(view?.state.cell).toEqual({ test, column: columns[1] });
    if (!view) throw new Error('no view');
    expect(toColumnSet(view.data, view.state).columns).toHaveLength(2);
    expect((await loadDetails(view))?.cell.test).toBe(test);
  });

  it.each(titled)('%s leaves in every format, alone where the filter names it', async (_, test) => {
    for (const format of ['csv', 'md', 'results']) {
      const answer = await COMPARE(request(`${cellQuery(test)}&format=${format}`));
      expect([format, answer.status]).toEqual([format, 200]);
    }
    const rows = JSON.parse(await (await COMPARE(request(cellQuery(test)))).text()).rows;
    expect(rows.map(({ test: name }: { test: string }) => name)).toContain(test);
    for (const format of ['md'])
      expect((await REPORT(request(`${cellQuery(test)}&format=${format}`))).status).toBe(200);
  });

  it.each(titled.filter(([, name]) => name.length > 1))(
    '%s is found, and its link opens its cell',
    async (_, test) => {
      const answer = await SEARCH(request(new URLSearchParams({ q: test, kind: 'test' }).toString()));
      const { kinds } = await answer.json();
      const hrefs: string[] = kinds.flatMap(({ results }: { results: { url: string }[] }) =>
        results.map(({ url }) => url),
      );
      const own = hrefs.filter((href) => {
        const { searchParams } = new URL(href, 'http://127.0.0.1');
        return compareUrl.parse(searchParams).cell?.test === test;
      });
      expect(own.length).toBeGreaterThan(0);
      const { problems } = await loadCompare(new URL(own[0] ?? '', 'http://127.0.0.1').searchParams);
      expect(problems).toEqual([]);
    },
  );

  it.each(titled)('%s is frozen with its cell, and leaves as it was', async (_, test) => {
    const { slug } = await caller(bearer).permalinks.create({ path: `/compare?${cellQuery(test)}` });
    const { snapshot } = await caller().permalinks.get({ slug });
    expect(snapshot).toMatchObject({ details: { cell: { test } } });
    const params = Promise.resolve({ slug });
    expect((await FROZEN(request('format=md'), { params })).status).toBe(200);
    expect((await FROZEN(request('format=results'), { params })).status).toBe(200);
  });

  it.each(titled)('%s has its trend and its own address there', async (_, test) => {
    const source = viewSource({ db, blobs, headers: undefined });
    const loaded = await DOCUMENT_VIEWS.trends.load(source, new URLSearchParams({ test }));
    expect(new URL(loaded?.path ?? '', 'http://127.0.0.1').searchParams.get('test')).toBe(test);
  });

  it('is text in every Markdown export, and each of these names its metric', async () => {
    const reader = new MarkdownIt({ html: true, linkify: true });
    const { slug } = await caller(bearer).permalinks.create({
      path: `/compare?${new URLSearchParams(heatmap)}`,
    });
    const query = `${new URLSearchParams(heatmap)}&format=md`;
    const answers = [
      await COMPARE(request(query)),
      await FROZEN(request('format=md'), { params: Promise.resolve({ slug }) }),
      await REPORT(request(query)),
    ];
    for (const answer of answers) {
      const text = await answer.text();
      const tokens = reader.parse(text, {});
      const inline = tokens.flatMap(({ type, children }) => (type === 'inline' ? (children ?? []) : []));
      const cells = tokens.flatMap(({ type, children }) =>
        type === 'inline' ? [(children ?? []).map(({ content }) => content).join('')] : [],
      );
      expect(
        inline.map(({ type }) => type).filter((type) => /html|em_|strong|code|_inline|^s_/.test(type)),
      ).toEqual([]);
      expect(tokens.map(({ type }) => type).filter((type) => /html|code|quote/.test(type))).toEqual([]);
      expect(cells).toEqual(expect.arrayContaining(stored));
      expect(text).toContain('Throughput');
    }
  });

  it('of a metric that the heatmap lacks is refused, with those that it has', async () => {
    for (const metric of ['p99', 'cpu/o', 'open:lower:ms:nothing']) {
      const answer = await COMPARE(request(`${new URLSearchParams({ ...heatmap, metric })}`));
      const { title, errors } = await answer.json();
      expect([metric, answer.status, errors[0].known]).toEqual([metric, 400, ['QPS']]);
      expect(title).toContain('There is no metric');
      const { view, problems } = await loadCompare(new URLSearchParams({ ...heatmap, metric }));
      expect([view === null, problems.map(({ parameter }) => parameter)]).toEqual([false, ['metric']]);
    }
  });

  it('has no picture of another heatmap where its own is gone', async () => {
    const { server, workload } = heatmap;
    const image = (query: string) => IMAGE(new Request(`http://127.0.0.1/compare/image?${query}`));
    const drawn = (view: string, query: string) =>
      VIEW_IMAGE(new Request(`http://127.0.0.1/image/${view}?${query}`), {
        params: Promise.resolve({ view }),
      });
    expect((await image(`server=${server}&workload=${workload}`)).status).toBe(200);
    const own = `server=${server}&workload=${workload}`;
    for (const gone of [
      ...[`server=${server}&workload=gone`, `server=gone&workload=${workload}`],
      ...[`${own}&metric=cpu/o`, `${own}&metric=p99`, `${own}&base=gone`],
    ])
      expect([gone, (await image(gone)).status]).toEqual([gone, 404]);
    const refused = await (await image(`${own}&metric=p99`)).json();
    expect([refused.title, refused.errors[0].known]).toEqual([expect.stringContaining('no metric'), ['QPS']]);
    const { slug } = await caller(bearer).permalinks.create({ path: `/compare?${own}` });
    const card = (query: string) =>
      CARD(new Request(`http://127.0.0.1/p/${slug}/opengraph-image?${query}`), {
        params: Promise.resolve({ slug }),
      });
    expect((await card('size=groups')).status).toBe(200);
    for (const gone of ['metric=p99', 'base=gone', 'size=groups&metric=cpu/o'])
      expect([gone, (await card(gone)).status]).toEqual([gone, 404]);
    expect((await drawn('trends', '')).status).toBe(200);
    for (const gone of ['product=Gone', 'on=gone@gone', 'test=gone'])
      expect([gone, (await drawn('trends', gone)).status]).toEqual([gone, 404]);
  });

  it('has one cell for each test and column', () => {
    const texts = stored.flatMap((test) => columns.map((column) => cellText({ test, column })));
    expect(texts.map((cell) => compareUrl.parse([['cell', cell]]).cell)).toEqual(
      stored.flatMap((test) => columns.map((column) => ({ test, column }))),
    );
  });
});

it('columns of files in one directory are named apart in every export', async () => {
  const fixture = path.join(
    import.meta.dirname,
    '../../../../../packages/ingest/src/parsers/sysbench/fixtures/oltp_read_only.t2.p100.txt',
  );
  const log = await readFile(fixture, 'utf8');
  const flat = path.join(folder, 'flat');
  await mkdir(flat);
  for (const [version, seed] of [
    ['105', ''],
    ['106', '\n'],
  ])
    await writeFile(path.join(flat, `mariadb${version}_thr2.log`), `${log}${seed}`);
  await ingestPath({ database: db, blobs }, flat, { server: 'flat' });
  const own = (await caller().compare.heatmaps()).find(({ server }) => server.slug === 'flat');
  const query = `server=flat&workload=${own?.workload.slug}&base=mariadb-10.5`;
  const { base, columns: names } = await (await COMPARE(request(query))).json();
  expect([base, names]).toEqual(['mariadb-10.5', ['mariadb-10.5', 'mariadb-10.6']]);
  for (const format of ['csv', 'md'])
    expect(await (await COMPARE(request(`${query}&format=${format}`))).text()).toContain('mariadb-10.6');
});

describe('values and names that cannot be stored', () => {
  const head = { basecaseResults: 1, machine: 'rep2', tool: 'badtool', product: 'BadDB', version: '1' };

  it('are left out, and the results next to them are stored', async () => {
    const outcome = await ingest('bad.ndjson', [
      JSON.stringify(head),
      '{"test":"tiny","metric":"score","value":1e-99,"better":"higher"}',
      '{"test":"nul\\u0000name","value":1,"unit":"ops/s"}',
      '{"test":"half\\ud800","value":1,"unit":"ops/s"}',
      '{"test":"right","value":1,"unit":"ops/s","attributes":{"k\\u0000":"v\\ud800"},"series":[[0,1e-99],[1,1e300]]}',
    ]);
    const found = outcome.diagnostics.filter(({ code }) => /IMPLAUSIBLE|ROW_INVALID/.test(code));
    expect(found.map(({ code, line }) => [line, code]).sort()).toEqual([
      [2, 'VALUE_IMPLAUSIBLE'],
      [3, 'results-json:ROW_INVALID'],
      [4, 'results-json:ROW_INVALID'],
    ]);
    const own = (await caller().compare.heatmaps()).find(({ server }) => server.slug === 'rep2');
    const { matrix } = await caller().compare.view({ server: 'rep2', workload: own?.workload.slug ?? '' });
    expect(matrix.rows.map(({ key }) => key)).toContain('right');
  });

  it('stored by an older version, 1e-99 stops no page', async () => {
    await db.pool.query(`UPDATE measurements SET value = 1e-99 WHERE metric = 'throughput'`);
    await db.pool.query(`UPDATE measurements SET value = 1e-99 WHERE metric LIKE 'open:%'`);
    const { view } = await loadCompare(new URLSearchParams(heatmap));
    expect(view?.data.rows).toHaveLength(stored.length);
    for (const format of ['json', 'csv', 'tsv', 'md'])
      expect((await COMPARE(request(`${new URLSearchParams(heatmap)}&format=${format}`))).status).toBe(200);
  });
});

it('an address with a column of thousands of letters, or with hundreds of columns, opens the heatmap', async () => {
  const many = Array.from({ length: 700 }, (_, index) => `c${index}`).join();
  for (const cols of ['x'.repeat(301), 'x'.repeat(5000), many]) {
    const { view, problems } = await loadCompare(new URLSearchParams({ ...heatmap, cols, base: many }));
    expect(view?.data.rows.length).toBeGreaterThan(0);
    expect(problems.length).toBeGreaterThan(0);
  }
});

describe('a report as a post', () => {
  const post = async (as: string) => {
    const answer = await REPORT(request(`${new URLSearchParams(heatmap)}&format=post&as=${as}`));
    return { status: answer.status, body: await answer.json() };
  };

  it.each(['hugo', 'jekyll'])('has every name as text in Markdown for %s', async (as) => {
    const { body } = await post(as);
    const text = body.blocks.map((block: { text: string }) => block.text).join('\n\n');
    const tokens = new MarkdownIt({ html: true, linkify: true }).parse(text, {});
    const inline = tokens.flatMap(({ type, children }) => (type === 'inline' ? (children ?? []) : []));
    const cells = tokens.flatMap(({ type, children }) =>
      type === 'inline' ? [(children ?? []).map(({ content }) => content).join('')] : [],
    );
    expect(
      inline.map(({ type }) => type).filter((type) => /html|em_|strong|code|link|image/.test(type)),
    ).toEqual([]);
    expect(cells).toEqual(expect.arrayContaining(stored));
    expect(text).not.toMatch(/[{}]/);
  });

  it('is a zip of a post and its pictures for a program, and no other', async () => {
    const zip = async (as: string) => REPORT(request(`${new URLSearchParams(heatmap)}&format=zip&as=${as}`));
    const answer = await zip('jekyll');
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    const names = text
      .split('PK\u0003\u0004')
      .slice(1)
      .map((part) => part.slice(26, 26 + part.charCodeAt(22)));
    expect(names[0]).toMatch(/^_posts\/\d{4}-\d\d-\d\d-[a-z0-9-]+\.md$/);
    expect(names.slice(1).every((name) => /^assets\/[a-z0-9-]+\/basecase-\w+\.png$/.test(name))).toBe(true);
    expect(text).toContain('layout: "post"');
    expect((await zip('wordpress')).status).toBe(400);
  });

  it('has its pictures, links nowhere from a server without a public address, and has names of its own', async () => {
    const { body } = await post('blogger');
    const named = body.blocks.flatMap(({ picture }: { picture?: { name: string } }) => picture?.name ?? []);
    expect(named).toEqual(body.pictures.map(({ name }: { name: string }) => name));
    expect(named).toContain('basecase-heatmap.png');
    for (const { data } of body.pictures)
      expect(Buffer.from(data, 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(JSON.stringify(body.blocks)).not.toMatch(/href|127\.0\.0\.1/);
    const ids = body.blocks.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(['summary', 'tested', 'legend', 'disclosure']));
    expect(ids).not.toContain('source');
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is refused for another program', async () => {
    expect(await post('wordpress')).toMatchObject({ status: 400, body: { code: 'FORMAT_UNKNOWN' } });
  });
});

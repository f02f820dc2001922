import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BlobStore, openBlobStore } from '@basecase/db/blobs/blob-store';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { compareUrl } from '@basecase/views/compare';
import { DOCUMENT_VIEWS } from '@basecase/views/share';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GET as COMPARE } from '../../app/api/v1/compare/route';
import { GET as VIEW } from '../../app/api/v1/views/[view]/route';
import { GET as IMAGE } from '../../app/compare/image/route';
import { loadCompare } from '../pages/load-compare';
import { viewSource } from '../permalinks/view-source';
import { createCaller } from '../root';

/** Unusual names of things other than tests. */
const NAMES = [
  ...['at@sign', 'a/b//c', 'hash#1', 'q?x=1&y=2', '100%', 'a%2Fb', 'a%25b', 'semi;colon,comma', 'pi|pe', '+'],
  ...['back\\slash', `"quotes' \``, '<gt>', '\u0024{js} {curly}', '[br](http://evil)', '^~', 'double  space'],
  ...[
    '.',
    '..',
    'con',
    '\u202eRTL',
    'مرحبا',
    '👩‍👩‍👧',
    'e\u0301',
    '测试',
    '服务',
    '__proto__',
    'constructor',
    'null',
  ],
  ...['-dash', '=SUM(A1)', 'all', '&lt;', '<!channel>', 'x'.repeat(200), '語'.repeat(200)],
];
/** Each is the name of one of these in a separate heatmap. */
const OF = ['machine', 'product', 'version', 'config', 'workload', 'metric'] as const;

let db: TestDatabase;
let blobs: BlobStore;
let folder: string;

const caller = () => createCaller({ db, blobs });
const request = (query: string) => new Request(`http://127.0.0.1/x?${query}`);

beforeAll(async () => {
  db = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-every-name-'));
  Object.assign(process.env, { DATABASE_URL: db.url, BASECASE_BLOBS: path.join(folder, 'blobs') });
  blobs = openBlobStore(path.join(folder, 'blobs'), db);
  const rows = NAMES.flatMap((name) =>
    OF.flatMap((what) =>
      ['1.0', '1.1'].map((version, at) => ({
        ...{ test: 't', value: 100 + at, unit: 'ops/s', product: 'DB', version, machine: `of-${what}` },
        // A metric of a tool's own is short.
        [what]: what === 'metric' ? name.slice(0, 100) : name,
      })),
    ),
  );
  // Whatever is longest at once: a column is called by all three.
  const long = { product: 'P'.repeat(200), config: 'c'.repeat(200), machine: 'long', test: 't'.repeat(500) };
  for (const version of ['1', '2'])
    rows.push({ ...long, version: version.repeat(200), value: 1, unit: 'ops/s' });
  const lines = [{ basecaseResults: 1, tool: 'every' }, ...rows].map((row) => JSON.stringify(row));
  const file = path.join(folder, 'every.ndjson');
  await writeFile(file, lines.join('\n'));
  await ingestPath({ database: db, blobs }, file);
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});

it('keeps servers, workloads and columns of different names apart', async () => {
  const entries = await caller().compare.heatmaps();
  const own = (what: string) => entries.filter(({ server }) => server.name === `of-${what}`);
  expect(new Set(own('workload').map(({ workload }) => workload.slug)).size).toBe(NAMES.length);
  const servers = new Set(entries.map(({ server }) => server.slug));
  for (const name of NAMES) {
    // Names of signs alone are one name: `+`, `^~`.
    if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(name))
      expect([name, entries.filter(({ server }) => server.name === name).length]).toEqual([name, 1]);
  }
  expect(servers.size).toBeGreaterThan(NAMES.length);
});

it('opens every heatmap, column and cell by its address, in every case of its server', async () => {
  const entries = await caller().compare.heatmaps();
  expect(entries.length).toBeGreaterThan(2 * NAMES.length);
  for (const { server, workload } of entries) {
    const heatmap = { server: server.slug, workload: workload.slug };
    const { matrix } = await caller().compare.view(heatmap);
    const cells = matrix.columns.length > 8 ? matrix.columns.slice(-8) : matrix.columns;
    for (const { slug } of cells) {
      const state = {
        ...heatmap,
        base: slug,
        cols: [slug],
        cell: { test: matrix.rows[0]?.key ?? '', column: slug },
      };
      const query = compareUrl.query(state).slice(1);
      const { view, problems } = await loadCompare(new URLSearchParams(query));
      expect([query, problems, view?.state.cell]).toEqual([query, [], state.cell]);
    }
    const query = new URLSearchParams({ ...heatmap, server: server.slug.toUpperCase() });
    const answer = await COMPARE(request(`${query}`));
    expect([`${query}`, answer.status]).toEqual([`${query}`, 200]);
  }
});

it('draws and lists every product and metric that a page offers', async () => {
  const source = viewSource({ db, blobs, headers: undefined });
  for (const product of NAMES) {
    const query = new URLSearchParams({ product });
    for (const view of ['trends', 'servers'] as const) {
      const answer = await VIEW(request(`${query}`), { params: Promise.resolve({ view }) });
      expect([product, view, answer.status]).toEqual([product, view, 200]);
    }
    expect(await DOCUMENT_VIEWS.trends.problems(source, query, [])).toEqual([]);
  }
  const [entry] = (await caller().compare.heatmaps()).filter(({ server }) => server.name === 'of-metric');
  const heatmap = { server: 'of-metric', workload: entry?.workload.slug ?? '' };
  const { matrix } = await caller().compare.view(heatmap);
  const metrics = Object.keys(matrix.values).filter((metric) => metric !== 'throughput');
  expect(metrics.length).toBeGreaterThan(NAMES.length / 2);
  for (const metric of metrics) {
    const query = new URLSearchParams({ ...heatmap, metric });
    const answer = await COMPARE(request(`${query}`));
    expect([metric, answer.status]).toEqual([metric, 200]);
    expect((await answer.json()).metric).toBeTruthy();
  }
  const pictured = new URLSearchParams({ ...heatmap, metric: metrics.at(-1) ?? '' });
  expect((await IMAGE(request(`${pictured}`))).status).toBe(200);
});

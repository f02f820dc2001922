import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { recomputeRegressions } from '@basecase/db/regressions/recompute/recompute-regressions';
import { nightRuns } from '@basecase/db/testing/nights';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { createToken } from '@basecase/db/tokens/tokens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GROUPS } from '../../../../../../tools/bench/mixed/mixed-runs';
import { seedMixed } from '../../../../../../tools/bench/mixed/seed-mixed';
import {
  eventCopyContradictions,
  feedContradictions,
  heatmapCopyContradictions,
} from '../../../server/testing/stated-copies';
import {
  countContradictions,
  eventContradictions,
  listedRecords,
  nightContradictions,
  recordContradictions,
  type StatedEvent,
  sweepContradictions,
} from '../../../server/testing/stated-events';
import {
  BASE,
  caller,
  contradictionsOf,
  jsonOnce,
  newestRows,
  readFrom,
} from '../../../server/testing/stated-facts';
import {
  eventPictureContradictions,
  heatmapPictureContradictions,
  recordPictureContradictions,
} from '../../../server/testing/stated-pictures';
import EmbedPage from '../../embed/[slug]/page';
import { GET as IMAGE } from '../../p/[slug]/opengraph-image/route';

/*
 * Visits the pages and answers that say something of the same subject, on the sample and on a mixed database of several
 * products, servers, sweeps and nights, and compares what they say.
 */

const SAMPLES = path.join(import.meta.dirname, '../../../../../../samples');
const COMMAND = path.join(import.meta.dirname, '../../../../../cli/bin/basecase.mjs');
/** Of the made-up servers: with and without costs, each kind of name; the others only add time. */
const SERVERS = ['lab-01', 'lab-13', 'x'];

let bench: RegressionBench;
let folder: string;
beforeAll(async () => {
  bench = await openRegressionBench();
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-consistency-'));
  Object.assign(process.env, {
    ...{ DATABASE_URL: bench.database.url, BASECASE_BLOBS: folder, BASECASE_LOCAL: '', BASECASE_URL: BASE },
  });
  const maria = { product: 'MariaDB' };
  await bench.storeOnly(
    versionRun('10.2.30', {}, { ...maria, config: 'z12a' }),
    versionRun('10.11.6', { t0: 0.95, t1: 0.9 }, { ...maria, config: 'z12a' }),
    versionRun('11.4.5', { t0: 0.8, t1: 0.8 }, { ...maria, config: 'z12b' }),
    versionRun('12.3.1', { t0: 0.8, t1: 0.6, t2: 1.2 }, { ...maria, config: 'z13a' }),
    // A variation of the newest version is not on the line.
    versionRun('12.3.1', { t0: 0.5 }, { ...maria, config: 'z13a_gtid' }),
  );
  await bench.storeOnly(
    versionRun('16.0'),
    versionRun('17.0', { t0: 0.8, t1: 0.7 }),
    versionRun('18.0', { t0: [0.8, 0.81], t1: 0.7, t2: null, t3: 1.4 }),
  );
  await bench.storeOnly(
    versionRun('16.0', {}, { server: 'other' }),
    versionRun('18.0', { t0: 0.7 }, { server: 'other' }),
    versionRun('9.5.0', {}, { server: 'other', product: 'MySQL' }),
  );
  const nightly = { server: 'nightly' };
  await bench.storeOnly(
    versionRun('18.0', {}, nightly),
    ...nightRuns(
      0,
      30,
      (night): Record<string, number> => (night < 15 ? {} : { t0: 0.8, t1: 0.85, t2: 1.2 }),
    ).map((run) => ({
      ...run,
      ...nightly,
    })),
  );
  for (const clients of [8, 32, 128])
    await bench.storeOnly(
      versionRun('16.0', {}, { server: 'sweep', clients }),
      versionRun(
        '17.0',
        { t0: 1 - clients / 512, t1: 0.7, t2: clients === 8 ? null : 1.2 },
        { server: 'sweep', clients },
      ),
    );
  await seedMixed(
    bench.database.pool,
    GROUPS.map(({ workloads, servers, ...group }) => ({
      ...group,
      workloads: workloads.slice(0, 2),
      servers: servers.filter((name) => SERVERS.includes(name)),
    })),
  );
  const stores = { database: bench.database, blobs: openBlobStore(folder, bench.database) };
  readFrom(stores.database, stores.blobs);
  for (const name of await readdir(SAMPLES))
    if (name.endsWith('.tar.gz')) await ingestPath(stores, path.join(SAMPLES, name), { origin: 'recorded' });
  await recomputeRegressions(bench.database);
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

it('finds no contradiction between pages and answers about one subject', async () => {
  const rows = (await newestRows()).filter(({ nights }) => nights === null);
  expect(rows.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const row of rows) found.push(...(await contradictionsOf(row)));
  expect(found).toEqual([]);
});

it('finds no ratio in a record that its heatmap does not show', async () => {
  const found: string[] = [];
  let read = 0;
  for (const kind of ['regression', 'improvement']) {
    const { regressions } = await jsonOnce('regressions', { kind, pageSize: '30' });
    for (const { slug } of regressions) found.push(...(await recordContradictions(slug)));
    read += regressions.length;
  }
  expect(read).toBeGreaterThan(40);
  expect(found).toEqual([]);
});

it('counts events alike on pages, in answers and on the command line', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, 'regressions'], {
    env: { ...process.env, DATABASE_URL: bench.database.url },
  });
  expect(await countContradictions(stdout)).toEqual([]);
});

it('finds no number of an event that its sentence, places, tests or records state otherwise', async () => {
  const found: string[] = [];
  for (const kind of ['regression', 'improvement']) {
    const { events } = await jsonOnce('events', { kind, state: 'all' });
    expect(events.length).toBeGreaterThan(5);
    const records = await listedRecords(kind);
    expect(records.size).toBeGreaterThan(20);
    for (const event of events as StatedEvent[]) found.push(...(await eventContradictions(event, records)));
  }
  expect(found).toEqual([]);
});

it('finds no message, card or assistant that states another sentence, count or certainty of an event', async () => {
  const { events } = await jsonOnce('events', { state: 'all' });
  const found: string[] = [];
  for (const event of events) found.push(...(await eventCopyContradictions(event)));
  const feed = await feedContradictions();
  expect(feed.read).toBeGreaterThan(20);
  expect([...found, ...feed.found]).toEqual([]);
});

it('finds no file, permalink or saved page with another ratio than its heatmap', async () => {
  const { token } = await createToken(bench.database, { name: 'copies', role: 'upload' });
  const headers = new Headers({ authorization: `Bearer ${token}` });
  const rows = (await newestRows()).filter(({ nights }) => nights === null);
  const heatmaps = new Map(rows.map((row) => [`${row.server.slug} ${row.workload.slug}`, row]));
  const found: string[] = [];
  for (const row of heatmaps.values()) found.push(...(await heatmapCopyContradictions(row, headers)));
  expect(found).toEqual([]);
});

it('finds no preview of a link, or text of its picture, with another size, count or certainty', async () => {
  const found: string[] = [];
  for (const kind of ['regression', 'improvement']) {
    const { events } = await jsonOnce('events', { kind, state: 'all' });
    for (const event of events) found.push(...(await eventPictureContradictions(event)));
    const { regressions } = await jsonOnce('regressions', { kind, pageSize: '20' });
    for (const record of regressions) found.push(...(await recordPictureContradictions(record)));
  }
  expect(found).toEqual([]);
});

it('finds no embedded table or chart by group with another ratio than its heatmap', async () => {
  const { token } = await createToken(bench.database, { name: 'pictures', role: 'upload' });
  const headers = new Headers({ authorization: `Bearer ${token}` });
  const rows = (await newestRows()).filter(({ nights }) => nights === null);
  // One of each kind: drawing takes seconds for a large one.
  const heatmaps = new Map(
    rows.map((row) => [`${row.product} ${row.server.slug} ${row.workload.benchmark}`, row]),
  );
  const of = (slug: string) => ({ params: Promise.resolve({ slug }) });
  const pages = {
    embed: (slug: string) => EmbedPage({ ...of(slug), searchParams: Promise.resolve({}) }),
    image: (request: Request, slug: string) => IMAGE(request, of(slug)),
  };
  const found: string[] = [];
  let drawn = 0;
  const benchmarks = new Set<string>();
  for (const row of heatmaps.values()) {
    const { benchmark } = row.workload;
    // Pictures are drawn once for each benchmark: of all heatmaps that took most of the time.
    const format = benchmarks.has(benchmark) ? 'md' : 'html';
    benchmarks.add(benchmark);
    const { groups, found: own } = await heatmapPictureContradictions(row, headers, { ...pages, format });
    drawn += groups;
    found.push(...own);
  }
  expect(drawn).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

it('finds no count of nights that home, events and overview state differently', async () => {
  const rows = (await newestRows()).filter(({ nights }) => nights !== null);
  expect(rows).toHaveLength(2);
  const found: string[] = [];
  for (const row of rows) found.push(...(await nightContradictions(row)));
  expect(found).toEqual([]);
});

it('finds no ratio by clients that the heatmap of these clients shows otherwise', async () => {
  const rows = (await newestRows()).filter(({ server }) => server.name === 'sweep');
  const workloads = new Map(rows.map(({ workload }) => [workload.clients ?? 0, workload.slug]));
  const { read, found } = await sweepContradictions('sweep', workloads);
  expect(found).toEqual([]);
  expect(read).toBe(36);
});

it('offers no filter of events that finds none', async () => {
  const found: string[] = [];
  for (const kind of ['regression', 'improvement'] as const) {
    const { products, servers, groups, versions, lines } = await caller().events.facets({ kind });
    expect(versions.length).toBeGreaterThan(3);
    const filters = [
      ...products.map((product) => ({ product })),
      ...servers.map(({ slug }) => ({ server: slug })),
      ...groups.map(({ id }) => ({ group: id })),
      ...versions.map(({ version }) => ({ since: version })),
      ...lines.map(({ line }) => ({ line })),
    ];
    for (const filter of filters) {
      const { counts } = await caller().events.list({ kind, ...filter, sort: 'size', page: 1 });
      if (counts.all + counts.withdrawn === 0) found.push(`${kind} ${JSON.stringify(filter)}`);
    }
  }
  expect(found).toEqual([]);
});

it('counts tests in no sentence side by side where none was measured in both', async () => {
  const products = new Set((await newestRows()).map(({ product }) => product));
  const sentences: string[] = [];
  for (const product of products) {
    const { sentence } = await jsonOnce('views/[view]', { product }, { view: 'servers' });
    sentences.push(`${product}: ${sentence.strong}${sentence.rest}`);
  }
  expect(sentences.filter((sentence) => / of 0 |0 of 1 |NaN|undefined/.test(sentence))).toEqual([]);
});

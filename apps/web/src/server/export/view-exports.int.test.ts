import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BlobStore, openBlobStore } from '@basecase/db/blobs/blob-store';
import type { Database } from '@basecase/db/database';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { createTestDatabase } from '@basecase/db/testing';
import { nightRuns } from '@basecase/db/testing/nights';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import type { ViewDocument } from '@basecase/views/document';
import { DOCUMENT_KINDS, DOCUMENT_VIEWS } from '@basecase/views/share';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as RECORD } from '../../app/api/v1/regressions/[slug]/results/route';
import { GET as VIEW } from '../../app/api/v1/views/[view]/route';
import { viewSource } from '../permalinks/view-source';

const PARSERS = path.join(import.meta.dirname, '../../../../../packages/ingest/src/parsers');

let bench: RegressionBench;
let folder: string;
let blobs: BlobStore;
beforeAll(async () => {
  bench = await openRegressionBench();
  Object.assign(process.env, { DATABASE_URL: bench.database.url });
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-exports-'));
  blobs = openBlobStore(path.join(folder, 'blobs'), bench.database);
  for (const name of ['hammerdb', 'db-bench', 'pgbench', 'fio', 'insert-benchmark'])
    await ingestPath({ database: bench.database, blobs }, path.join(PARSERS, name, 'fixtures'));
  await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }), versionRun('18.0', { t0: 0.8 }));
  await bench.storeOnly(...nightRuns(0, 15));
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

const request = (query: string) => new Request(`http://127.0.0.1/api?${query}`);
const exported = (view: string, query: string) => VIEW(request(query), { params: Promise.resolve({ view }) });

async function load(kind: (typeof DOCUMENT_KINDS)[number], db: Database, query: URLSearchParams) {
  const loaded = await DOCUMENT_VIEWS[kind].load(viewSource({ db, blobs, headers: undefined }), query);
  if (!loaded) throw new Error(`nothing of ${kind} is stored`);
  return loaded;
}

/** Numbers of every table, at full precision, by row. */
function numbersOf({ tables }: ViewDocument) {
  return tables.map(({ id, sections }) => [
    id,
    sections.flatMap(({ rows }) => rows.map(({ key, cells }) => [key, cells.map(({ value }) => value)])),
  ]);
}

/** Numbers of the open format, in their order. */
const valuesOf = (text: string) =>
  text.split('\n').flatMap((line): number[] => (line === '' ? [] : (JSON.parse(line).value ?? [])));

/** The loose fixtures of the Insert Benchmark are one test in two units: another sweep is asked for. */
const ASKED: Partial<Record<(typeof DOCUMENT_KINDS)[number], string>> = {
  clients: 'workload=pgbench-8c-scale-1-1-thread-simple',
};

describe('the runs behind a view', () => {
  it.each(DOCUMENT_KINDS)('make the same tables of %s where they are read again', async (kind) => {
    const asked = ASKED[kind] ?? '';
    const before = await load(kind, bench.database, new URLSearchParams(asked));
    const response = await exported(kind, `${asked}&format=results`);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${kind}.results.ndjson"`);
    const text = await response.text();
    const file = path.join(folder, `${kind}.ndjson`);
    await writeFile(file, text);
    const parquet = await exported(kind, `${asked}&format=parquet`);
    const rows = await parquetReadObjects({ file: await parquet.arrayBuffer() });
    expect(rows.map(({ value }) => value)).toEqual(valuesOf(text));

    const elsewhere = await createTestDatabase();
    try {
      await ingestPath({ database: elsewhere, blobs }, file);
      const { searchParams } = new URL(before.path, 'http://127.0.0.1');
      const after = await load(kind, elsewhere, searchParams);
      expect(numbersOf(after.document)).toEqual(numbersOf(before.document));
    } finally {
      await elsewhere.drop();
    }
  });

  it('are of the tests that the filter leaves', async () => {
    const testsOf = async (query: string) => {
      const text = await (await exported('servers', `format=results&${query}`)).text();
      const lines = text.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));
      return new Set(lines.flatMap(({ test }) => test ?? []));
    };
    const place = 'product=PostgreSQL&benchmark=sysbench';
    expect((await testsOf(place)).size).toBe(12);
    expect(await testsOf(`${place}&q=t1 -t10 -t11`)).toEqual(new Set(['t1']));
    const nothing = await exported('servers', `format=results&${place}&q=no-such-test`);
    expect([nothing.status, (await nothing.json()).title]).toEqual([404, 'No number of this view counts']);
  });

  it('refuse an unknown format, and list the known ones', async () => {
    const refused = await exported('trends', 'format=xml');
    expect([refused.status, (await refused.json()).title]).toEqual([
      400,
      'format must be one of json, csv, tsv, md, results, parquet',
    ]);
  });
});

describe('the runs behind a record', () => {
  it('are its test and its neighbours, at the versions of its ladder', async () => {
    const record = (await bench.list()).find(
      ({ test, firstBad }) => test.key === 't0' && firstBad.version === '17.0',
    );
    const response = await RECORD(request(''), { params: Promise.resolve({ slug: record?.slug ?? '' }) });
    const lines = (await response.text())
      .split('\n')
      .flatMap((line) => (line === '' ? [] : JSON.parse(line)));
    expect(lines.flatMap(({ version }) => version ?? [])).toEqual(['16.0', '17.0', '18.0']);
    expect(lines.filter(({ test, metric }) => test === 't0' && metric === 'throughput')).toHaveLength(3);
    const unknown = await RECORD(request(''), { params: Promise.resolve({ slug: 'no-such-record' }) });
    expect(unknown.status).toBe(404);
  });
});

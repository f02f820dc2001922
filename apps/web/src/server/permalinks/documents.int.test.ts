import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BlobStore, openBlobStore } from '@basecase/db/blobs/blob-store';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { importPublished } from '@basecase/db/import/published/import-published';
import { PARSER_VERSION } from '@basecase/db/import/upload-row';
import { deleteUpload } from '@basecase/db/jobs/delete-upload';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { countAllRuns } from '@basecase/db/testing/heatmap-rows';
import { createToken } from '@basecase/db/tokens/tokens';
import { documentText } from '@basecase/views/document';
import { DOCUMENT_KINDS, toFrozenDocument } from '@basecase/views/share';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../root';

const ROOT = path.join(import.meta.dirname, '../../../../..');
const [OLD, NEW] = ['x.pg1518_rel.b1_c2r24.pk1.tar.gz', 'x.pg184_rel.b1_c2r24.pk1.tar.gz'];

describe('permalinks of views other than the heatmap', () => {
  let database: TestDatabase;
  let blobs: BlobStore;
  let folder: string;
  let bearer: Headers;

  const caller = (headers?: Headers) => createCaller({ db: database, blobs, headers });
  const freeze = (where: string) => caller(bearer).permalinks.create({ path: where });
  const frozen = async (slug: string) => toFrozenDocument(await caller().permalinks.get({ slug }));
  const live = (slug: string) => caller().permalinks.live({ slug });
  const ingest = (name: string) =>
    ingestPath({ database, blobs }, path.join(ROOT, 'samples', name), { origin: 'uploaded' });

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-documents-'));
    blobs = openBlobStore(folder, database);
    const { token } = await createToken(database, { name: 'test', role: 'upload' });
    bearer = new Headers({ authorization: `Bearer ${token}` });
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('reports that there is nothing to freeze', async () => {
    for (const kind of DOCUMENT_KINDS) {
      await expect(freeze(`/${kind}`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('freezes servers and trends, names what the page chose, and gives one link to one view', async () => {
    await ingest(OLD);
    await ingest(NEW);
    for (const kind of ['servers', 'trends']) {
      const { slug, path: where } = await freeze(`/${kind}`);
      expect(where).toMatch(new RegExp(`^/${kind}\\?product=PostgreSQL&benchmark=sysbench&on=`));
      expect((await freeze(where)).slug).toBe(slug);
      expect((await freeze(`/${kind}?t=0.95&product=PostgreSQL`)).slug).toBe(slug);
      expect((await freeze(`/${kind}?metric=cs/o`)).slug).not.toBe(slug);
      const view = await frozen(slug);
      expect(view.parserVersions).toEqual([PARSER_VERSION]);
      expect(view.document.tables[0]?.sections[0]?.rows.length).toBeGreaterThan(0);
      expect(await live(slug)).toEqual({ state: 'same' });
    }
    const [server] = (await caller().compare.heatmaps()).map((entry) => entry.server.slug);
    const asked = new URLSearchParams({ price: `${server} 0.4`, currency: 'EUR' });
    const { document } = await frozen((await freeze(`/servers?${asked}`)).slug);
    expect(document.tables.find(({ id }) => id === 'what-if')?.heads[0]?.label).toBe(
      'EUR per million operations',
    );
  });

  it('keeps its numbers when an upload is read again, renamed and deleted, and names the live parts', async () => {
    // As an older parser had read it: every throughput of the newer version twice as high.
    await database.pool.query(
      `UPDATE measurements SET value = value * 2 FROM results, runs, uploads
       WHERE metric = 'throughput' AND result_id = results.id AND run_id = runs.id AND runs.upload_id = uploads.id
         AND filename = $1`,
      [NEW],
    );
    await database.pool.query('UPDATE uploads SET parser_version = 1 WHERE filename = $1', [NEW]);
    const slugs = await Promise.all(['/servers', '/trends'].map(async (view) => (await freeze(view)).slug));
    const texts = () =>
      Promise.all(slugs.map(async (slug) => documentText((await frozen(slug)).document, 'json')));
    const states = async () => (await Promise.all(slugs.map(live))).map(({ state }) => state);
    const before = await texts();
    expect(await states()).toEqual(['same', 'same']);
    expect((await frozen(slugs[0] ?? '')).parserVersions).toEqual([1, PARSER_VERSION]);

    expect((await ingest(NEW)).outcome).toBe('reparsed');
    expect(await states()).toEqual(['differs', 'differs']);
    expect(await texts()).toEqual(before);

    await database.pool.query(`UPDATE servers SET slug = 'renamed' || slug`);
    await countAllRuns(database);
    expect(await states()).toEqual(['gone', 'gone']);
    await database.pool.query(`UPDATE servers SET slug = replace(slug, 'renamed', '')`);
    await countAllRuns(database);

    const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM uploads');
    for (const { id } of rows) await deleteUpload(database, blobs, String(id));
    expect(await states()).toEqual(['gone', 'gone']);
    expect(await texts()).toEqual(before);
  });

  it('freezes the reports of benchmarks, and says when newer data exists', async () => {
    await importPublished(database, path.join(ROOT, 'data/published/published.csv'));
    for (const kind of ['fsync', 'insert-benchmark']) {
      const { slug, path: where } = await freeze(`/${kind}`);
      expect(where).toMatch(/workload=/);
      for (const gone of ['server=gone', 'workload=gone', 'test=gone'])
        await expect(freeze(`/${kind}?${gone}`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await live(slug)).toEqual({ state: 'same' });
      const { document } = await frozen(slug);
      const text = documentText(document, 'json');
      const cells = document.tables.flatMap(({ sections }) =>
        sections.flatMap(({ rows }) => rows.flatMap((row) => row.cells)),
      );
      expect(cells.filter(({ value }) => value !== null).length).toBeGreaterThan(10);

      // A factor would leave ratios as they are.
      await database.pool.query('UPDATE measurements SET value = value + 0.001');
      const status = await live(slug);
      expect(status.state).toBe('differs');
      expect(status.state === 'differs' && status.cells).toBeGreaterThan(0);
      expect(documentText((await frozen(slug)).document, 'json')).toBe(text);
      await database.pool.query('DELETE FROM run_places');
      await countAllRuns(database);
      expect(await live(slug)).toEqual({ state: 'gone' });
      await database.pool.query('DELETE FROM uploads');
      await importPublished(database, path.join(ROOT, 'data/published/published.csv'));
    }
  });
});

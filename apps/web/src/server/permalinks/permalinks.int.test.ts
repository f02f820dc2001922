import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RULE_VERSION } from '@basecase/analysis';
import { type BlobStore, openBlobStore } from '@basecase/db/blobs/blob-store';
import { ingestPath } from '@basecase/db/import/ingest-path';
import { PARSER_VERSION } from '@basecase/db/import/upload-row';
import { deleteUpload } from '@basecase/db/jobs/delete-upload';
import { getCompareView } from '@basecase/db/queries/heatmaps/get-compare-view';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { createToken } from '@basecase/db/tokens/tokens';
import type { CompareSnapshot, DisclosedSnapshot } from '@basecase/db/types';
import { exportTable } from '@basecase/views/compare';
import { toViewReport } from '@basecase/views/report';
import { toFrozenView } from '@basecase/views/share';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GET as REPORT } from '../../app/api/v1/report/route';
import { createCaller } from '../root';

const SAMPLES = path.join(import.meta.dirname, '../../../../../samples');
const [OLD, NEW] = ['x.pg1518_rel.b1_c2r24.pk1.tar.gz', 'x.pg184_rel.b1_c2r24.pk1.tar.gz'];
const TEST = 'point-query_range=100';

describe('permalinks over the life of their sources', () => {
  let database: TestDatabase;
  let blobs: BlobStore;
  let folder: string;
  let heatmap: { server: string; workload: string };
  let open: string;
  let bearer: Headers;

  const ingest = (name: string) =>
    ingestPath({ database, blobs }, path.join(SAMPLES, name), { origin: 'uploaded' });
  const caller = (headers?: Headers) => createCaller({ db: database, blobs, headers });
  const freeze = async (where: string) => (await caller(bearer).permalinks.create({ path: where })).slug;
  const frozen = async (slug: string) => toFrozenView(await caller().permalinks.get({ slug }));
  const live = (slug: string) => caller().permalinks.live({ slug });
  const table = async (slug: string) => {
    const view = await frozen(slug);
    return exportTable(view, view.state, 'json');
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    Object.assign(process.env, { DATABASE_URL: database.url });
    folder = await mkdtemp(path.join(tmpdir(), 'basecase-permalinks-'));
    blobs = openBlobStore(folder, database);
    await ingest(OLD);
    await ingest(NEW);
    const { token } = await createToken(database, { name: 'test', role: 'upload' });
    bearer = new Headers({ authorization: `Bearer ${token}` });
    const [entry] = await caller().compare.heatmaps();
    heatmap = { server: entry?.server.slug ?? '', workload: entry?.workload.slug ?? '' };
    const { matrix } = await getCompareView(database, heatmap);
    const query = new URLSearchParams({ ...heatmap, cell: `${TEST}@${matrix.columns.at(-1)?.slug}` });
    open = `/compare?${query}`;
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is made with write rights only, and read by everybody', async () => {
    await expect(caller().permalinks.create({ path: open })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const slug = await freeze(open);
    expect((await caller().permalinks.get({ slug })).title).toMatch(
      /^point-query range=100: PostgreSQL 18\.4 against 15\.18/,
    );
  });

  it('keeps how its runs were made, whatever is known later', async () => {
    const slug = await freeze(open);
    const card = async () =>
      ((await caller().permalinks.get({ slug })).snapshot as DisclosedSnapshot).disclosure;
    const then = await card();
    expect(then).toMatchObject({ total: 17, runs: 2 });
    expect(then?.items[0]).toMatchObject({ id: 'software', value: 'PostgreSQL 15.18; PostgreSQL 18.4' });
    await database.pool.query(`UPDATE runs SET facts = facts || '{"numa":"2 nodes"}'`);
    expect(await card()).toEqual(then);
    await database.pool.query(`UPDATE runs SET facts = facts - 'numa'`);
  });

  it('keeps weights, price and power with the numbers', async () => {
    const asked = { ...heatmap, weights: `${TEST} 1`, price: '3.6', currency: 'EUR', power: '100' };
    const slug = await freeze(`/report?${new URLSearchParams(asked)}`);
    const { whatIf, report } = toViewReport(await frozen(slug));
    const [base, judged] = whatIf?.columns ?? [];
    expect(whatIf?.currency).toBe('EUR');
    expect(base?.mean).toBe(1);
    const { cells } = report.groups[0]?.rows.find(({ test }) => test === TEST) ?? {};
    expect(judged?.mean?.toFixed(2)).toBe(cells?.[0]?.text);
    // 3.6 EUR and 100 Wh an hour: 0.001 EUR and 0.0278 Wh a second.
    expect((judged?.energy ?? 0) / (judged?.cost ?? 1)).toBeCloseTo(100 / 3.6, 9);
    const wrong = await REPORT(
      new Request(`http://127.0.0.1/api?${new URLSearchParams({ ...heatmap, weights: `${TEST} -1` })}`),
    );
    expect([wrong.status, (await wrong.json()).code]).toEqual([400, 'PARAMETER_INVALID']);
  });

  it('explains why a view cannot be frozen', async () => {
    const create = (where: string) => caller(bearer).permalinks.create({ path: where });
    await expect(create('/runs')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: /not a view of this server/,
    });
    await expect(create('//evil.example/compare')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(create('/compare?server=nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { server, workload } = heatmap;
    const address = `/compare?server=${server}&workload=${workload}`;
    await expect(create(`/compare?server=${server}&workload=nothing`)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: /There is no workload “nothing”/,
    });
    for (const gone of ['cell=nothing@nowhere', 'cols=nowhere', 'base=nowhere', 'metric=p99'])
      await expect(create(`${address}&${gone}`)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    for (const gone of ['/trends?product=NoDB', '/servers?product=NoDB', '/servers?on=nobody@nothing'])
      await expect(create(gone)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await freeze(`/compare?server=${server.toUpperCase()}&workload=${workload}`)).toBe(
      await freeze(address),
    );
  });

  it('freezes the numbers of the database, the chosen columns, and the evidence of the open cell', async () => {
    const view = await frozen(await freeze(open));
    const { matrix } = await getCompareView(database, heatmap);
    expect(view.view.matrix.values).toEqual(matrix.values);
    expect(view.details?.cell.test).toBe(TEST);
    expect(view.details?.base?.column.version).toBe('15.18');
    expect(view.details?.excerpt?.lines.find(({ hit }) => hit)?.text).toMatch(/queries:\s+\d+/);
    expect(view.parserVersions).toEqual([PARSER_VERSION]);

    const one = await frozen(await freeze(`${open}&cols=${matrix.columns[1]?.slug}`));
    expect(one.view.matrix.columns.map(({ version }) => version)).toEqual(['18.4']);
    expect(one.state.cols).toEqual([]);
  });

  it('freezes the verdicts with what they rest on; a snapshot from before has thresholds', async () => {
    const slug = await freeze(open);
    const { data } = await frozen(slug);
    // Both versions were recorded in the same rounds.
    expect(data.noise?.pairs).toEqual([]);
    expect(data.rounds).toHaveLength(1);
    const lengths = (data.rounds?.[0]?.values ?? []).flat().map((slices) => slices.length);
    expect(Math.min(...lengths)).toBeGreaterThan(8);
    expect(data.verdicts[0]?.cells).toHaveLength(data.rows.length);
    expect(JSON.parse(await table(slug)).rule).toMatchObject({ name: 'verdicts', version: RULE_VERSION });

    const stored = await caller().permalinks.get({ slug });
    const { judgement: _, ...snapshot } = stored.snapshot as CompareSnapshot;
    const old = toFrozenView({ ...stored, snapshot });
    const { rule } = JSON.parse(exportTable(old, old.state, 'json'));
    expect(rule).toEqual({ name: 'thresholds', version: null, threshold: 0.95 });
  });

  it('is the same link for the same view, however its address is written', async () => {
    const { server, workload } = heatmap;
    const slug = await freeze(`/compare?server=${server}&workload=${workload}`);
    expect(await freeze(`/compare?workload=${workload}&metric=QPS&server=${server}&t=0.95`)).toBe(slug);
    expect(await freeze('/compare')).toBe(slug);
    expect(await freeze(`/compare?server=${server}&metric=cpu/o`)).not.toBe(slug);
  });

  it('keeps its numbers when an upload is read again by other parsers, and reports that', async () => {
    // As an older parser had read it: every throughput of the newer version twice as high.
    await database.pool.query(
      `UPDATE measurements SET value = value * 2 FROM results, runs, uploads
       WHERE metric = 'throughput' AND result_id = results.id AND run_id = runs.id AND upload_id = uploads.id
         AND filename = $1`,
      [NEW],
    );
    await database.pool.query('UPDATE uploads SET parser_version = 1 WHERE filename = $1', [NEW]);
    const slug = await freeze(open);
    const before = await table(slug);
    expect(await live(slug)).toEqual({ state: 'same' });
    expect((await frozen(slug)).parserVersions).toEqual([1, PARSER_VERSION]);

    expect((await ingest(NEW)).outcome).toBe('reparsed');
    expect(await table(slug)).toBe(before);
    const tests = (await frozen(slug)).view.matrix.rows.length;
    expect(await live(slug)).toEqual({ state: 'differs', cells: tests, newColumns: 0, goneColumns: 0 });
    expect(await freeze(open)).not.toBe(slug);
  });

  it('keeps its numbers when the server is renamed, and when its sources are deleted', async () => {
    const slug = await freeze(open);
    const [before, details] = [await table(slug), (await frozen(slug)).details];
    await database.pool.query(`UPDATE servers SET slug = 'renamed', name = 'renamed'`);
    expect(await live(slug)).toEqual({ state: 'gone' });
    await database.pool.query('UPDATE servers SET slug = $1', [heatmap.server]);
    expect(await live(slug)).toEqual({ state: 'same' });

    const { rows } = await database.pool.query<{ id: number; filename: string }>(
      'SELECT id, filename FROM uploads',
    );
    const idOf = (name: string) => String(rows.find(({ filename }) => filename === name)?.id);
    await deleteUpload(database, blobs, idOf(NEW));
    const { rows: tests } = (await frozen(slug)).view.matrix;
    expect(await live(slug)).toEqual({
      state: 'differs',
      cells: tests.length,
      newColumns: 0,
      goneColumns: 1,
    });
    await deleteUpload(database, blobs, idOf(OLD));
    expect(await live(slug)).toEqual({ state: 'gone' });

    expect(await table(slug)).toBe(before);
    expect((await frozen(slug)).details).toEqual(details);
  });
});

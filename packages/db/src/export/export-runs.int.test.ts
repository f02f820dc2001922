import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blobs/blob-store';
import { applyCorrection } from '../corrections/apply-correction';
import { ingestPath } from '../import/ingest-path';
import { importPublished } from '../import/published/import-published';
import { getCompareView } from '../queries/heatmaps/get-compare-view';
import { listHeatmaps } from '../queries/heatmaps/list-heatmaps';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { exportParquet, exportResults } from './export-runs';
import { listRunIds } from './load-runs';

const SAMPLES = path.join(import.meta.dirname, '../../../../samples');
const [OLD, NEW] = ['x.pg1518_rel.b1_c2r24.pk1.tar.gz', 'x.pg184_rel.b1_c2r24.pk1.tar.gz'];

let here: TestDatabase;
let elsewhere: TestDatabase;
let folder: string;
beforeAll(async () => {
  [here, elsewhere] = [await createTestDatabase(), await createTestDatabase()];
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-export-'));
  for (const name of [OLD, NEW]) await ingest(here, path.join(SAMPLES, name));
}, 120_000);
afterAll(async () => {
  for (const database of [here, elsewhere]) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const ingest = (database: TestDatabase, file: string) =>
  ingestPath({ database, blobs: openBlobStore(path.join(folder, 'blobs')) }, file);

/** The only heatmap of a database. */
async function heatmapOf(database: TestDatabase) {
  const [entry] = await listHeatmaps(database);
  if (!entry) throw new Error('nothing is stored');
  return { server: entry.server.slug, workload: entry.workload.slug };
}

async function exported(): Promise<string> {
  const ids = await listRunIds(here, await heatmapOf(here), null);
  let text = '';
  for await (const piece of exportResults(here, ids)) text += piece;
  return text;
}

/** What the heatmap is made of: columns, tests and the value of every metric. */
async function heatmapContents(database: TestDatabase) {
  const { matrix } = await getCompareView(database, await heatmapOf(database));
  const { columns, rows, values } = matrix;
  return { columns: columns.map(({ slug }) => slug), rows: rows.map(({ key }) => key), values };
}

describe('stored runs that are exported', () => {
  it('make the same heatmap where they are read again, value by value', async () => {
    const file = path.join(folder, 'results.ndjson');
    await writeFile(file, await exported());
    await ingest(elsewhere, file);
    expect(await heatmapOf(elsewhere)).toEqual(await heatmapOf(here));
    const before = await heatmapContents(here);
    expect(before.rows.length).toBeGreaterThan(5);
    expect(Object.keys(before.values)).toContain('cpu_per_op');
    expect(await heatmapContents(elsewhere)).toEqual(before);
  });

  it('have the same numbers as Parquet', async () => {
    const ids = await listRunIds(here, await heatmapOf(here), null);
    const { buffer } = await exportParquet(here, ids);
    const rows = await parquetReadObjects({ file: buffer });
    const lines = (await exported()).split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));
    const values = lines.flatMap((line: { value?: number }) => line.value ?? []);
    expect(rows.map(({ value }) => value)).toEqual(values);
  });

  it('count as they were corrected', async () => {
    const ids = await listRunIds(here, await heatmapOf(here), null);
    await applyCorrection(here, {
      kind: 'runs',
      select: { runs: ids.flat() },
      changes: { server: 'corrected' },
      reason: 'misnamed',
      by: 'local',
    });
    expect((await exported()).match(/"machine":\{"name":"(\w+)"/)?.[1]).toBe('corrected');
  });

  it('say of figures of a report which table they are of, and that ratios are ratios', async () => {
    await importPublished(elsewhere, path.join(SAMPLES, '../data/published/published.csv'));
    const { rows } = await elsewhere.pool.query<{ id: string; title: string; base: string }>(
      `SELECT runs.id::text, published_title AS title, published_base AS base
       FROM runs JOIN workloads ON workloads.id = workload_id WHERE published_base IS NOT NULL ORDER BY runs.id LIMIT 1`,
    );
    const [run] = rows;
    if (!run) throw new Error('no table of ratios is published');
    let text = '';
    for await (const piece of exportResults(elsewhere, [[run.id]])) text += piece;
    const [head = '', ...numbers] = text.trimEnd().split('\n');
    const { workload } = JSON.parse(head);
    expect(workload.label).toContain(run.title);
    expect(workload.label).toContain(`ratios to ${run.base}`);
    expect(numbers.length).toBeGreaterThan(0);
  });

  it('are those of some columns when these are asked for', async () => {
    const heatmap = await heatmapOf(here);
    const { columns } = (await getCompareView(here, heatmap)).matrix;
    expect(await listRunIds(here, heatmap, [columns[0]?.slug ?? ''])).toHaveLength(1);
    expect(await listRunIds(here, heatmap, [])).toEqual([]);
  });
});

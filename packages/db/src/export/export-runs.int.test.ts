import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { testLabel } from '@basecase/ingest/model';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blobs/blob-store';
import { applyCorrection } from '../corrections/apply-correction';
import { ingestPath } from '../import/ingest-path';
import { importPublished } from '../import/published/import-published';
import { getCompareView } from '../queries/heatmaps/get-compare-view';
import { listHeatmaps } from '../queries/heatmaps/list-heatmaps';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import type { ShownRuns } from '../types/servers';
import { exportRuns, type RunExport } from './export-runs';
import { listRunGroups, type RunGroup, wholeRun } from './list-run-groups';
import { loadRuns } from './load-runs';

const SAMPLES = path.join(import.meta.dirname, '../../../../samples');
const [OLD, NEW] = ['x.pg1518_rel.b1_c2r24.pk1.tar.gz', 'x.pg184_rel.b1_c2r24.pk1.tar.gz'];

let here: TestDatabase;
let elsewhere: TestDatabase;
let folder: string;
beforeAll(async () => {
  [here, elsewhere] = [await createTestDatabase(), await createTestDatabase()];
  folder = await mkdtemp(path.join(tmpdir(), 'basecase-export-'));
  for (const name of [OLD, NEW]) await ingest(here, path.join(SAMPLES, name));
});
afterAll(async () => {
  for (const database of [here, elsewhere]) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const ingest = (database: TestDatabase, file: string) =>
  ingestPath({ database, blobs: openBlobStore(path.join(folder, 'blobs'), database) }, file);

/** The only heatmap of a database. */
async function heatmapOf(database: TestDatabase) {
  const [entry] = await listHeatmaps(database);
  if (!entry) throw new Error('nothing is stored');
  return { server: entry.server.slug, workload: entry.workload.slug };
}

/** The runs of a heatmap with one test and one column, or all of it. */
async function groupsOf(shown: Partial<ShownRuns> = {}) {
  return listRunGroups(here, [{ ...(await heatmapOf(here)), columns: null, tests: null, ...shown }]);
}

async function bytesOf(
  format: RunExport,
  groups: readonly RunGroup[],
  database = here,
): Promise<ArrayBuffer> {
  const pieces = exportRuns(format, loadRuns(database, groups));
  return new Response(Readable.toWeb(Readable.from(pieces)) as ReadableStream).arrayBuffer();
}

async function exported(groups?: readonly RunGroup[], database = here): Promise<string> {
  return Buffer.from(await bytesOf('results', groups ?? (await groupsOf()), database)).toString();
}

const numbersOf = (text: string): { test?: string; range?: number; value?: number }[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));

/** The content of the heatmap: columns, tests and the value of every metric. */
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
    const rows = await parquetReadObjects({ file: await bytesOf('parquet', await groupsOf()) });
    const values = numbersOf(await exported()).flatMap(({ value }) => value ?? []);
    expect(rows.map(({ value }) => value)).toEqual(values);
  });

  it('count as they were corrected', async () => {
    const groups = await groupsOf();
    await applyCorrection(here, {
      kind: 'runs',
      select: { runs: groups.flatMap(({ runs }) => runs) },
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
    const text = await exported([wholeRun(run.id)], elsewhere);
    const [head = '', ...numbers] = text.trimEnd().split('\n');
    const { workload } = JSON.parse(head);
    expect(workload.label).toContain(run.title);
    expect(workload.label).toContain(`ratios to ${run.base}`);
    expect(numbers.length).toBeGreaterThan(0);
  });

  it('are those of the columns and tests that are shown', async () => {
    const { columns, rows } = (await getCompareView(here, await heatmapOf(here))).matrix;
    const [column = '', test = ''] = [columns[0]?.slug, rows[1]?.key];
    const groups = await groupsOf({ columns: [column], tests: [test] });
    expect(groups.map((group) => group.column)).toEqual([column]);
    const [, ...numbers] = numbersOf(await exported(groups));
    expect(numbers.length).toBeGreaterThan(5);
    expect(new Set(numbers.map((one) => testLabel(one.test ?? '', one.range ?? null)))).toEqual(
      new Set([test]),
    );
    expect(await groupsOf({ columns: [] })).toEqual([]);
    expect(await exported(await groupsOf({ tests: [] }))).toBe('');
  });
});

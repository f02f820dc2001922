import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { formatRatio, geometricMean } from '@basecase/analysis';
import { listNewestRows } from '@basecase/db/regressions/events/newest-rows';
import { recomputeRegressions } from '@basecase/db/regressions/recompute/recompute-regressions';
import { getRegression } from '@basecase/db/regressions/record-page/get-regression';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCaptured } from '../testing/capture';
import { makeTemporaryDirectory } from '../testing/run-directory';

/** A recording in rounds, whose medians have other ratios. */
const SAMPLES = join(import.meta.dirname, '../../../../samples');

let database: TestDatabase;
let archives: string[];
let remove: () => Promise<void>;
beforeAll(async () => {
  database = await createTestDatabase();
  const { path: cwd, remove: removeFolder } = await makeTemporaryDirectory();
  remove = removeFolder;
  archives = (await readdir(SAMPLES))
    .filter((name) => name.endsWith('.tar.gz'))
    .sort()
    .map((name) => join(SAMPLES, name));
  const env = { DATABASE_URL: database.url, BASECASE_BLOBS: join(cwd, 'blobs') };
  const { code, stderr } = await runCaptured(['ingest', ...archives], { cwd, env });
  expect(code, stderr).toBe(0);
  await recomputeRegressions(database);
});
afterAll(async () => {
  await remove();
  await database.drop();
});

interface Compared {
  columns: string[];
  rows: { test: string; absolute: number[]; relative: number[] }[];
}

/** @param base label of the run that is given first; else the oldest is */
async function compared(base = ''): Promise<Compared> {
  const isBase = (archive: string) => basename(archive, '.tar.gz') === base;
  const given = archives.toSorted((a, b) => Number(isBase(b)) - Number(isBase(a)));
  const { code, stdout, stderr } = await runCaptured(['compare', ...given, '--format', 'json']);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

it('basecase compare has the means of lists, and the ratios of records', async () => {
  const [shown] = await listNewestRows(database);
  const { columns, rows } = await compared();
  const means = columns.map((_, column) =>
    geometricMean(rows.map(({ relative }) => relative[column] ?? null)),
  );
  expect(shown?.means.map(formatRatio)).toEqual(means.map(formatRatio));
  // Those of the medians are others.
  const plain = columns.map((_, column) =>
    geometricMean(rows.map(({ absolute }) => (absolute[column] ?? 0) / (absolute[0] ?? 1))),
  );
  expect(plain.map(formatRatio)).not.toEqual(means.map(formatRatio));

  const records = await database.pool.query<{ slug: string }>(
    'SELECT slug FROM regressions WHERE withdrawn_at IS NULL AND stop IS NULL ORDER BY slug',
  );
  expect(records.rows.length).toBeGreaterThan(2);
  const pages = await Promise.all(records.rows.map(({ slug }) => getRegression(database, slug)));
  const bases = new Map<string, Compared>();
  for (const { lastGood } of pages)
    if (!bases.has(lastGood.label)) bases.set(lastGood.label, await compared(lastGood.label));
  for (const { slug, lastGood, firstBad, test, ratio } of pages) {
    const against = bases.get(lastGood.label) ?? { columns: [], rows: [] };
    expect(against.columns[0]).toBe(lastGood.label);
    const row = against.rows.find((each) => each.test === test.key);
    const cell = row?.relative[against.columns.indexOf(firstBad.label)] ?? null;
    expect(formatRatio(cell), slug).toBe(formatRatio(ratio));
  }
});

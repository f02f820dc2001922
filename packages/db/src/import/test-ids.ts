import { isBenchmarkId, type TestInfo, testLabel, unitConversion } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { noteShared } from '../epochs/changes';
import { arraysOf, listRows, listValues } from '../rows';

/** A row of the heatmap. */
export interface StoredTest {
  id: number;
  /** Of its throughput. */
  unit: string;
}

/**
 * Rows of the heatmap. Group, place and unit follow the newest registry; the unit of a test of a tool without a parser stays
 * that of its first upload, so that no upload changes what the results before it are shown in.
 *
 * @returns by key (`read-only_range=100`)
 */
export async function testIds(
  client: PoolClient,
  benchmark: string,
  tests: readonly TestInfo[],
): Promise<Map<string, StoredTest>> {
  const given = new Map(tests.map((test) => [testLabel(test.name, test.range), test]));
  const units = isBenchmarkId(benchmark)
    ? new Map<string, string>()
    : await unitsInUse(client, benchmark, given);
  const distinct = [...given].map(([key, test]) => ({ ...test, key, unit: units.get(key) ?? test.unit }));
  const rows = await listRows<StoredTest & { key: string; isChanged: boolean }>(
    client,
    `WITH news (key, name, range, "group", position, unit, warmup, known) AS (
       SELECT * FROM unnest($2::text[], $3::text[], $4::int[], $5::text[], $6::int[], $7::text[], $8::boolean[],
         $9::boolean[])
     ), written AS (
       INSERT INTO tests (benchmark_id, key, name, range, "group", position, unit, warmup, known)
       SELECT $1, news.* FROM news LEFT JOIN tests AS old ON old.benchmark_id = $1 AND old.key = news.key
       -- A conflict would lock the row until the end of the import, and others would wait for it.
       WHERE old.id IS NULL OR (old."group", old.position, old.unit, old.warmup, old.known)
         IS DISTINCT FROM (news."group", news.position, news.unit, news.warmup, news.known)
       ON CONFLICT (benchmark_id, key) DO UPDATE SET
         "group" = excluded."group", position = excluded.position, unit = excluded.unit,
         warmup = excluded.warmup, known = excluded.known
       RETURNING key, id, unit, xmax <> 0 AS changed
     )
     SELECT key, id, unit, changed AS "isChanged" FROM written
     UNION ALL
     SELECT key, id, unit, false FROM tests WHERE benchmark_id = $1 AND key = ANY ($2)
       AND NOT EXISTS (SELECT FROM written WHERE written.id = tests.id)`,
    [
      benchmark,
      ...arraysOf(distinct, 'key', 'name', 'range', 'group', 'position', 'unit', 'warmup', 'known'),
    ],
  );
  if (rows.some(({ isChanged }) => isChanged)) noteShared(client);
  return new Map(rows.map(({ key, id, unit }) => [key, { id, unit }]));
}

const STORED_UNITS = `
SELECT key, unit, id FROM tests
JOIN unnest($2::text[], $3::text[]) AS given (given_key, given_unit) ON given_key = key AND given_unit <> unit
WHERE benchmark_id = $1`;

const HEATMAPS = `
SELECT heatmaps.id::text AS id FROM heatmaps JOIN workloads ON workloads.id = workload_id WHERE benchmark_id = $1`;

/** Few heatmaps are of one benchmark: results are found by them, not by their test. */
const USED_UNITS = `
SELECT test_id AS id, array_agg(DISTINCT unit) AS units FROM results
WHERE heatmap_id = ANY ($1::bigint[]) AND test_id = ANY ($2) GROUP BY test_id`;

/**
 * Units that tests have already and keep: those that some result is in, or can be converted to. One that no result has any
 * more, because its upload was deleted, goes.
 */
async function unitsInUse(
  client: PoolClient,
  benchmark: string,
  tests: ReadonlyMap<string, TestInfo>,
): Promise<Map<string, string>> {
  const given = [...tests];
  const stored = await listRows<{ key: string; unit: string; id: number }>(client, STORED_UNITS, [
    benchmark,
    given.map(([key]) => key),
    given.map(([, { unit }]) => unit),
  ]);
  if (stored.length === 0) return new Map();
  const heatmaps = await listValues<string>(client, HEATMAPS, [benchmark]);
  const used = await listRows<{ id: number; units: string[] }>(client, USED_UNITS, [
    heatmaps,
    stored.map(({ id }) => id),
  ]);
  const unitsOf = new Map(used.map(({ id, units }) => [id, units]));
  return new Map(
    stored
      .filter(({ id, unit }) => unitsOf.get(id)?.some((each) => unitConversion(each, unit) !== null))
      .map(({ key, unit }) => [key, unit]),
  );
}

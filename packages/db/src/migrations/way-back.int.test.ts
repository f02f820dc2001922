import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../database';
import { addExclusion } from '../regressions/noise/noise-exclusions';
import { listValues } from '../rows';
import { createLoneDatabase } from '../testing/database';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import {
  applyMigrations,
  CREATE_HISTORY,
  pendingMigrations,
  readApplied,
  readMigrations,
} from './migrations.mjs';

const FOLDER = path.join(import.meta.dirname, '../../../../prisma/migrations');

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());

const TABLES = `
SELECT relname AS name FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations' ORDER BY 1`;

const SHAPE = `
SELECT concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated,
  pg_get_expr(adbin, adrelid)) AS line
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
UNION SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) FROM pg_constraint
WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'
UNION SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()
UNION SELECT concat_ws(' ', sequencename, data_type) FROM pg_sequences WHERE schemaname = current_schema()
UNION SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
UNION SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'
ORDER BY 1`;

const shapeOf = (pool: Pool) => listValues<string>(pool, SHAPE);

async function rowsOf(pool: Pool): Promise<Record<string, string[]>> {
  const tables = await listValues<string>(pool, TABLES);
  const contents: Record<string, string[]> = {};
  for (const name of tables) {
    // The order of columns is that of the migrations, and says nothing.
    contents[name] = await listValues(
      pool,
      `SELECT to_jsonb(each)::text AS row FROM "${name}" AS each ORDER BY 1`,
    );
  }
  return contents;
}

const contentsOf = async (pool: Pool) => ({ rows: await rowsOf(pool), shape: await shapeOf(pool) });

const apply = (migration: string, file: 'down.sql' | 'migration.sql') =>
  inTransaction(bench.database, async (client) => {
    await client.query(await readFile(path.join(FOLDER, migration, file), 'utf8'));
  });

/** The tables of each version, as its migrations make them in an empty database. */
async function shapesOfVersions(): Promise<string[][]> {
  const empty = await createLoneDatabase();
  try {
    await empty.pool.query(CREATE_HISTORY);
    const shapes: string[][] = [];
    for (const migration of await readMigrations(FOLDER)) {
      await inTransaction(empty, (client) => applyMigrations(client, [migration]));
      shapes.push(await shapeOf(empty.pool));
    }
    return shapes;
  } finally {
    await empty.drop();
  }
}

/** Rows in the tables and columns that the newer versions brought. */
const NEWER_ROWS = `
INSERT INTO webhooks (url, secret, events, format)
SELECT 'https://chat.example/' || format, repeat('s', 32), ARRAY['regression.new'], format
FROM unnest(ARRAY['json', 'slack']) AS format;
INSERT INTO permalinks (slug, kind, path, title, snapshot, parser_version, author)
VALUES ('waybacktes', 'compare', '/compare', 'a title', '{}', 1, 'me');
INSERT INTO line_decisions (product_id, from_config, to_config, action, by) SELECT id, 'a', 'b', 'join', 'me' FROM products LIMIT 1;
INSERT INTO event_changes (kind, product_id, first_bad, change, by) SELECT 'regression', id, '17.0', '{}', 'me' FROM products LIMIT 1;
INSERT INTO cell_notes (server_id, workload_id, test_id, variant_id, text, is_highlighted, by)
SELECT server_id, workload_id, tests.id, variant_ids[1], 'a note', true, 'me' FROM heatmaps, tests LIMIT 1;
INSERT INTO thinned_runs (identity) VALUES (repeat('a', 64));
UPDATE uploads SET unseen = true;
UPDATE builds SET parents = ARRAY['abc']`;

it('each migration with a way back leads to the tables before it, newest first, and back with all runs', async () => {
  const { pool } = bench.database;
  const shapes = await shapesOfVersions();
  const known = await readMigrations(FOLDER);
  const hasWayBack = known.map(({ name }) => existsSync(path.join(FOLDER, name, 'down.sql')));
  const first = hasWayBack.indexOf(true);
  expect(known.filter((_, at) => at >= first && !hasWayBack[at]).map(({ name }) => name)).toEqual([]);

  await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8, t1: 0 }));
  await pool.query(NEWER_ROWS);
  const kept = async () => {
    const { runs = [], measurements = [], uploads = [], configs = [] } = await rowsOf(pool);
    return { runs, uploads: uploads.length, measurements, configs };
  };
  const before = await kept();
  expect(before.measurements.length).toBeGreaterThan(20);
  expect(await shapeOf(pool)).toEqual(shapes.at(-1));

  for (const [at, { name }] of [...known.entries()].slice(first).toReversed()) {
    await apply(name, 'down.sql');
    expect(await shapeOf(pool), `after down.sql of ${name}`).toEqual(shapes[at - 1]);
    const left = await readApplied(pool);
    expect(left.map((each) => each.name)).toEqual(known.slice(0, at).map((each) => each.name));
  }
  expect(await listValues(pool, 'SELECT url AS v FROM webhooks WHERE active')).toEqual([
    'https://chat.example/json',
  ]);

  await inTransaction(bench.database, async (client) =>
    applyMigrations(client, pendingMigrations(known, await readApplied(client))),
  );
  expect(await shapeOf(pool)).toEqual(shapes.at(-1));
  expect(await kept()).toEqual(before);
  await bench.clear();
});

it('heatmap_id_leads goes back and forth without losing or changing a row', async () => {
  const LEADS = '20261128020000_heatmap_id_leads';
  const { pool } = bench.database;
  await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
  await bench.store(versionRun('16.0', {}, { server: 'b' }));
  const runs = await listValues<string>(pool, 'SELECT run_id::text AS id FROM run_places ORDER BY 1');
  await addExclusion(bench.database, { run: runs[0] ?? '', other: null, reason: 'a backup ran', by: 'me' });
  const after = await contentsOf(pool);
  expect(after.rows['regressions']).toHaveLength(1);

  await apply(LEADS, 'down.sql');
  const before = await contentsOf(pool);
  expect(before.rows['run_places']).toBeUndefined();
  expect(before.rows['runs']).toHaveLength(runs.length);
  expect(before.shape).toContain('results log_sha256 text f ');

  await apply(LEADS, 'migration.sql');
  expect(await contentsOf(pool)).toEqual(after);
  await apply(LEADS, 'down.sql');
  expect(await contentsOf(pool)).toEqual(before);
  // As the other tests of this database expect it.
  await apply(LEADS, 'migration.sql');
  await bench.clear();
});

it('stop_records loses the records of stops on the way back and no other, and can be applied again', async () => {
  const STOPS = '20261130010000_stop_records';
  const { pool } = bench.database;
  await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8, t1: 0 }));
  const verdicts = () => listValues<string>(pool, 'SELECT verdict AS v FROM regressions ORDER BY 1');
  expect(await verdicts()).toEqual(['regression', 'stopped working']);
  await apply(STOPS, 'down.sql');
  expect(await verdicts()).toEqual(['regression']);
  expect(await listValues(pool, 'SELECT slug AS v FROM record_places')).toHaveLength(1);
  await expect(pool.query('UPDATE regressions SET ratio = NULL')).rejects.toThrow(/null/);
  await apply(STOPS, 'migration.sql');
  await expect(pool.query('UPDATE regressions SET ratio = NULL')).rejects.toThrow(/stop_has_no_ratio/);
});

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../database';
import { addExclusion } from '../regressions/noise/noise-exclusions';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';

const FOLDER = path.join(
  import.meta.dirname,
  '../../../../prisma/migrations/20261128020000_heatmap_id_leads',
);

let bench: RegressionBench;
beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());

const TABLES = `
SELECT relname AS name FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations' ORDER BY 1`;

const SHAPE = `
SELECT concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull) AS line FROM pg_attribute
JOIN pg_class ON pg_class.oid = attrelid
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
UNION SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) FROM pg_constraint
WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'
UNION SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()
UNION SELECT concat_ws(' ', sequencename, data_type) FROM pg_sequences WHERE schemaname = current_schema()
ORDER BY 1`;

async function contentsOf(pool: Pool): Promise<{ rows: Record<string, string[]>; shape: string[] }> {
  const { rows: tables } = await pool.query<{ name: string }>(TABLES);
  const contents: Record<string, string[]> = {};
  for (const { name } of tables) {
    // The order of columns is that of the migrations, and says nothing.
    const { rows } = await pool.query<{ row: string }>(
      `SELECT to_jsonb(each)::text AS row FROM "${name}" AS each ORDER BY 1`,
    );
    contents[name] = rows.map(({ row }) => row);
  }
  const { rows: shape } = await pool.query<{ line: string }>(SHAPE);
  return { rows: contents, shape: shape.map(({ line }) => line) };
}

it('goes back and forth without losing or changing a row', async () => {
  const { pool } = bench.database;
  await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
  await bench.store(versionRun('16.0', {}, { server: 'b' }));
  const { rows: runs } = await pool.query<{ id: string }>(
    'SELECT run_id::text AS id FROM run_places ORDER BY 1',
  );
  await addExclusion(bench.database, {
    run: runs[0]?.id ?? '',
    other: null,
    reason: 'a backup ran',
    by: 'me',
  });
  const after = await contentsOf(pool);
  expect(after.rows['regressions']).toHaveLength(1);

  const apply = (file: string) =>
    inTransaction(bench.database, async (client) => {
      await client.query(await readFile(path.join(FOLDER, file), 'utf8'));
    });
  await apply('down.sql');
  const before = await contentsOf(pool);
  expect(before.rows['run_places']).toBeUndefined();
  expect(before.rows['runs']).toHaveLength(runs.length);
  expect(before.shape).toContain('results log_sha256 text f');

  await apply('migration.sql');
  expect(await contentsOf(pool)).toEqual(after);
  await apply('down.sql');
  expect(await contentsOf(pool)).toEqual(before);
  // As the other tests of this database expect it.
  await apply('migration.sql');
});

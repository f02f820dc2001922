import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importParsed } from './import/import-parsed';
import { createTestDatabase, type TestDatabase } from './testing/database';
import { describeUpload, makeUpload } from './testing/parsed-upload';

/** Wrong data must be impossible to store, whatever program writes it. Each case changes one thing of a stored run. */
describe('constraints of the schema', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    const parsed = makeUpload({ version: '17.0', server: 'pn53', qps: { 'point-query': [100] } });
    await importParsed(database, { upload: describeUpload('a'), parsed, configTexts: new Map() });
  });
  afterAll(() => database.drop());

  const cases: readonly [wrong: string, sql: string, constraint: string][] = [
    ['NaN', `UPDATE measurements SET value = 'NaN'`, 'measurements_value_finite'],
    ['Infinity', `UPDATE measurements SET value = 'Infinity'`, 'measurements_value_finite'],
    ['-Infinity', `UPDATE measurements SET value = '-Infinity', metric = 'x'`, 'measurements_value_finite'],
    ['negative throughput', 'UPDATE measurements SET value = -1', 'measurements_throughput_not_negative'],
    [
      'a reported value with a formula',
      `UPDATE measurements SET formula = 'x'`,
      'measurements_computed_names_formula',
    ],
    [
      'a computed value without one',
      `UPDATE measurements SET source = 'computed'`,
      'measurements_computed_names_formula',
    ],
    ['line 0', 'UPDATE measurements SET line = 0', 'measurements_lines_in_order'],
    [
      'a range of lines that ends before it begins',
      'UPDATE measurements SET line_end = 28',
      'measurements_lines_in_order',
    ],
    [
      'a line without a file',
      'UPDATE measurements SET artifact_id = NULL',
      'measurements_lines_are_of_a_file',
    ],
    [
      'a file without a line',
      'UPDATE measurements SET line = NULL, line_end = NULL',
      'measurements_lines_are_of_a_file',
    ],
    ['repeat 0', 'UPDATE results SET repeat = 0', 'results_repeat_from_one'],
    ['0 clients', 'UPDATE results SET clients = 0', 'results_clients_positive'],
    ['a server of 0 cores', 'UPDATE servers SET cores = 0', 'servers_cores_positive'],
    ['an upload without a sha256', `UPDATE uploads SET sha256 = 'ABC'`, 'uploads_sha256_is_sha256'],
    ['a failed upload without a reason', `UPDATE uploads SET state = 'failed'`, 'uploads_failed_has_reason'],
    [
      'a stored upload with an error',
      `UPDATE uploads SET error_code = 'X', error_message = 'x'`,
      'uploads_failed_has_reason',
    ],
    ['a test whose key is not its name', `UPDATE tests SET key = 'scan'`, 'tests_key_is_name_and_range'],
    [
      'ratios without the title of their table',
      `UPDATE workloads SET published_base = '14.0'`,
      'workloads_base_has_title',
    ],
    ['a workload with 0 tables', 'UPDATE workloads SET tables = 0', 'workloads_tables_positive'],
    [
      'a run that begins at one time and is listed at another',
      `UPDATE runs SET started_at = '2020-01-01'`,
      'runs_at_is_start_when_known',
    ],
    ['a server that a run points to, gone', 'DELETE FROM servers', 'runs_server_id_fkey'],
    [
      'a run without a place',
      `INSERT INTO runs (heatmap_id, id, server_id, workload_id, variant_id, upload_id, label, path, at)
       SELECT heatmap_id, id + 1, server_id, workload_id, variant_id, upload_id, label, path, at FROM runs`,
      'runs_id_fkey',
    ],
    [
      'a run in a heatmap of another server',
      `WITH other AS (INSERT INTO servers (slug, name) VALUES ('other', 'other') RETURNING id)
       UPDATE runs SET server_id = other.id FROM other`,
      'runs_heatmap_id_fkey',
    ],
    [
      'two workloads that differ in nothing',
      `INSERT INTO workloads (slug, benchmark_id, tables, rows_per_table, clients, primary_key, cached)
       SELECT 'copy', benchmark_id, tables, rows_per_table, clients, primary_key, cached FROM workloads`,
      'workloads_identity_key',
    ],
    [
      'two variants that differ in nothing',
      `INSERT INTO variants (slug, product_id, version_id, config_id)
       SELECT 'copy', product_id, version_id, config_id FROM variants`,
      'variants_identity_key',
    ],
    [
      'a variant with the version of another product',
      `WITH other AS (INSERT INTO products (name) VALUES ('MySQL') RETURNING id)
       INSERT INTO variants (slug, product_id, version_id) SELECT 'mixed', other.id, versions.id FROM other, versions`,
      'variants_product_id_version_id_fkey',
    ],
    [
      'the same log counted twice',
      'INSERT INTO log_identities SELECT * FROM log_identities',
      'log_identities_pkey',
    ],
    [
      'the same run twice',
      'INSERT INTO run_places (heatmap_id, upload_id, identity) SELECT heatmap_id, upload_id, identity FROM run_places',
      'run_places_identity_key',
    ],
    [
      'the same repeat twice',
      `INSERT INTO results (heatmap_id, run_id, test_id, repeat, status, unit)
       SELECT heatmap_id, run_id, test_id, repeat, status, unit FROM results`,
      'results_heatmap_id_run_id_test_id_repeat_key',
    ],
    [
      'the same metric from the same source twice',
      `INSERT INTO measurements SELECT * FROM measurements`,
      'measurements_pkey',
    ],
  ];

  beforeEach(async () => {
    // A case that wrongly succeeds would spoil the ones after it: each is rolled back.
    expect((await database.pool.query('SELECT FROM measurements')).rowCount).toBe(1);
  });

  it.each(cases)('rejects %s', async (_wrong, sql, constraint) => {
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      await expect(client.query(sql)).rejects.toMatchObject({ constraint });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('deletes an upload together with its runs, results, numbers and files', async () => {
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('DELETE FROM uploads');
      const { rows } = await client.query(
        `SELECT (SELECT count(*) FROM runs) + (SELECT count(*) FROM measurements) + (SELECT count(*) FROM artifacts)
           + (SELECT count(*) FROM run_places) + (SELECT count(*) FROM log_identities) AS left`,
      );
      expect(rows).toEqual([{ left: 0 }]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

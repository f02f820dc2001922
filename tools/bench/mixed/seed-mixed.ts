import { createHash } from 'node:crypto';
import { PARSER_VERSION } from '@basecase/db/import/upload-row';
import { countAllRuns } from '@basecase/db/testing/heatmap-rows';
import { takeImportLock } from '@basecase/db/testing/import-lock';
import { insertRuns } from '@basecase/db/testing/insert-runs';
import {
  benchmarkModel,
  buildName,
  isVersion,
  testInfo,
  testLabel,
  versionSortKey,
} from '@basecase/ingest/model';
import type { Pool, PoolClient } from 'pg';
import { MADE_UP_METRICS, makeUpValues, share, VERSION_NUMBER } from '../made-up-values';
import { GROUPS, type MixedBuild, type MixedGroup, SERVERS } from './mixed-runs';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Slug of something made up: no slug of an import begins like it. */
const slugOf = (text: string) =>
  `seed-${text.toLowerCase().replace(/[^a-z0-9._]+/g, '-')}-${sha256(text).slice(0, 4)}`;

/**
 * Adds the variants of a group, and their products, versions, builds and configs.
 *
 * @returns ids in release order, those of builds in theirs: a change comes at one of them, and dates follow it
 */
async function addVariants(
  client: PoolClient,
  { product, variants, builds, flavour }: MixedGroup,
): Promise<number[]> {
  await client.query('INSERT INTO products (name) VALUES ($1) ON CONFLICT DO NOTHING', [product]);
  const ids: number[] = [];
  for (const [version, ...configs] of variants) {
    await addVersion(client, product, version);
    for (const config of configs) {
      await client.query(
        `INSERT INTO configs (product_id, name) SELECT id, $2::text FROM products WHERE name = $1 AND $2::text IS NOT NULL
         ON CONFLICT DO NOTHING`,
        [product, config],
      );
      for (const build of builds ?? [null])
        ids.push(await addVariant(client, { product, version, build, flavour, config }));
    }
  }
  return ids;
}

async function addVersion(client: PoolClient, product: string, version: string): Promise<void> {
  const sortKey = versionSortKey(version);
  await client.query(
    `INSERT INTO versions (product_id, name, known, sort_key) SELECT id, $2, $3, $4 FROM products WHERE name = $1
     ON CONFLICT DO NOTHING`,
    [product, version, isVersion(version), sortKey],
  );
}

async function addVariant(
  client: PoolClient,
  variant: {
    product: string;
    version: string;
    build: MixedBuild | null;
    flavour: string | null;
    config: string | null;
  },
): Promise<number> {
  const { product, version, build, flavour, config } = variant;
  const names = [product, version, build && buildName(build), flavour, config];
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO variants (slug, product_id, version_id, config_id, flavour, build_id)
     SELECT $1, p.id, v.id, c.id, $5::text, $6::int
     FROM products p JOIN versions v ON v.product_id = p.id AND v.name = $3
       LEFT JOIN configs c ON c.product_id = p.id AND c.name = $4::text
     WHERE p.name = $2
     ON CONFLICT (product_id, version_id, flavour, config_id, build_id) DO UPDATE SET flavour = excluded.flavour
     RETURNING id`,
    [
      slugOf(names.filter(Boolean).join('-')),
      product,
      version,
      config,
      flavour,
      build && (await addBuild(client, { product, version, build })),
    ],
  );
  return onlyId(rows);
}

async function addBuild(
  client: PoolClient,
  { product, version, build }: { product: string; version: string; build: MixedBuild },
): Promise<number> {
  const { commit, branch, committedAt, number } = build;
  const values = [product, version, commit, branch, committedAt, number];
  await client.query(
    `INSERT INTO builds (product_id, version_id, commit, branch, committed_at, number, ordered_at)
     SELECT product_id, versions.id, $3, $4, $5::timestamptz, $6, $5::timestamptz
     FROM versions JOIN products ON products.id = product_id WHERE products.name = $1 AND versions.name = $2
     ON CONFLICT DO NOTHING`,
    values,
  );
  const { rows } = await client.query<{ id: number }>(
    `SELECT builds.id FROM builds JOIN versions ON versions.id = version_id JOIN products ON products.id = builds.product_id
     WHERE products.name = $1 AND versions.name = $2 AND commit = $3 AND branch = $4`,
    [product, version, commit, branch],
  );
  return onlyId(rows);
}

function onlyId(rows: readonly { id: number }[]): number {
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`expected one row, not ${rows.length}`);
  return row.id;
}

const FILENAME = 'made-up runs of ';
const SLUGS = SERVERS.map(({ name }) => slugOf(name));
/** Where a change comes: from its own version for each test of a heatmap, in two tests of five. */
const SOME_STEPS = `CASE WHEN ${VERSION_NUMBER} <= 1 + (10 * ${share("concat_ws('/', server_id, workload_id, test_id)")})
    OR ${share("concat_ws('+', workload_id, test_id)")} > 0.4 THEN 1
  WHEN ${share("concat_ws('*', test_id, workload_id)")} < 0.6 THEN 0.9 ELSE 1.12 END`;
/** Servers differ in noise: 1% to 12%, most of them quiet. */
const NOISE_OF_SERVER = `(0.01 + 0.11 * power(${share("server_id || 'noise'")}, 4))`;

const uploadHash = (server: string) => sha256(`made-up runs of ${server}`);
const uploadHashes = SERVERS.map(({ name }) => uploadHash(name));

/** True when the database holds the made-up runs. */
export async function hasMixed(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT FROM uploads WHERE sha256 = ANY ($1) LIMIT 1', [
    uploadHashes,
  ]);
  return (rowCount ?? 0) > 0;
}

/**
 * Adds a large and mixed set of made-up runs, next to whatever is stored: several products and benchmarks, configs
 * next to releases, servers of every kind, 200 nightly builds of one version, failures, gaps and repeats. Each server has
 * one upload, so that they can be deleted like any other.
 */
export async function seedMixed(
  pool: Pool,
  groups: readonly MixedGroup[] = GROUPS,
): Promise<{ runs: number }> {
  const runs = await inTransaction(pool, async (client) => {
    await addServers(client);
    let added = 0;
    for (const group of groups) added += await addGroup(client, group);
    await client.query(
      `UPDATE uploads SET (run_count, result_count) = (
         SELECT count(DISTINCT runs.id), count(results.id)
         FROM runs JOIN results ON results.heatmap_id = runs.heatmap_id AND run_id = runs.id WHERE upload_id = uploads.id)
       WHERE sha256 = ANY ($1)`,
      [uploadHashes],
    );
    return added;
  });
  await countAllRuns({ pool }, SLUGS);
  return { runs };
}

/** Removes what `seedMixed` added, and its servers with the records about them. */
export async function removeMixed(pool: Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('DELETE FROM uploads WHERE sha256 = ANY ($1)', [uploadHashes]);
    await client.query(
      'DELETE FROM servers WHERE slug = ANY ($1) AND NOT EXISTS (SELECT FROM runs WHERE server_id = servers.id)',
      [SLUGS],
    );
  });
  await countAllRuns({ pool }, SLUGS);
}

async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // It writes what imports write: one at a time, or both wait for each other.
    await takeImportLock(client);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

async function addServers(client: PoolClient): Promise<void> {
  for (const { name, cores, cpu, os } of SERVERS) {
    await client.query(
      'INSERT INTO servers (slug, name, cores, cpu, os) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
      [slugOf(name), name, cores, cpu, os],
    );
    await client.query(
      `INSERT INTO uploads (sha256, filename, size_bytes, origin, state, parser_version, stored_at, server_name)
       VALUES ($1, $2, 0, 'uploaded', 'stored', $3, now(), $4)`,
      [uploadHash(name), `${FILENAME}${name}`, PARSER_VERSION, name],
    );
  }
}

/** @returns number of runs */
async function addGroup(client: PoolClient, group: MixedGroup): Promise<number> {
  const { benchmark, servers } = group;
  await client.query('INSERT INTO benchmarks (id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    benchmark,
    benchmarkModel(benchmark).name,
  ]);
  const variants = await addVariants(client, group);
  const workloads = await addWorkloads(client, group);
  const tests = await addTests(client, group);
  // A run in thirty is missing; every fourth server was reinstalled for each version, so nothing shows its noise.
  const rows = await insertRuns(
    client,
    `SELECT s.id AS server_id, w.id AS workload_id, v.id AS variant_id, u.id AS upload_id,
       encode(sha256(concat_ws('/', 'made up', s.id, w.id, v.id)::bytea), 'hex') AS identity, v.slug AS label, v.slug AS path,
       NULL::timestamptz AS started_at,
       coalesce(v.built + interval '4 hours', now() - (2 + $4::int - v.place) * interval '1 day') AS at,
       CASE WHEN s.id % 4 = 0 THEN 'made up ' || v.place END AS campaign, $6::jsonb -> (v.place::int - 1) AS facts
     FROM servers s JOIN uploads u ON u.server_name = s.name AND u.sha256 = ANY ($5), unnest($2::int[]) AS w (id),
       (SELECT variants.id, slug, ordered_at AS built, row_number() OVER (ORDER BY array_position($3::int[], variants.id)) AS place
        FROM variants LEFT JOIN builds ON builds.id = build_id WHERE variants.id = ANY ($3)) v
     WHERE s.slug = ANY ($1) AND ${share("concat_ws('.', s.id, w.id, v.id)")} > 0.033
     ORDER BY s.id, w.id, v.place`,
    [servers.map(slugOf), workloads, variants, variants.length, uploadHashes, factsOf(group)],
  );
  const runs = rows.map(({ id }) => id);
  await client.query(
    `INSERT INTO server_readings (heatmap_id, run_id, name, slug, cores, cpu, os)
     SELECT runs.heatmap_id, runs.id, name, slug, cores, cpu, os FROM runs JOIN servers ON servers.id = server_id
     WHERE runs.id = ANY ($1)`,
    [runs],
  );
  // A result in forty is missing, one in a hundred failed, and a query step in twelve missed its SLA.
  await client.query(
    `INSERT INTO results (heatmap_id, run_id, test_id, repeat, status, unit, clients)
     SELECT r.heatmap_id, r.id, t.id, repeat, CASE
         WHEN t.warmup THEN 'warmup'
         WHEN ${share("concat_ws('!', r.id, t.id)")} < 0.01 THEN 'failed'
         WHEN t.name LIKE 'q%.L%' AND ${share("concat_ws('?', r.id, t.id)")} < 0.08 THEN 'sla_failed'
         ELSE 'ok' END::result_status,
       t.unit, 1
     FROM unnest($1::bigint[], $4::bigint[]) WITH ORDINALITY AS r (id, heatmap_id, place), tests t, generate_series(1, $3::int) AS repeat
     WHERE t.id = ANY ($2) AND ${share("concat_ws('-', r.id, t.id)")} > 0.025
     ORDER BY r.place, t.id, repeat`,
    [runs, tests, group.repeats ?? 1, rows.map(({ heatmapId }) => heatmapId)],
  );
  await addValues(client, group, rows);
  return runs.length;
}

/** JSON: what the runs of each build say of the machine, in order. */
function factsOf({ builds = [] }: MixedGroup): string {
  return JSON.stringify(builds.map(({ facts }) => facts));
}

/** Every fifth server recorded throughput alone. */
async function addValues(
  client: PoolClient,
  { change = SOME_STEPS }: MixedGroup,
  runs: readonly { id: number; server: number }[],
): Promise<void> {
  for (const metrics of [MADE_UP_METRICS, ['throughput'] as const]) {
    const own = runs.filter(({ server }) => (server % 5 === 0) === (metrics.length === 1));
    if (own.length === 0) continue;
    await makeUpValues(client, { runs: own.map(({ id }) => id), noise: NOISE_OF_SERVER, change, metrics });
  }
}

async function addWorkloads(client: PoolClient, { benchmark, workloads }: MixedGroup): Promise<number[]> {
  const ids: number[] = [];
  for (const { label, clients, cached } of workloads) {
    // Unusual sizes, so that a real run never joins a generated heatmap.
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO workloads (slug, benchmark_id, tables, rows_per_table, clients, primary_key, cached, label)
       VALUES ($1, $2, 7, 1234567, $3, true, $4, $5)
       ON CONFLICT (benchmark_id, tables, rows_per_table, clients, primary_key, cached, label, published_title,
         published_base) DO UPDATE SET tables = excluded.tables
       RETURNING id`,
      [slugOf([benchmark, clients, cached, label].join(' ')), benchmark, clients, cached, label],
    );
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

async function addTests(client: PoolClient, { benchmark, tests }: MixedGroup): Promise<number[]> {
  const infos = tests.map(([name, range]) => testInfo(benchmark, name, range));
  for (const { name, range, group, position, unit, warmup, known } of infos) {
    await client.query(
      `INSERT INTO tests (benchmark_id, key, name, range, "group", position, unit, warmup, known)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
      [benchmark, testLabel(name, range), name, range, group, position, unit, warmup, known],
    );
  }
  const { rows } = await client.query<{ id: number }>(
    'SELECT id FROM tests WHERE benchmark_id = $1 AND key = ANY ($2)',
    [benchmark, infos.map(({ name, range }) => testLabel(name, range))],
  );
  return rows.map(({ id }) => id);
}

import { benchmarkModel, buildName, type Server, WORKLOAD_PARTS } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { noteRuns, noteShared } from '../epochs/changes';
import type { HeatmapKey } from '../epochs/heatmap-key';
import { addCommitRanges } from '../regressions/commit-ranges';
import { findRow, findValue, getValue, listRows, listValues, type Queries, valuesOf } from '../rows';
import { buildId } from './build-id';
import type { VariantToStore, WorkloadToStore } from './run-to-store';
import { freeSlug, serverSlug, shortSlug } from './slug';
import { workloadSlug } from './workload-text';

/*
 * Get-or-create of the shared rows that runs point to. Two imports that make the same at once are refused by its unique
 * key, and one of them is done again (`inImports`). Stored rows are completed, never overwritten.
 */

async function takenSlugs(client: PoolClient, table: 'workloads' | 'variants', base: string) {
  const slugs = await listValues<string>(
    client,
    `SELECT slug FROM ${table} WHERE slug = $1 OR starts_with(slug, $1 || '-')`,
    [base],
  );
  return new Set(slugs);
}

/** The server with a name, in any spelling, or with the name of one merged into it. Null if unknown. */
export async function findServerId(client: Queries, name: string): Promise<number | null> {
  return findValue<number>(
    client,
    `SELECT id FROM servers WHERE slug = (
       SELECT kept_server(slug) FROM servers WHERE slug = $1 OR lower(name) = lower($2)
       ORDER BY slug = $1 DESC, id LIMIT 1)`,
    [serverSlug(name), name],
  );
}

/**
 * Names are the same server when their slugs are: `PN53` and `pn53`. A server may be known by another slug than its name has now.
 * `refreshServers` sets its facts.
 */
export async function serverId(client: PoolClient, server: Server): Promise<number> {
  const slug = serverSlug(server.name);
  const found = await findValue<number>(
    client,
    'SELECT id FROM servers WHERE slug = $1 OR lower(name) = lower($2) ORDER BY slug = $1 DESC LIMIT 1',
    [slug, server.name],
  );
  if (found !== null) return found;
  return getValue<number>(
    client,
    `INSERT INTO servers (slug, name, cores, cpu, memory_bytes, storage, os, machine_kind)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [slug, ...valuesOf(server, 'name', 'cores', 'cpu', 'memoryBytes', 'storage', 'os'), server.kind ?? null],
  );
}

async function productId(client: PoolClient, name: string): Promise<number> {
  const found = await findValue<number>(client, 'SELECT id FROM products WHERE name = $1', [name]);
  return found ?? getValue<number>(client, 'INSERT INTO products (name) VALUES ($1) RETURNING id', [name]);
}

/** The sort key follows the newest rule for ordering versions. */
async function versionId(client: PoolClient, product: number, variant: VariantToStore): Promise<number> {
  const { version, versionKnown, sortKey } = variant;
  const rows = await listRows<{ id: number; known: boolean; sortKey: string }>(
    client,
    'SELECT id, known, sort_key AS "sortKey" FROM versions WHERE product_id = $1 AND name = $2',
    [product, version],
  );
  const [found] = rows;
  if (!found) {
    return getValue<number>(
      client,
      'INSERT INTO versions (product_id, name, known, sort_key) VALUES ($1, $2, $3, $4) RETURNING id',
      [product, version, versionKnown, sortKey],
    );
  }
  if (found.known === versionKnown && found.sortKey === sortKey) return found.id;
  await client.query('UPDATE versions SET known = $2, sort_key = $3 WHERE id = $1', [
    found.id,
    versionKnown,
    sortKey,
  ]);
  const heatmaps = await listRows<HeatmapKey>(
    client,
    `SELECT server_id AS "serverId", workload_id AS "workloadId" FROM heatmaps
     WHERE variant_ids && ARRAY(SELECT variants.id FROM variants WHERE version_id = $1)`,
    [found.id],
  );
  noteRuns(client, heatmaps);
  return found.id;
}

/** @param text of the file, null when the upload does not hold it; the first that is known stays */
async function configId(
  client: PoolClient,
  product: number,
  { name, text }: { name: string; text: string | null },
): Promise<number> {
  const found = await findRow<{ id: number; hasText: boolean }>(
    client,
    'SELECT id, text IS NOT NULL AS "hasText" FROM configs WHERE product_id = $1 AND name = $2',
    [product, name],
  );
  if (!found) {
    return getValue<number>(
      client,
      'INSERT INTO configs (product_id, name, text) VALUES ($1, $2, $3) RETURNING id',
      [product, name, text],
    );
  }
  if (found.hasText || text === null) return found.id;
  await client.query('UPDATE configs SET text = $2 WHERE id = $1', [found.id, text]);
  noteShared(client);
  return found.id;
}

/**
 * @param configText text of the config file, null when the upload does not hold it
 * @param measuredAt ISO 8601, of the run; null if unknown
 */
export async function variantId(
  client: PoolClient,
  variant: VariantToStore,
  { configText, measuredAt }: { configText: string | null; measuredAt: string | null },
): Promise<number> {
  const product = await productId(client, variant.product);
  const version = await versionId(client, product, variant);
  const config =
    variant.config === null
      ? null
      : await configId(client, product, { name: variant.config, text: configText });
  const build = variant.build ? await buildId(client, variant.build, { product, version, measuredAt }) : null;
  const { commit = null, commits } = variant.build ?? {};
  if (commit !== null && commits) {
    const { after, total, list } = commits;
    await addCommitRanges(client, [{ productId: product, after, upTo: commit, total, commits: list }]);
  }
  const key = [product, version, variant.flavour, config, build];
  const found = await findValue<number>(
    client,
    `SELECT id FROM variants WHERE product_id = $1 AND version_id = $2 AND flavour IS NOT DISTINCT FROM $3
       AND config_id IS NOT DISTINCT FROM $4 AND build_id IS NOT DISTINCT FROM $5`,
    key,
  );
  if (found !== null) return found;
  const parts = [
    variant.product,
    variant.version,
    variant.build ? buildName(variant.build) : null,
    variant.flavour,
    variant.config,
  ];
  const base = shortSlug(parts.filter((part) => part !== null).join('-'));
  const slug = freeSlug(base, await takenSlugs(client, 'variants', base));
  return getValue<number>(
    client,
    `INSERT INTO variants (product_id, version_id, flavour, config_id, build_id, slug)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [...key, slug],
  );
}

export async function workloadId(client: PoolClient, workload: WorkloadToStore): Promise<number> {
  const key = [
    ...valuesOf(workload, 'benchmark', ...WORKLOAD_PARTS),
    workload.published?.title ?? null,
    workload.published?.base ?? null,
  ];
  const found = await findValue<number>(
    client,
    `SELECT id FROM workloads WHERE benchmark_id = $1
       AND tables IS NOT DISTINCT FROM $2 AND rows_per_table IS NOT DISTINCT FROM $3
       AND clients IS NOT DISTINCT FROM $4 AND primary_key IS NOT DISTINCT FROM $5
       AND cached IS NOT DISTINCT FROM $6 AND label IS NOT DISTINCT FROM $7
       AND published_title IS NOT DISTINCT FROM $8 AND published_base IS NOT DISTINCT FROM $9`,
    key,
  );
  if (found !== null) return found;
  await client.query('INSERT INTO benchmarks (id, name) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING', [
    workload.benchmark,
    benchmarkModel(workload.benchmark).name,
  ]);
  const base = workloadSlug(workload);
  const slug = freeSlug(base, await takenSlugs(client, 'workloads', base));
  return getValue<number>(
    client,
    `INSERT INTO workloads (benchmark_id, tables, rows_per_table, clients, primary_key, cached, label,
       published_title, published_base, slug)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
    [...key, slug],
  );
}

import { createHash } from 'node:crypto';
import { buildName, versionSortKey } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import type { MixedBuild, MixedGroup } from './mixed-runs';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Slug of something made up: no slug of an import begins like it. */
export const slugOf = (text: string) =>
  `seed-${text.toLowerCase().replace(/[^a-z0-9._]+/g, '-')}-${sha256(text).slice(0, 4)}`;

/**
 * Adds the variants of a group, and their products, versions, builds and configs.
 *
 * @returns ids in release order, those of builds in theirs: a change comes at one of them, and dates follow it
 */
export async function addVariants(
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
    [product, version, !sortKey.startsWith('~'), sortKey],
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

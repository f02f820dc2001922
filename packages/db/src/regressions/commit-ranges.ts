import { maskText } from '@basecase/ingest';
import { type Commit, cleanCommit } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { inChange, noteShared } from '../epochs/changes';
import { BUILD_ORDER } from '../queries/build-sql';
import { listRows } from '../rows';
import { branchSql } from './night-line-sql';

/** Two builds of a product: commits after one, up to the other. */
export interface RangeToRead {
  product: string;
  after: string;
  upTo: string;
}

export interface CommitRange extends RangeToRead {
  /** All of them; `commits` may be fewer. */
  total: number;
  /** The newest first. */
  commits: readonly Commit[];
}

/** Most commits of a range that are kept. */
const KEPT_COMMITS = 20;
/** Most ranges that one call lists. */
const MOST_RANGES = 1000;

/**
 * Neighbouring builds of each heatmap, and the two builds of each record; the newest builds first. Tables cut by heatmap are
 * read alone, because a cluster needs it.
 */
const MISSING = `
WITH ran AS MATERIALIZED (SELECT DISTINCT heatmap_id, variant_id FROM runs),
changed AS MATERIALIZED (SELECT DISTINCT first_bad_id, last_good_id FROM regressions WHERE withdrawn_at IS NULL),
measured AS MATERIALIZED (
  SELECT DISTINCT ran.heatmap_id, builds.product_id, builds.id, builds.version_id, ${branchSql('builds')} AS branch,
    builds.commit, builds.ordered_at, builds.number
  FROM ran JOIN variants ON variants.id = ran.variant_id JOIN builds ON builds.id = variants.build_id
), pairs AS (
  SELECT product_id, lag(commit) OVER (PARTITION BY heatmap_id, version_id, branch
      ORDER BY ${BUILD_ORDER.replaceAll('builds.', 'measured.')}) AS after, commit AS up_to, ordered_at
  FROM measured
  UNION ALL
  SELECT bad.product_id, good.commit, bad.commit, bad.ordered_at
  FROM changed
  JOIN variants AS bad_variant ON bad_variant.id = first_bad_id JOIN builds AS bad ON bad.id = bad_variant.build_id
  JOIN variants AS good_variant ON good_variant.id = last_good_id JOIN builds AS good ON good.id = good_variant.build_id
)
SELECT products.name AS product, pairs.after, pairs.up_to AS "upTo"
FROM pairs JOIN products ON products.id = pairs.product_id
LEFT JOIN commit_ranges AS known
  ON known.product_id = pairs.product_id AND known.after = pairs.after AND known.up_to = pairs.up_to
WHERE pairs.after <> pairs.up_to AND known.product_id IS NULL
GROUP BY 1, 2, 3 ORDER BY max(ordered_at) DESC LIMIT ${MOST_RANGES}`;

/** Ranges whose commits may be asked for and are not known, at most 1000, the newest first. */
export function listMissingRanges({ pool }: Pick<Database, 'pool'>): Promise<RangeToRead[]> {
  return listRows<RangeToRead>(pool, MISSING);
}

/** Stores commits, the newest 20 of each range, with masked secrets. Ranges that are known already stay as they are. */
export async function storeCommitRanges(database: Database, ranges: readonly CommitRange[]): Promise<void> {
  if (ranges.length === 0) return;
  await inChange(database, (client) => addCommitRanges(client, ranges));
}

/** The same in a transaction that notes its changes. */
export async function addCommitRanges(
  client: PoolClient,
  ranges: readonly (CommitRange | (Omit<CommitRange, 'product'> & { productId: number }))[],
): Promise<void> {
  const rows = ranges.map(({ total, commits, ...range }) => ({
    ...{ ...range, total: Math.max(total, commits.length) },
    commits: commits.slice(0, KEPT_COMMITS).map((commit) => {
      const own = cleanCommit(commit);
      return { ...own, subject: maskText(own.subject) };
    }),
  }));
  noteShared(client);
  await client.query(
    `INSERT INTO commit_ranges (product_id, after, up_to, total, commits)
       SELECT products.id, after, "upTo", total, commits
       FROM jsonb_to_recordset($1::jsonb) AS news (product text, "productId" int, after text, "upTo" text, total int, commits jsonb)
       JOIN products ON products.name = product OR products.id = "productId"
       ON CONFLICT DO NOTHING`,
    [JSON.stringify(rows)],
  );
}

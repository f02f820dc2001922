import type { Build } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { ADVISORY } from '../advisory-locks';
import { noteShared } from '../epochs/changes';
import { transactionTime } from '../epochs/transaction-time';
import { findValue, getValue } from '../rows';

/** Of the version line that a build is of. */
interface BuildPlace {
  product: number;
  version: number;
  /** ISO 8601, of the run that brings it; null if unknown. */
  measuredAt: string | null;
}

/**
 * The same commit of a line, however many digits of it were given; without a commit the same number, and without that
 * the same day. One that names no branch is the one that does.
 */
const FIND = `
SELECT id FROM builds
WHERE version_id = $1 AND (branch IS NOT DISTINCT FROM $2 OR branch IS NULL OR $2::text IS NULL) AND CASE
  WHEN $3::text IS NOT NULL THEN starts_with(commit, $3) OR starts_with($3, commit)
  WHEN $4::int IS NOT NULL THEN commit IS NULL AND number = $4
  ELSE commit IS NULL AND number IS NULL AND committed_at = $5 END
ORDER BY branch IS NOT DISTINCT FROM $2 DESC, commit = $3 DESC NULLS LAST, id
LIMIT 1`;

/** Fills in missing values. */
const COMPLETE = `
UPDATE builds SET branch = news.branch, committed_at = news.committed_at, number = news.number, url = news.url,
  repository_url = news.repository_url, commit_url = news.commit_url, ordered_at = news.ordered_at, parents = news.parents
FROM (
  SELECT coalesce(branch, $2) AS branch, coalesce(committed_at, $3) AS committed_at, coalesce(number, $4) AS number,
    coalesce(url, $5) AS url, coalesce(repository_url, $6) AS repository_url, coalesce(commit_url, $7) AS commit_url,
    coalesce(committed_at, $3, least(ordered_at, $8)) AS ordered_at,
    CASE WHEN cardinality(parents) > 0 THEN parents ELSE $9::text[] END AS parents
  FROM builds WHERE id = $1
) AS news
WHERE builds.id = $1 AND (builds.branch, builds.committed_at, builds.number, builds.url, builds.repository_url,
    builds.commit_url, builds.ordered_at, builds.parents) IS DISTINCT FROM (news.branch, news.committed_at, news.number, news.url,
    news.repository_url, news.commit_url, news.ordered_at, news.parents)`;

const INSERT = `
INSERT INTO builds (product_id, version_id, commit, branch, committed_at, number, url, repository_url, commit_url, ordered_at, parents)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($5::timestamptz, $10::timestamptz, $11::timestamptz), $12)
RETURNING id`;

/** The line has builds, and none of this branch: those that name no branch are of another line than they were. */
const IS_NEW_BRANCH = `
SELECT count(*) > 0 AND bool_and(branch IS DISTINCT FROM $2) AS "isNewBranch" FROM builds WHERE version_id = $1`;

/** Get-or-create of a build. */
export async function buildId(client: PoolClient, build: Build, place: BuildPlace): Promise<number> {
  const { branch, committedAt, number, url, repository, parents = [] } = build;
  const commit = build.commit?.toLowerCase() ?? null;
  // Nothing refuses a second build whose commit is the same in fewer digits: of one line only one import looks at a
  // time.
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [ADVISORY.builds, place.version]);
  const id = await findValue<number>(client, FIND, [place.version, branch, commit, number, committedAt]);
  const said = [url, repository?.url ?? null, repository?.commitUrl ?? null];
  if (id !== null) {
    const values = [id, branch, committedAt, number, ...said, place.measuredAt, parents];
    const { rowCount } = await client.query(COMPLETE, values);
    if (rowCount) noteShared(client);
    return id;
  }
  const { product, version, measuredAt } = place;
  if (await findValue<boolean>(client, IS_NEW_BRANCH, [version, branch])) noteShared(client);
  const now = await transactionTime(client);
  const values = [product, version, commit, branch, committedAt, number, ...said, measuredAt, now, parents];
  return getValue<number>(client, INSERT, values);
}

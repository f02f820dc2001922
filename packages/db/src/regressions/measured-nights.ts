import { median } from '@basecase/analysis';
import type { Pool, PoolClient } from 'pg';
import { badReason } from '../queries/views';
import type { RegressionNights } from '../types/regression-nights';
import { branchSql } from './night-line-sql';

/** When the test of a record was measured last. */
export interface MeasuredNights extends Pick<RegressionNights, 'lastMeasuredAt' | 'notMeasuredSince'> {
  /** ISO 8601: the place of the newest measured build in the order of builds. */
  lastBuildAt: string | null;
}

/** Newest nights of a line that may be without a test before it counts as not measured any more. */
const NEWEST = 3;
/** Newest nights that say how often a line is measured. */
const PACED = 20;
/** So many usual intervals without a night, and at least so many days: the line stands still. */
const INTERVALS = 5;
const LEAST_STILL = 7 * 86_400_000;

/** A result of the record's test that counts, in the runs of a night. */
const measured = (night: string) => `
  SELECT night.place, runs.at, builds.ordered_at
  FROM unnest(${night}) WITH ORDINALITY AS night (id, place)
  JOIN variants ON variants.id = night.id
  JOIN builds ON builds.id = variants.build_id
  JOIN runs ON runs.heatmap_id = own.heatmap_id AND runs.variant_id = night.id
  JOIN results ON results.heatmap_id = runs.heatmap_id AND results.run_id = runs.id AND results.test_id = own.test_id AND results.status = 'ok'
  WHERE ${badReason()} IS NULL AND EXISTS (SELECT FROM measurements
    WHERE measurements.heatmap_id = results.heatmap_id AND result_id = results.id AND metric = 'throughput'
      AND doubt IS NULL)
  ORDER BY night.place, runs.at DESC LIMIT 1`;

/** Each line is read once, however many records it has; of a record nearly always one of the newest nights. */
const MEASURED = `
WITH own AS MATERIALIZED (
  SELECT regressions.id, heatmap_id, test_id, variants.version_id, variants.flavour, variants.config_id,
    ${branchSql('builds')} AS branch
  FROM regressions
  JOIN variants ON variants.id = first_bad_id
  JOIN builds ON builds.id = variants.build_id
  WHERE regressions.heatmap_id = ANY ($1) AND regressions.id = ANY ($2)
), lines AS MATERIALIZED (
  SELECT row_number() OVER () AS line, * FROM (
    SELECT DISTINCT heatmap_id, version_id, flavour, config_id, branch FROM own) AS found
), nights AS (
  SELECT line, variants.id AS variant_id, max(runs.at) AS at, builds.ordered_at, builds.number, builds.id AS build_id
  FROM lines
  JOIN builds ON builds.version_id = lines.version_id AND ${branchSql('builds')} IS NOT DISTINCT FROM lines.branch
  JOIN variants ON variants.build_id = builds.id AND variants.flavour IS NOT DISTINCT FROM lines.flavour
    AND variants.config_id IS NOT DISTINCT FROM lines.config_id
  JOIN runs ON runs.heatmap_id = lines.heatmap_id AND runs.variant_id = variants.id
  WHERE ${badReason()} IS NULL
  GROUP BY line, variants.id, builds.id
), ordered AS MATERIALIZED (
  SELECT line, array_agg(variant_id ORDER BY ordered_at DESC, number DESC NULLS LAST, build_id DESC) AS variants,
    array_agg(at ORDER BY at DESC) AS times
  FROM nights GROUP BY line
)
SELECT own.id, ordered.times[1:${PACED}] AS times, recent.place IS NOT NULL AS "isRecent",
  coalesce(recent.at, older.at) AS at, coalesce(recent.ordered_at, older.ordered_at) AS "buildAt"
FROM own
JOIN lines ON lines.heatmap_id = own.heatmap_id AND lines.version_id = own.version_id AND lines.flavour IS NOT DISTINCT FROM own.flavour
  AND lines.config_id IS NOT DISTINCT FROM own.config_id AND lines.branch IS NOT DISTINCT FROM own.branch
LEFT JOIN ordered ON ordered.line = lines.line
LEFT JOIN LATERAL (${measured(`ordered.variants[1:${NEWEST}]`)}) AS recent ON true
LEFT JOIN LATERAL (${measured(`CASE WHEN recent.place IS NULL THEN ordered.variants[${NEWEST + 1}:] END`)}) AS older ON true`;

/** What the runs of a line say of the test of a record, whenever somebody asks. */
export interface NightFacts {
  /** Of the newest nights, the newest first; null when no run of the line is left. */
  readonly times: readonly Date[] | null;
  /** One of the newest nights of the line has the test. */
  readonly isRecent: boolean;
  readonly at: Date | null;
  readonly buildAt: Date | null;
}

/**
 * When the tests of records between builds were measured last.
 *
 * @param records those of releases are left out
 * @returns by id of the record
 */
export async function readNightFacts(
  client: Pick<Pool | PoolClient, 'query'>,
  records: readonly { id: number; heatmapId: number }[],
): Promise<Map<number, NightFacts>> {
  const { rows } = await client.query<NightFacts & { id: number }>({
    name: 'night-facts',
    text: MEASURED,
    values: [records.map(({ heatmapId }) => heatmapId), records.map(({ id }) => id)],
  });
  return new Map(rows.map(({ id, times, isRecent, at, buildAt }) => [id, { times, isRecent, at, buildAt }]));
}

/** Whether the test of a record is measured any more, at a time: nothing compared is not nothing regressed. */
export function measuredAt({ times, isRecent, at, buildAt }: NightFacts, now: Date): MeasuredNights {
  const lastMeasuredAt = at?.toISOString() ?? null;
  const isMeasured = isRecent && !standsStill(times ?? [], now);
  return {
    lastMeasuredAt,
    notMeasuredSince: isMeasured ? null : lastMeasuredAt,
    lastBuildAt: buildAt?.toISOString() ?? null,
  };
}

/** True when the newest night is older than such a line ever was between two of its newest nights. */
function standsStill(newestFirst: readonly Date[], now: Date): boolean {
  const [newest] = newestFirst;
  if (!newest) return true;
  const intervals = newestFirst
    .slice(1)
    .map((time, index) => (newestFirst[index]?.getTime() ?? 0) - time.getTime());
  return now.getTime() - newest.getTime() > Math.max(LEAST_STILL, INTERVALS * (median(intervals) ?? 0));
}

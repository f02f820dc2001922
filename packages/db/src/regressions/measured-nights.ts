import { median } from '@basecase/analysis';
import type { Pool, PoolClient } from 'pg';
import { badReason } from '../queries/views';
import { arraysOf, listRows } from '../rows';
import type { RegressionNights } from '../types/regressions';
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

/** Configs of nights that continue each other, each with the config that names their line. */
const JOINED = `
SELECT heatmaps.id AS heatmap, versions.id AS version, configs.id AS config, first.id AS line
FROM heatmaps, jsonb_array_elements(heatmaps.lines->'lines') AS line
JOIN products ON products.name = line->>'product'
JOIN versions ON versions.product_id = products.id AND versions.name = line->'nights'->>'version'
JOIN configs ON configs.product_id = products.id AND line->'configs' ? configs.name
JOIN configs AS first ON first.product_id = products.id AND first.name = line->'configs'->>0
WHERE heatmaps.id = ANY ($1)`;

interface JoinedConfig {
  heatmap: number;
  version: number;
  config: number;
  line: number;
}

/** Each line is read once, however many records it has. */
const LINES = `
WITH joined AS MATERIALIZED (
  SELECT * FROM unnest($3::bigint[], $4::int[], $5::int[], $6::int[]) AS joined (heatmap_id, version_id, config_id, line_id)
), own AS MATERIALIZED (
  SELECT regressions.id, regressions.heatmap_id, test_id, variants.version_id, variants.flavour,
    coalesce(line_id, variants.config_id) AS config_id, ${branchSql('builds')} AS branch
  FROM regressions
  JOIN variants ON variants.id = first_bad_id
  JOIN builds ON builds.id = variants.build_id
  LEFT JOIN joined ON joined.heatmap_id = regressions.heatmap_id AND joined.version_id = variants.version_id
    AND joined.config_id = variants.config_id
  WHERE regressions.heatmap_id = ANY ($1) AND regressions.id = ANY ($2)
), lines AS MATERIALIZED (
  SELECT row_number() OVER () AS line, * FROM (
    SELECT DISTINCT heatmap_id, version_id, flavour, config_id, branch FROM own) AS found
), nights AS (
  SELECT line, variants.id AS variant_id, max(runs.at) AS at, builds.ordered_at, builds.number, builds.id AS build_id
  FROM lines
  JOIN builds ON builds.version_id = lines.version_id AND ${branchSql('builds')} IS NOT DISTINCT FROM lines.branch
  JOIN variants ON variants.build_id = builds.id AND variants.flavour IS NOT DISTINCT FROM lines.flavour
  LEFT JOIN joined ON joined.heatmap_id = lines.heatmap_id AND joined.version_id = variants.version_id
    AND joined.config_id = variants.config_id
  JOIN runs ON runs.heatmap_id = lines.heatmap_id AND runs.variant_id = variants.id
  WHERE ${badReason()} IS NULL AND coalesce(line_id, variants.config_id) IS NOT DISTINCT FROM lines.config_id
  GROUP BY line, variants.id, builds.id
), ordered AS MATERIALIZED (
  SELECT line, array_agg(variant_id ORDER BY ordered_at DESC, number DESC NULLS LAST, build_id DESC) AS variants,
    array_agg(at ORDER BY at DESC) AS times
  FROM nights GROUP BY line
)
SELECT own.id, own.heatmap_id AS heatmap, test_id AS test, ordered.times[1:${PACED}] AS times,
  coalesce(ordered.variants, '{}') AS nights
FROM own
JOIN lines ON lines.heatmap_id = own.heatmap_id AND lines.version_id = own.version_id AND lines.flavour IS NOT DISTINCT FROM own.flavour
  AND lines.config_id IS NOT DISTINCT FROM own.config_id AND lines.branch IS NOT DISTINCT FROM own.branch
LEFT JOIN ordered ON ordered.line = lines.line`;

/**
 * The newest of some nights, the newest of a record first, that has a result of its test that counts. A plain join: a
 * cluster takes no LATERAL into what it cuts.
 */
const MEASURED = `
SELECT DISTINCT ON (asked.record) asked.record AS id, runs.at, builds.ordered_at AS "buildAt"
FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[]) WITH ORDINALITY AS asked (record, heatmap_id, test_id, variant_id, place)
JOIN runs ON runs.heatmap_id = asked.heatmap_id AND runs.variant_id = asked.variant_id
JOIN variants ON variants.id = runs.variant_id
JOIN builds ON builds.id = variants.build_id
JOIN results ON results.heatmap_id = runs.heatmap_id AND results.run_id = runs.id AND results.test_id = asked.test_id AND results.status = 'ok'
WHERE ${badReason()} IS NULL AND EXISTS (SELECT FROM measurements
  WHERE measurements.heatmap_id = results.heatmap_id AND result_id = results.id AND metric = 'throughput'
    AND doubt IS NULL)
ORDER BY asked.record, asked.place, runs.at DESC`;

interface LineRow {
  id: number;
  heatmap: number;
  test: number;
  times: Date[] | null;
  /** Variants, the newest night first. */
  nights: number[];
}

/** Facts about the test of a record from the runs of its line, read on demand. */
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
  const heatmapIds = records.map(({ heatmapId }) => heatmapId);
  const joined = await listRows<JoinedConfig>(client, JOINED, [[...new Set(heatmapIds)]]);
  const { rows } = await client.query<LineRow>({
    name: 'night-lines-of-records',
    text: LINES,
    values: [
      heatmapIds,
      records.map(({ id }) => id),
      ...arraysOf(joined, 'heatmap', 'version', 'config', 'line'),
    ],
  });
  const facts = new Map<number, NightFacts>();
  let open = rows;
  // Nearly always it is the newest night, so that is asked for first.
  for (const [from, to] of STEPS) {
    const found = await newestMeasured(client, open, { from, to });
    for (const { id, times } of open) {
      const night = found.get(id);
      if (night) facts.set(id, { times, isRecent: to <= NEWEST, at: night.at, buildAt: night.buildAt });
    }
    open = open.filter(({ id }) => !facts.has(id));
  }
  for (const { id, times } of open) facts.set(id, { times, isRecent: false, at: null, buildAt: null });
  return facts;
}

/** Nights, the newest first, that are looked at one after the other. */
const STEPS = [
  [0, 1],
  [1, NEWEST],
  [NEWEST, Number.POSITIVE_INFINITY],
] as const;

interface MeasuredRow {
  id: number;
  at: Date;
  buildAt: Date | null;
}

/** @returns by record, of the nights from one place to another */
async function newestMeasured(
  client: Pick<Pool | PoolClient, 'query'>,
  rows: readonly LineRow[],
  { from, to }: { from: number; to: number },
): Promise<Map<number, MeasuredRow>> {
  const asked = rows.flatMap(({ nights, ...row }) =>
    nights.slice(from, to).map((variant) => ({ ...row, variant })),
  );
  if (asked.length === 0) return new Map();
  const found = await client.query<MeasuredRow>({
    name: 'measured-nights',
    text: MEASURED,
    values: [
      asked.map(({ id }) => id),
      asked.map(({ heatmap }) => heatmap),
      asked.map(({ test }) => test),
      asked.map(({ variant }) => variant),
    ],
  });
  return new Map(found.rows.map((row) => [row.id, row]));
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

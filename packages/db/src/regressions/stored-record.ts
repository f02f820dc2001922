import type { ChangeExplanation, ReasonClass, StepKind } from '@basecase/analysis';
import type { RecordStop } from '@basecase/contract/record';
import { nearestNames, withNearest } from '@basecase/ingest/model';
import type { PoolClient, QueryResultRow } from 'pg';
import { NotFoundError } from '../errors';
import { findRow, findValue, listRows, listValues, type Queries } from '../rows';
import type { FlaggedVerdict, RegressionEntry, RegressionKind, RegressionState } from '../types/regressions';
import type { SeriesRecord } from '../types/series';
import { columnKeySql } from './recompute/column-name';

/** What the data say of a record: rewritten by each evaluation. */
export interface RecordNumbers {
  /** Null: on the main line of its product. */
  build: RegressionEntry['build'];
  firstBadId: number;
  lastGoodId: number;
  firstBad: string;
  lastGood: string;
  lastSeen: string;
  step: StepKind;
  verdict: FlaggedVerdict;
  /** Null of a stop, as are the next three. */
  ratio: number | null;
  levelRatio: number | null;
  band: number | null;
  p: number | null;
  stop: RecordStop | null;
  explanation: ChangeExplanation | null;
  cause: string;
  reason: ReasonClass;
  fixedSeen: string | null;
  parserVersion: number;
  /** Null for a record of releases. */
  series: SeriesRecord | null;
}

/** What the rule finds of a change, without its versions. */
export type FoundNumbers = Pick<
  RecordNumbers,
  | 'build'
  | 'step'
  | 'verdict'
  | 'ratio'
  | 'levelRatio'
  | 'band'
  | 'p'
  | 'stop'
  | 'explanation'
  | 'reason'
  | 'series'
>;

/** Which change a record is about; with server and first bad version this is its fingerprint. */
export interface RecordScope {
  kind: RegressionKind;
  workloadId: number;
  testId: number;
  productId: number;
  /** Name of the line of nights that it is on; null for releases. */
  line: string | null;
}

/** Build and config of a first bad version: of the line that the change is on. */
export interface ChangedBuild {
  flavour: string | null;
  config: string | null;
}

/** A record as it is stored, with the places of its versions in release order. */
export interface StoredRecord extends RecordScope, RecordNumbers {
  id: number;
  heatmapId: number;
  slug: string;
  fingerprint: string;
  /** Places of the two columns, see `columnKey`. */
  firstBadKey: string;
  lastGoodKey: string;
  changedBuild: ChangedBuild;
  state: RegressionState;
  stateBeforeFix: RegressionState | null;
  withdrawn: boolean;
  /** True once it was sure, even if later nights made it doubtful. */
  wasSure: boolean;
}

/** A change as it is to be stored. */
export interface RecordChange extends RecordScope, RecordNumbers {
  fingerprint: string;
  firstBadKey: string;
  lastGoodKey: string;
  changedBuild: ChangedBuild;
  onlyIfKnown: boolean;
}

/** Columns of what the data say, by the type of each. */
export const NUMBERS: Record<keyof RecordNumbers | 'fingerprint', string> = {
  build: 'jsonb',
  fingerprint: 'text',
  firstBadId: 'int',
  lastGoodId: 'int',
  firstBad: 'text',
  lastGood: 'text',
  lastSeen: 'text',
  step: 'regression_step',
  verdict: 'text',
  ratio: 'float8',
  levelRatio: 'float8',
  band: 'float8',
  p: 'float8',
  stop: 'jsonb',
  explanation: 'jsonb',
  cause: 'text',
  reason: 'text',
  fixedSeen: 'text',
  parserVersion: 'int',
  series: 'jsonb',
};

/** Columns of the change that a record is about. */
export const SCOPE = {
  slug: 'text',
  kind: 'regression_kind',
  workloadId: 'int',
  testId: 'int',
  productId: 'int',
} as const;

/** `first_bad_id` of `firstBadId`. */
export const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const RECORDS = `
SELECT regressions.id, heatmap_id AS "heatmapId",
  ${Object.keys({ ...SCOPE, ...NUMBERS })
    .map((name) => `regressions.${columnOf(name)} AS "${name}"`)
    .join(', ')},
  series ->> 'line' AS line, state, state_before_fix AS "stateBeforeFix",
  withdrawn_at IS NOT NULL AS withdrawn,
  (verdict NOT LIKE 'possible%' OR EXISTS (SELECT FROM regression_events
    WHERE regression_events.heatmap_id = $1 AND regression_id = regressions.id
    AND regression_events.kind = 'judged'
    AND (detail->'from'->>0 NOT LIKE 'possible%' OR detail->'to'->>0 NOT LIKE 'possible%'))) AS "wasSure", ${columnKeySql('bad', 'bad_build')} AS "firstBadKey",
  ${columnKeySql('good', 'good_build')} AS "lastGoodKey",
  json_build_object('flavour', bad_variant.flavour,
    'config', (SELECT name FROM configs WHERE configs.id = bad_variant.config_id)) AS "changedBuild"
FROM regressions
JOIN variants AS bad_variant ON bad_variant.id = first_bad_id JOIN versions AS bad ON bad.id = bad_variant.version_id
LEFT JOIN builds AS bad_build ON bad_build.id = bad_variant.build_id
JOIN variants AS good_variant ON good_variant.id = last_good_id JOIN versions AS good ON good.id = good_variant.version_id
LEFT JOIN builds AS good_build ON good_build.id = good_variant.build_id
WHERE regressions.heatmap_id = $1
ORDER BY regressions.id
FOR UPDATE OF regressions`;

/**
 * Records of some heatmaps in the order of their ids, withdrawn ones too; locked until the end. A cluster
 * locks rows of one heatmap in one statement, never of several.
 */
export async function lockRecords(
  client: PoolClient,
  heatmapIds: readonly number[],
): Promise<StoredRecord[]> {
  const records: StoredRecord[] = [];
  for (const heatmapId of heatmapIds.toSorted((a, b) => a - b)) {
    records.push(...(await listRows<StoredRecord>(client, RECORDS, [heatmapId])));
  }
  return records
    .map((row) => ({ ...row, explanation: reviveExplanation(row.explanation) }))
    .toSorted((a, b) => a.id - b.id);
}

/** JSON has no infinity: the ratio of x/0 is stored as null. */
export function reviveExplanation(stored: ChangeExplanation | null): ChangeExplanation | null {
  if (!stored) return null;
  const revive = <T extends { ratio: number | null }>(item: T) => ({
    ...item,
    ratio: item.ratio ?? Number.POSITIVE_INFINITY,
  });
  return { ...stored, reasons: stored.reasons.map(revive), prices: stored.prices.map(revive) };
}

const PLACE = 'SELECT heatmap_id FROM record_places WHERE slug = $1';

/**
 * The row of a record.
 *
 * @param sql finds it by its heatmap ($1) and its slug ($2)
 * @throws NotFoundError
 */
export async function getRecordRow<Row extends QueryResultRow>(
  client: Queries,
  sql: string,
  slug: string,
): Promise<Row> {
  // Its heatmap first: a cluster takes the rest of the one that is named.
  const place = await findValue<number>(client, PLACE, [slug]);
  const row = place === null ? null : await findRow<Row>(client, sql, [place, slug]);
  if (!row)
    throw new NotFoundError(
      withNearest(`No record "${slug.slice(0, 80)}".`, slug, await recordSlugsLike(client, slug)),
    );
  return row;
}

/** Slugs of the records that an unknown one may mean, the nearest first. */
export async function nearestRecords(client: Queries, slug: string): Promise<string[]> {
  return nearestNames(slug, await recordSlugsLike(client, slug));
}

/** Those of the same test: the slug of a record begins with its name. */
const LIKE = `
SELECT slug FROM record_places WHERE starts_with(slug, $1) ORDER BY slug LIMIT 2000`;

function recordSlugsLike(client: Queries, slug: string): Promise<string[]> {
  return listValues<string>(client, LIKE, [slug.slice(0, Math.ceil(Math.min(slug.length, 60) / 3))]);
}

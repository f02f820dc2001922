import {
  type ChangeExplanation,
  explanationSentence,
  type ReasonClass,
  verdictMark,
} from '@basecase/analysis';
import { type BenchmarkId, compareVersions, groupLabel } from '@basecase/ingest/model';
import type { StoredRecordFields } from '../contract/record';
import type { AskedHeatmaps } from '../epochs/by-heatmap';
import { iso, JOIN_BUILDS, VERSION_TEXT } from '../queries/build-sql';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../queries/views';
import type { Origin } from '../types';
import type { CauseView, FixView, RegressionEntry, RegressionKind } from '../types/regressions';
import type { SeriesRecord } from '../types/series';
import type { MeasuredNights } from './measured-nights';
import { NIGHTS_JSON, type StoredNights, toNights } from './nights-of-entry';
import { reviveExplanation } from './stored-record';

/** Newest label of a variant in the heatmap of the record, and its names. */
const column = (id: string, is: AskedHeatmaps['is']) => `(
  SELECT json_build_object('column', variants.slug, 'version', ${VERSION_TEXT}, 'flavour', variants.flavour,
    'config', configs.name, 'label', coalesce((SELECT label FROM runs
      WHERE runs.heatmap_id = regressions.heatmap_id AND runs.heatmap_id ${is} AND runs.variant_id = variants.id ORDER BY at DESC, id DESC LIMIT 1), versions.name))
  FROM variants JOIN versions ON versions.id = variants.version_id LEFT JOIN configs ON configs.id = variants.config_id
  ${JOIN_BUILDS}
  WHERE variants.id = regressions.${id})`;

/** The column of each stored field; the compiler reports a field of the contract without one. */
const STORED: Record<keyof StoredRecordFields, string> = {
  slug: 'regressions.slug',
  kind: 'regressions.kind',
  state: 'regressions.state',
  product: 'products.name',
  lastSeen: 'last_seen',
  verdict: 'regressions.verdict',
  ratio: 'ratio',
  levelRatio: 'level_ratio',
  band: 'band',
  p: 'p',
  step: 'step',
  owner: 'regressions.owner',
  bugUrl: 'bug_url',
  createdAt: iso('regressions.created_at'),
  changedAt: iso('changed_at'),
  withdrawnAt: iso('withdrawn_at'),
};
const STORED_JSON = `json_build_object(${Object.entries(STORED)
  .map(([name, column]) => `'${name}', ${column}`)
  .join(', ')})`;

/** Columns of a record for `toEntry`; wants the joins of `ENTRY_JOINS`. @param is see `byHeatmap` */
export const entryJson = (is: AskedHeatmaps['is']) => `
  regressions.id, regressions.heatmap_id AS "heatmapId", ${HEATMAP_COLUMNS},
  (SELECT origins FROM heatmaps WHERE heatmaps.id = regressions.heatmap_id) AS origins,
  ${STORED_JSON} AS stored, json_build_object('key', tests.key, 'name', tests.name, 'range', tests.range,
    'group', tests."group", 'unit', tests.unit, 'benchmark', tests.benchmark_id) AS test, regressions.build,
  ${column('first_bad_id', is)} AS "firstBad", ${column('last_good_id', is)} AS "lastGood", explanation, cause, reason,
  fixed_seen AS "fixedSeen", fixed_in AS "fixedIn", notes <> '' AS "hasNotes", triage_version AS "triageVersion",
  regressions.series, ${NIGHTS_JSON} AS nights`;

export interface EntryRow
  extends HeatmapRow,
    Pick<RegressionEntry, 'build' | 'firstBad' | 'lastGood' | 'hasNotes' | 'triageVersion'> {
  stored: StoredRecordFields;
  id: number;
  heatmapId: number;
  /** Of the runs of its heatmap; null when none is left. */
  origins: Origin[] | null;
  test: Omit<RegressionEntry['test'], 'groupLabel'> & { benchmark: BenchmarkId };
  explanation: ChangeExplanation | null;
  cause: string;
  reason: ReasonClass;
  fixedSeen: string | null;
  fixedIn: string | null;
  series: SeriesRecord | null;
  /** Null of a record of releases. */
  nights: StoredNights | null;
  causeRecords: number;
}

/** @param measured when the test of a record between builds was measured last */
export function toEntry(row: EntryRow, measured: MeasuredNights | undefined): RegressionEntry {
  const { benchmark, ...test } = row.test;
  const explanation = reviveExplanation(row.explanation);
  return {
    ...row.stored,
    ...toHeatmapViews(row, row.origins ?? []),
    test: { ...test, groupLabel: groupLabel(benchmark, test.group) },
    build: row.build && { flavour: row.build.flavour, config: row.build.config },
    firstBad: row.firstBad,
    lastGood: row.lastGood,
    mark: verdictMark(row.stored.verdict),
    explanation: explanation && explanationSentence(explanation),
    cause: toCauseView({
      key: row.cause,
      product: row.stored.product,
      since: row.firstBad.version,
      kind: row.stored.kind,
      reason: row.reason,
      records: row.causeRecords,
    }),
    fix: fixView(row, measured?.lastBuildAt ?? null),
    hasNotes: row.hasNotes,
    triageVersion: row.triageVersion,
    comparePath: recordComparePath(row),
    nights: row.nights && toNights({ ...row, ...row.stored, nights: row.nights }, measured),
  };
}

export function toCauseView({
  kind,
  ...cause
}: Omit<CauseView, 'direction'> & { kind: RegressionKind }): CauseView {
  return { ...cause, direction: kind === 'regression' ? 'slower' : 'faster' };
}

/** What people say of a fix, against the newest version that still has the change. */
function fixView(
  { fixedIn, fixedSeen, stored, nights }: Pick<EntryRow, 'fixedIn' | 'fixedSeen' | 'stored' | 'nights'>,
  lastBuildAt: string | null,
): FixView {
  const fix = { claimed: fixedIn, seen: fixedSeen };
  if (fixedSeen !== null) return { ...fix, status: 'verified' };
  if (fixedIn === null) return { ...fix, status: 'none' };
  const isMeasured = nights
    ? nights.claimedAt !== null && lastBuildAt !== null && nights.claimedAt <= lastBuildAt
    : compareVersions(stored.lastSeen, fixedIn) >= 0;
  return { ...fix, status: isMeasured ? 'still there' : 'claimed' };
}

/** The compare page at the cell of a record, with the last good version as the base; of builds these two are named. */
function recordComparePath({ server, workload, lastGood, firstBad, test, nights }: EntryRow): string {
  return `/compare?${new URLSearchParams({
    server: server.slug,
    workload: workload.slug,
    base: lastGood.column,
    cell: `${test.key}@${firstBad.column}`,
    ...(nights && { cols: `${lastGood.column},${firstBad.column}` }),
  })}`;
}

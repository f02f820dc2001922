import {
  type ChangeExplanation,
  explanationSentence,
  type NightLine,
  type ReasonClass,
  type VerdictMark,
  verdictMark,
} from '@basecase/analysis';
import type { StoredRecordFields } from '@basecase/contract/record';
import {
  type BenchmarkId,
  type Commit,
  commitHref,
  commitRangeHref,
  compareVersions,
  groupLabel,
} from '@basecase/ingest/model';
import type { AskedHeatmaps } from '../epochs/by-heatmap';
import { BUILD_JSON, iso, JOIN_BUILDS, VERSION_TEXT } from '../queries/build-sql';
import { lineKey } from '../queries/series/night-lines';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../queries/views';
import type { Origin } from '../types';
import type { BuildView } from '../types/builds';
import type {
  CauseView,
  FixView,
  FlaggedVerdict,
  RegressionColumn,
  RegressionEntry,
  RegressionKind,
  RegressionNights,
  Suspects,
} from '../types/regressions';
import type { SeriesRecord } from '../types/series';
import type { MeasuredNights } from './measured-nights';
import { branchSql } from './night-line-sql';
import { reviveExplanation } from './stored-record';

/** What is stored of the two builds of a record. */
interface StoredNights extends NightLine {
  firstBad: BuildView;
  lastGood: BuildView;
  /** Known builds of the line between the two. */
  between: number;
  /** Builds with the time of the first bad one that no number tells apart from it. */
  tied: string[];
  /** Commit of the newest build before those, if the last good one is among them. */
  before: string | null;
  /** Commits of the range; null: they were not read. */
  range: { total: number; commits: Commit[] } | null;
  /** ISO 8601: the place of the build marked as fixed; null if it is not in the line. */
  claimedAt: string | null;
  /** ISO 8601: of a stop, the place of the newest build that shows it. */
  stoppedAt: string | null;
}

const buildOf = (id: string) =>
  `(SELECT ${BUILD_JSON} FROM variants ${JOIN_BUILDS} WHERE variants.id = regressions.${id})`;

const isOfLine = `builds.version_id = bad.version_id AND ${branchSql('builds')} IS NOT DISTINCT FROM ${branchSql('bad')}`;

/** Place of the build that a text names: as records name it, or by a commit of at least seven digits. */
const placeOf = (
  name: string,
) => `(SELECT ${'to_char(max(builds.ordered_at) AT TIME ZONE \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\')'}
  FROM builds JOIN versions ON versions.id = builds.version_id
  WHERE ${isOfLine} AND (${VERSION_TEXT} = ${name}
    OR (lower(${name}) ~ '^g?[0-9a-f]{7,64}$' AND starts_with(builds.commit, regexp_replace(lower(${name}), '^g', '')))))`;

/** By number where both have one, as `orderBuilds` has it. */
const isAfter = (
  one: string,
  other: string,
) => `CASE WHEN ${one}.number IS NOT NULL AND ${other}.number IS NOT NULL
  THEN ${one}.number > ${other}.number
  ELSE (${one}.ordered_at, coalesce(${one}.number, 0)) > (${other}.ordered_at, coalesce(${other}.number, 0)) END`;

/** One of its parents is a build of the line, so that more than its time places it. */
const isPlaced = (build: string) => `EXISTS (SELECT FROM builds AS parent
  WHERE parent.version_id = ${build}.version_id AND parent.commit = ANY (${build}.parents))`;

const isTied = (build: string) => `(${build}.ordered_at = bad.ordered_at
  AND coalesce(${build}.number = bad.number, true) AND NOT (${isPlaced(build)} AND ${isPlaced('bad')}))`;

const BEFORE = `CASE WHEN ${isTied('good')} THEN (SELECT builds.commit FROM builds
      WHERE ${isOfLine} AND builds.ordered_at < bad.ordered_at ORDER BY builds.ordered_at DESC, builds.id DESC LIMIT 1) END`;

/** `StoredNights` of a record; null of one between releases. Wants a row of `regressions`. */
const NIGHTS_JSON = `(
  SELECT json_build_object('version', (SELECT name FROM versions WHERE versions.id = bad.version_id),
    'branch', ${branchSql('bad')}, 'firstBad', ${buildOf('first_bad_id')}, 'lastGood', ${buildOf('last_good_id')},
    'between', (SELECT count(*) FROM builds WHERE ${isOfLine}
      AND ${isAfter('builds', 'good')} AND ${isAfter('bad', 'builds')}),
    'tied', (SELECT coalesce(json_agg(coalesce('g' || left(builds.commit, 8), '#' || builds.number) ORDER BY builds.id), '[]')
      FROM builds WHERE ${isOfLine} AND builds.id <> bad.id AND ${isTied('builds')}),
    'before', ${BEFORE},
    'range', (SELECT json_build_object('total', total, 'commits', commits) FROM commit_ranges
      WHERE commit_ranges.product_id = regressions.product_id AND commit_ranges.up_to = bad.commit
        AND commit_ranges.after = coalesce(${BEFORE}, good.commit)),
    'claimedAt', CASE WHEN fixed_in IS NOT NULL THEN ${placeOf('fixed_in')} END,
    'stoppedAt', CASE WHEN stop IS NOT NULL THEN ${placeOf('last_seen')} END)
  FROM variants AS bad_variant JOIN builds AS bad ON bad.id = bad_variant.build_id,
    variants AS good_variant JOIN builds AS good ON good.id = good_variant.build_id
  WHERE bad_variant.id = regressions.first_bad_id AND good_variant.id = regressions.last_good_id)`;

interface NightsRow extends Pick<RegressionEntry, 'product' | 'verdict' | 'ratio' | 'band' | 'step'> {
  server: { slug: string };
  workload: { slug: string };
  test: { key: string };
  firstBad: Pick<RegressionColumn, 'flavour' | 'config'>;
  fixedSeen: string | null;
  withdrawnAt: string | null;
  series: SeriesRecord | null;
  nights: StoredNights;
}

/** Additional fields of a record between two builds. */
function toNights(row: NightsRow, measured: MeasuredNights | undefined): RegressionNights {
  const { series, nights, product } = row;
  const { version, firstBad, lastGood } = nights;
  // As the evaluation named it: other heatmaps may have builds of another branch.
  const branch = series ? series.line.slice(version.length + 1) || null : nights.branch;
  const { flavour, config } = row.firstBad;
  const key = lineKey({ product, version, branch, flavour, config });
  return {
    line: { version, branch },
    lineKey: key,
    judgedBy: series ? 'series' : 'pairs',
    ...intervalOf(row),
    nights: series?.nights ?? null,
    doubts: series?.doubts ?? [],
    firstBad,
    lastGood,
    suspects: suspectsOf(nights),
    sureness: surenessOf(row),
    lastMeasuredAt: measured?.lastMeasuredAt ?? null,
    notMeasuredSince: row.withdrawnAt === null ? (measured?.notMeasuredSince ?? null) : null,
    seriesPath: `/series?${new URLSearchParams({
      server: row.server.slug,
      workload: row.workload.slug,
      line: key,
      test: row.test.key,
    })}`,
  };
}

/** The 95% interval of a ratio: of its series, else by the noise of two builds. */
export function intervalOf({ series, ratio, band }: Pick<NightsRow, 'series' | 'ratio' | 'band'>): {
  low: number | null;
  high: number | null;
} {
  if (ratio === null || band === null) return { low: null, high: null };
  return { low: series?.low ?? ratio * Math.exp(-band), high: series?.high ?? ratio * Math.exp(band) };
}

/** Commits after the last good build up to the first bad one. */
function suspectsOf({
  firstBad,
  lastGood,
  between,
  tied,
  before,
  range,
}: Pick<StoredNights, 'firstBad' | 'lastGood' | 'between' | 'tied' | 'before' | 'range'>): Suspects {
  const [after, upTo] = [before ?? lastGood.commit, firstBad.commit];
  const repository = firstBad.repository ?? lastGood.repository;
  return {
    after,
    upTo,
    href: after === null || upTo === null ? null : commitRangeHref(repository, after, upTo),
    count: between,
    tied,
    total: range?.total ?? null,
    commits: (range?.commits ?? []).map((commit) => ({
      ...commit,
      href: commitHref(repository, commit.hash),
    })),
  };
}

/** What later nights say of a change. One of pairs that rests on a single run is possible, however far it moved. */
function surenessOf({
  verdict,
  step,
  fixedSeen,
}: {
  verdict: FlaggedVerdict;
  step: RegressionEntry['step'];
  fixedSeen: string | null;
}): RegressionNights['sureness'] {
  if (fixedSeen !== null) return 'fixed';
  const mark: VerdictMark = verdictMark(verdict);
  return mark === 'possible' || step !== 'step' ? 'possible' : 'sure';
}

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
  stop: 'stop',
  step: 'step',
  owner: 'regressions.owner',
  bugUrl: 'bug_url',
  isNews: 'is_news',
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
      isStop: row.stored.stop !== null,
      reason: row.reason,
      records: row.causeRecords,
    }),
    fix: fixView(row, row.nights?.stoppedAt ?? measured?.lastBuildAt ?? null),
    hasNotes: row.hasNotes,
    triageVersion: row.triageVersion,
    comparePath: recordComparePath(row),
    nights: row.nights && toNights({ ...row, ...row.stored, nights: row.nights }, measured),
  };
}

function toCauseView({
  kind,
  isStop,
  ...cause
}: Omit<CauseView, 'direction'> & { kind: RegressionKind; isStop: boolean }): CauseView {
  if (isStop) return { ...cause, direction: 'stopped' };
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

import type { NightLine, VerdictMark } from '@basecase/analysis';
import { verdictMark } from '@basecase/analysis';
import { commitRangeHref } from '@basecase/ingest/model';
import { BUILD_JSON, JOIN_BUILDS, VERSION_TEXT } from '../queries/build-sql';
import { lineKey } from '../queries/series/night-lines';
import type { BuildView } from '../types/builds';
import type { RegressionNights, Suspects } from '../types/regression-nights';
import type { FlaggedVerdict, RegressionColumn, RegressionEntry } from '../types/regressions';
import type { SeriesRecord } from '../types/series';
import type { MeasuredNights } from './measured-nights';
import { branchSql } from './night-line-sql';

/** What is stored of the two builds of a record. */
export interface StoredNights extends NightLine {
  firstBad: BuildView;
  lastGood: BuildView;
  /** Known builds of the line between the two. */
  between: number;
  /** ISO 8601: the place of the build marked as fixed; null if it is not in the line. */
  claimedAt: string | null;
}

const buildOf = (id: string) =>
  `(SELECT ${BUILD_JSON} FROM variants ${JOIN_BUILDS} WHERE variants.id = regressions.${id})`;

const isOfLine = `builds.version_id = bad.version_id AND ${branchSql('builds')} IS NOT DISTINCT FROM ${branchSql('bad')}`;

/** The build that a text names: as records name it, or by a commit of at least seven digits. */
const CLAIMED = `(SELECT ${'to_char(max(builds.ordered_at) AT TIME ZONE \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"\')'}
  FROM builds JOIN versions ON versions.id = builds.version_id
  WHERE ${isOfLine} AND (${VERSION_TEXT} = fixed_in
    OR (lower(fixed_in) ~ '^g?[0-9a-f]{7,64}$' AND starts_with(builds.commit, regexp_replace(lower(fixed_in), '^g', '')))))`;

/** `StoredNights` of a record; null of one between releases. Wants a row of `regressions`. */
export const NIGHTS_JSON = `(
  SELECT json_build_object('version', (SELECT name FROM versions WHERE versions.id = bad.version_id),
    'branch', ${branchSql('bad')}, 'firstBad', ${buildOf('first_bad_id')}, 'lastGood', ${buildOf('last_good_id')},
    'between', (SELECT count(*) FROM builds WHERE ${isOfLine}
      AND (builds.ordered_at, coalesce(builds.number, 0)) > (good.ordered_at, coalesce(good.number, 0))
      AND (builds.ordered_at, coalesce(builds.number, 0)) < (bad.ordered_at, coalesce(bad.number, 0))),
    'claimedAt', CASE WHEN fixed_in IS NOT NULL THEN ${CLAIMED} END)
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
export function toNights(row: NightsRow, measured: MeasuredNights | undefined): RegressionNights {
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
    low: series?.low ?? row.ratio * Math.exp(-row.band),
    high: series?.high ?? row.ratio * Math.exp(row.band),
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

/** Commits after the last good build up to the first bad one. */
function suspectsOf({
  firstBad,
  lastGood,
  between,
}: Pick<StoredNights, 'firstBad' | 'lastGood' | 'between'>): Suspects {
  const [after, upTo] = [lastGood.commit, firstBad.commit];
  const repository = firstBad.repository ?? lastGood.repository;
  return {
    after,
    upTo,
    href: after === null || upTo === null ? null : commitRangeHref(repository, after, upTo),
    count: between,
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

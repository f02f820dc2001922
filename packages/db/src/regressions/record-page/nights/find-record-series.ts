import { median, type SeriesChange, type SeriesLevel, type SeriesVerdict } from '@basecase/analysis';
import { isMetricId, type MetricId } from '@basecase/ingest/model';
import type { Database } from '../../../database';
import { NotFoundError } from '../../../errors';
import { getSeries } from '../../../queries/series/get-series';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../../../queries/views';
import type {
  LevelCost,
  RecordSeries,
  RegressionSource,
  SameNightTest,
} from '../../../types/regression-page';
import type { RegressionEntry } from '../../../types/regressions';
import type { SeriesRecord, SeriesView } from '../../../types/series';
import type { Origin } from '../../../types/workloads';
import { columnName } from '../../recompute/column-name';
import { intervalOf } from '../../regression-entry';
import { metricRatio } from '../record-view';

/** Nights before the change that are shown. */
const BEFORE = 60;

/** The nights around a record, with their verdicts; null when they are no longer stored. */
export async function findRecordSeries(
  database: Database,
  record: RegressionEntry & { id: number; heatmapId: number },
): Promise<RecordSeries | null> {
  const whole = await findSeries(database, record);
  if (!whole) return null;
  const indexOf = (column: string) => whole.nights.findIndex((night) => night.column === column);
  const [firstBad, lastGood] = [indexOf(record.firstBad.column), indexOf(record.lastGood.column)];
  if (firstBad < 0 || lastGood < 0) return null;
  const spans = spansAround(whole.verdicts.throughput ?? { levels: [] }, {
    firstBad,
    count: whole.nights.length,
  });
  const first = Math.max(0, Math.min(firstBad - BEFORE, lastGood));
  return {
    view: { ...cropSeries(whole, first), records: [] },
    firstBad: firstBad - first,
    lastGood: lastGood - first,
    levelNights: {
      before: measuredNights(whole, spans.before),
      after: measuredNights(whole, spans.after),
    },
    // There is no new level that a stop could have.
    costs: record.stop ? [] : levelCosts(whole, spans),
    sameNight: await listSameNight(database, record),
  };
}

async function findSeries(
  database: Database,
  { server, workload, test, nights }: RegressionEntry,
): Promise<SeriesView | null> {
  try {
    return await getSeries(database, {
      server: server.slug,
      workload: workload.slug,
      test: test.key,
      line: nights?.lineKey,
    });
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

const SOURCES = `
SELECT uploads.id::text, filename, origin, parser_version AS "parserVersion",
  json_agg(json_build_object('id', runs.id::text, 'label', runs.label, 'column', variants.slug) ORDER BY runs.at, runs.id) AS runs
FROM runs JOIN uploads ON uploads.id = upload_id JOIN variants ON variants.id = variant_id
WHERE runs.heatmap_id = $1 AND variants.slug = ANY ($2)
GROUP BY uploads.id ORDER BY min(runs.at), uploads.id`;

interface SourceRow {
  id: string;
  filename: string;
  origin: Origin;
  parserVersion: number | null;
  runs: { id: string; label: string; column: string }[];
}

/**
 * The uploads behind the last good and the first bad night; those of all the others are behind the nights themselves.
 */
export async function listNightSources(
  { pool }: Pick<Database, 'pool'>,
  { heatmapId, firstBad, lastGood, nights }: RegressionEntry & { heatmapId: number },
): Promise<RegressionSource[]> {
  const { rows } = await pool.query<SourceRow>(SOURCES, [heatmapId, [lastGood.column, firstBad.column]]);
  const version = nights?.line.version ?? '';
  return rows.map(({ id: upload, filename, origin, parserVersion, runs }) => ({
    upload: { id: upload, filename, origin },
    parserVersion,
    runs: runs.map(({ column, ...run }) => ({
      ...run,
      version: columnName({
        version,
        build: (column === firstBad.column ? nights?.firstBad : nights?.lastGood) ?? null,
      }),
    })),
  }));
}

/** Of a night that slowed everything; the list of the cause has all of them. */
const MOST = 200;

const SAME_NIGHT = `
SELECT regressions.slug, tests.key, tests.name, tests."range", ratio, regressions.series, verdict, band,
  heatmap_id = $2 AND regressions.id = $3 AS "isSelf", ${HEATMAP_COLUMNS}
FROM regressions
JOIN tests ON tests.id = test_id
JOIN servers ON servers.id = server_id
JOIN workloads ON workloads.id = workload_id
WHERE cause = $1 AND (withdrawn_at IS NULL OR (heatmap_id = $2 AND regressions.id = $3))
ORDER BY server_id = (SELECT server_id FROM heatmaps WHERE heatmaps.id = $2) DESC, servers.name,
  abs(ln(ratio)) DESC NULLS FIRST, regressions.id
LIMIT ${MOST}`;

interface Row extends HeatmapRow, Omit<SameNightTest, 'low' | 'high' | 'server' | 'workload'> {
  series: SeriesRecord | null;
  band: number | null;
}

/** All tests that changed in the night of a record, in the same direction: those of its server first, the largest first. */
async function listSameNight(
  { pool }: Pick<Database, 'pool'>,
  { id, heatmapId, cause }: { id: number; heatmapId: number } & Pick<RegressionEntry, 'cause'>,
): Promise<SameNightTest[]> {
  const { rows } = await pool.query<Row>(SAME_NIGHT, [cause.key, heatmapId, id]);
  return rows.map((row) => {
    const { series, band, slug, key, name, range, isSelf, ratio, verdict } = row;
    const { server, workload } = toHeatmapViews(row, []);
    return {
      ...{ slug, key, name, range, isSelf, ratio, verdict },
      server: { slug: server.slug, name: server.name, cores: server.cores },
      workload: { slug: workload.slug, label: workload.label, clients: workload.clients },
      ...intervalOf({ series, ratio, band }),
    };
  });
}

/** A series without its first nights. Verdicts on all of them stay; indexes count the remaining nights. */
function cropSeries(view: SeriesView, first: number): SeriesView {
  if (first <= 0) return view;
  const verdicts: SeriesView['verdicts'] = {};
  for (const metric of Object.keys(view.verdicts) as MetricId[]) {
    const verdict = view.verdicts[metric];
    if (verdict && isMetricId(metric)) verdicts[metric] = cropVerdict(verdict, first);
  }
  return {
    ...view,
    nights: view.nights.slice(first),
    hiddenNights: view.hiddenNights + first,
    verdicts,
    annotations: view.annotations.flatMap((annotation) => {
      const { night } = annotation;
      if (night === null) return [annotation];
      return night <= first ? [] : [{ ...annotation, night: night - first }];
    }),
  };
}

function cropVerdict(verdict: SeriesVerdict, first: number): SeriesVerdict {
  return {
    ...verdict,
    levels: verdict.levels.flatMap((level): SeriesLevel[] =>
      level.end <= first
        ? []
        : [{ ...level, start: Math.max(0, level.start - first), end: level.end - first }],
    ),
    changes: verdict.changes.flatMap(({ firstBad, lastGood, fixed, brokenBy, ...change }): SeriesChange[] =>
      lastGood < first
        ? []
        : [
            {
              ...change,
              firstBad: firstBad - first,
              lastGood: lastGood - first,
              fixed: fixed === null ? null : fixed - first,
              brokenBy: brokenBy && { ...brokenBy, at: brokenBy.at - first },
            },
          ],
    ),
    outliers: verdict.outliers.flatMap((night) => (night < first ? [] : [night - first])),
  };
}

/** Nights from the first one up to the last one, which is not of them. */
interface NightSpan {
  start: number;
  end: number;
}

/**
 * The nights of the level before a change, and of the level that begins with it: as they are judged, else, where the
 * nights are not judged like that any more, up to the neighbouring levels.
 */
function spansAround(
  { levels }: Pick<SeriesVerdict, 'levels'>,
  { firstBad, count }: { firstBad: number; count: number },
): { before: NightSpan; after: NightSpan } {
  const before = levels.findLast(({ start }) => start < firstBad);
  const next = levels.find(({ start }) => start > firstBad);
  const own = levels.find(({ start }) => start === firstBad);
  return {
    before: { start: before?.start ?? 0, end: firstBad },
    after: { start: firstBad, end: own?.end ?? next?.start ?? count },
  };
}

/** What one operation cost before and after: medians over the nights of both levels (docs/method.md §5.1). */
function levelCosts(
  { nights, metrics }: Pick<SeriesView, 'nights' | 'metrics'>,
  { before, after }: ReturnType<typeof spansAround>,
): LevelCost[] {
  const over = (metric: MetricId, { start, end }: NightSpan) =>
    median(
      nights
        .slice(start, end)
        .flatMap(({ status, values }) => (status === 'ok' ? (values[metric] ?? []) : [])),
    );
  return metrics.flatMap((metric): LevelCost[] => {
    const [old, now] = [over(metric, before), over(metric, after)];
    if (old === null || now === null) return [];
    return [{ metric, before: old, after: now, ratio: metricRatio(metric, now, old) }];
  });
}

/** Nights of a span that have a value. */
function measuredNights({ nights }: Pick<SeriesView, 'nights'>, { start, end }: NightSpan): number {
  return nights
    .slice(start, end)
    .filter(({ status, values }) => status === 'ok' && typeof values.throughput === 'number').length;
}

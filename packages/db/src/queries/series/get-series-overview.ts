import {
  FAILURE_METRICS,
  findBreaks,
  NEWEST_NIGHTS,
  type NightOutcome,
  type StopReason,
  stopOfNights,
} from '@basecase/analysis';
import { compareTests, groupLabel } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { findHeatmapId } from '../../epochs/heatmap-ids';
import { NotFoundError } from '../../errors';
import { annotationsInForce, annotationsOf } from '../../regressions/series/annotations-in-force';
import { findRow } from '../../rows';
import type { EarlierNight, OverviewTest, SeriesOverview, StoredVerdict } from '../../types/series';
import { buildView } from '../heatmaps/build-view';
import type { TestRow } from '../heatmaps/view-rows';
import { badReason, HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../views';
import { chooseLine } from './get-series';
import { listPlainColumns, type PlainColumn, placeRuns, type RunCells } from './night-lines';
import {
  listSeriesRecords,
  readStoredSeries,
  storedRelease,
  storedVerdict,
  toAnnotations,
} from './read-stored-series';

const CELLS = `
SELECT servers.id AS "serverId", ${HEATMAP_COLUMNS},
  (SELECT json_agg(json_build_object('id', id, 'key', key, 'name', name, 'range', "range", 'group', "group",
      'position', position, 'unit', unit, 'warmup', warmup, 'known', known))
    FROM tests WHERE benchmark_id = workloads.benchmark_id AND NOT warmup) AS tests,
  (SELECT json_agg(json_build_object('run', runs.id, 'variant', variant_id, 'cells', (
      SELECT json_agg((
        SELECT json_build_array(results.test_id, results.status,
          json_object_agg(metric, value) FILTER (WHERE source = 'computed'),
          json_object_agg(metric, value) FILTER (WHERE source = 'reported'),
          json_agg(metric) FILTER (WHERE doubt IS NOT NULL), results.repeat, NULL, results.unit)
        FROM measurements
        WHERE measurements.heatmap_id = $1 AND measurements.result_id = results.id AND metric = ANY ($3)))
      FROM results WHERE results.heatmap_id = $1 AND results.run_id = runs.id AND results.status <> 'warmup')) ORDER BY runs.at, runs.id)
    FROM runs WHERE runs.heatmap_id = $1 AND variant_id = ANY ($2)
      AND ${badReason('$1')} IS NULL) AS runs
FROM heatmaps JOIN servers ON servers.id = server_id JOIN workloads ON workloads.id = workload_id
WHERE heatmaps.id = $1`;

interface Row extends HeatmapRow {
  serverId: number;
  tests: TestRow[] | null;
  runs: RunCells[] | null;
}

export interface OverviewQuestion {
  server: string;
  workload: string;
  /** Key of the line; left out: the one with the newest night. */
  line?: string | undefined;
  /** How many of the newest nights are shown. */
  nights: number;
  /** Which part of the operations failed is read, too. */
  failures?: boolean;
}

/**
 * All tests of a line of nights: what the newest evaluation says of each, and the throughput of the newest nights. It
 * reads the numbers of those nights and no others.
 *
 * @throws NotFoundError without nights, or for an unknown line
 */
export async function getSeriesOverview(
  database: Database,
  question: OverviewQuestion,
): Promise<SeriesOverview> {
  const columns = await listPlainColumns(database, question);
  const found = chooseLine(columns, question);
  const first = Math.max(0, found.columns.length - question.nights);
  const shown = found.columns.slice(first);
  const heatmapId = await findHeatmapId(database.pool, question);
  const row = await findRow<Row>(database.pool, {
    name: 'series-overview',
    text: CELLS,
    values: [
      heatmapId,
      shown.map(({ variantId }) => variantId),
      ['throughput', ...(question.failures ? FAILURE_METRICS : [])],
    ],
  });
  if (heatmapId === null || !row)
    throw new NotFoundError(`No workload "${question.workload}" on server "${question.server}".`);
  const views = toHeatmapViews(row, []);
  const place = { heatmapId, line: found };
  const [stored, records, events] = await Promise.all([
    readStoredSeries(database, place),
    listSeriesRecords(database, place),
    annotationsInForce(database.pool, row.serverId),
  ]);
  const ids = new Map((row.tests ?? []).map(({ id, key }) => [key, id]));
  const known = new Set(stored.series.map(({ testId }) => testId));
  const matrix = buildView(placeRuns(shown, row.runs ?? []), row.tests ?? [], views.workload.benchmark);
  const nightsOf = new Map(
    matrix.rows.map(({ key }, index) => [
      ids.get(key) ?? -1,
      matrix.columns.map((_, column): NightOutcome => {
        const status = matrix.status[index]?.[column] ?? 'missing';
        return {
          status,
          value: status === 'ok' ? (matrix.values.throughput?.[index]?.[column] ?? null) : null,
        };
      }),
    ]),
  );
  const rates = new Map(
    matrix.rows.map(({ key }, index) => [ids.get(key) ?? -1, matrix.values.success_rate?.[index] ?? []]),
  );
  const tests = (row.tests ?? []).filter(({ id }) => known.has(id) || nightsOf.has(id)).sort(compareTests);
  const entries = tests.map(({ id, ...test }): OverviewTest => {
    const own = stored.series.find(({ testId }) => testId === id);
    const verdict = own ? storedVerdict(own, found.columns) : null;
    const nights = nightsOf.get(id) ?? [];
    return {
      test: { ...test, groupLabel: groupLabel(views.workload.benchmark, test.group) },
      verdict,
      release: own ? storedRelease(own, found.columns) : null,
      stopped: stopOf(nights, verdict, first),
      values: shown.map((_, night) => nights[night]?.value ?? null),
      ...(question.failures && {
        failed: shown.map((_, night) => {
          const rate = rates.get(id)?.[night] ?? null;
          return rate === null ? null : 1 - rate / 100;
        }),
      }),
      records: records.filter(({ testId }) => testId === id).map(({ testId: _, ...record }) => record),
    };
  });
  const said = annotationsOf(events, found.line.product);
  return {
    ...views,
    line: found.line,
    lineKey: found.key,
    total: found.columns.length,
    first,
    nights: shown.flatMap(({ slug, build, at }) => (build ? [{ column: slug, build, measuredAt: at }] : [])),
    earlier: earlierNights(found.columns, first, entries),
    tests: entries,
    annotations: toAnnotations(found.columns, { said, breaks: findBreaks(found.columns, said) }),
    isStale: stored.isStale,
  };
}

/** Judged by the shown nights; levels replace the nights before them. */
function stopOf(
  nights: readonly NightOutcome[],
  verdict: StoredVerdict | null,
  first: number,
): StopReason | null {
  const isMeasured = nights.slice(-NEWEST_NIGHTS).some(({ status }) => status !== 'missing');
  const earlier = (verdict?.levels ?? []).flatMap(({ start, value }): NightOutcome[] =>
    start < first ? [{ status: 'ok', value }] : [],
  );
  return isMeasured ? (stopOfNights([...earlier, ...nights])?.reason ?? null) : null;
}

/** Where levels begin, and where the newest of a test ends, of the nights that are not shown. */
function earlierNights(
  columns: readonly PlainColumn[],
  first: number,
  tests: readonly OverviewTest[],
): EarlierNight[] {
  const named = tests.flatMap(({ verdict }) =>
    (verdict?.levels ?? []).flatMap(({ start, end }, index, all) =>
      index === all.length - 1 ? [start, end - 1] : [start],
    ),
  );
  return [...new Set(named)]
    .filter((night) => night < first)
    .sort((a, b) => a - b)
    .flatMap((night) => {
      const column = columns[night];
      return column?.build ? [{ night, column: column.slug, build: column.build }] : [];
    });
}

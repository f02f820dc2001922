import {
  type FoundBreak,
  findBreaks,
  judgeSeries,
  type Matrix,
  nightValues,
  type SeriesVerdict,
} from '@basecase/analysis';
import { COSTS, type MetricId, metricOf, otherCpusOf } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { NotFoundError } from '../../errors';
import { annotationsInForce, annotationsOf } from '../../regressions/series/annotations-in-force';
import type { CompareColumn } from '../../types/compare';
import type { SeriesNight, SeriesRelease, SeriesView } from '../../types/series';
import {
  type ColumnsOfLine,
  lineKey,
  listPlainColumns,
  nightLinesOf,
  type PlainColumn,
  releasesBeside,
} from './night-lines';
import { readNightCells } from './read-night-cells';
import { listSeriesRecords, readStoredSeries, storedVerdict, toAnnotations } from './read-stored-series';

/** Most nights in an answer: more than five years. */
export const MAX_NIGHTS = 2000;

/** What is drawn and listed of a night. */
const SERIES_METRICS: readonly MetricId[] = [
  'throughput',
  ...COSTS,
  'cpu_us_per_op',
  'latency_avg',
  'latency_p95',
  'latency_p99',
];

export interface SeriesQuestion {
  server: string;
  workload: string;
  test: string;
  /** Key of the line; left out: the one with the newest night. */
  line?: string | undefined;
  branch?: string | undefined;
  metrics?: readonly MetricId[] | undefined;
}

/**
 * One test, night after night. Throughput has the verdict that its heatmap was given: of all nights, with all tests as
 * one family. Other metrics are judged here, each by itself by the nights shown, and so is throughput that has no
 * verdict yet.
 *
 * @throws NotFoundError without nights, for an unknown line or an unknown test
 */
export async function getSeries(database: Database, question: SeriesQuestion): Promise<SeriesView> {
  const columns = await listPlainColumns(database, question);
  const found = chooseLine(columns, question);
  const newest = found.columns.slice(-MAX_NIGHTS);
  const releases = releasesBeside(columns, found.line);
  const metrics = question.metrics ?? SERIES_METRICS;
  const shown = [...newest, ...releases];
  const cells = await readNightCells(database, question, { columns: shown, metrics });
  const place = { ...cells, line: found };
  const nights = newest.map((column, index) => toNight(cells.matrix, { column, index, metrics }));
  const [records, stored, events] = await Promise.all([
    listSeriesRecords(database, place),
    readStoredSeries(database, { ...place, testId: cells.test.id }),
    annotationsInForce(database.pool, cells.serverId),
  ]);
  const said = annotationsOf(events, found.line.product);
  const breaks = findBreaks(newest, said);
  const [own] = stored.series;
  const known = own ? { throughput: storedVerdict(own, newest) } : {};
  const unjudged = metrics.filter((metric) => !(metric in known));
  return {
    server: cells.server,
    workload: cells.workload,
    test: cells.testInfo,
    line: found.line,
    lineKey: found.key,
    nights,
    hiddenNights: found.columns.length - newest.length,
    metrics: metrics.filter((metric) => nights.some(({ values }) => typeof values[metric] === 'number')),
    verdicts: {
      ...known,
      ...judgeMetrics(cells.matrix, { count: newest.length, metrics: unjudged, breaks }),
    },
    releases: releases.flatMap((column, index) =>
      toRelease(cells.matrix, { column, index: newest.length + index, metrics }),
    ),
    annotations: toAnnotations(newest, { said, breaks }),
    records: records
      .filter(({ testId }) => testId === cells.test.id)
      .map(({ testId: _, ...record }) => record),
    isStale: stored.isStale,
  };
}

/** @throws NotFoundError that names the lines there are */
export function chooseLine(
  columns: readonly PlainColumn[],
  { server, workload, line, branch }: Pick<SeriesQuestion, 'server' | 'workload' | 'line' | 'branch'>,
): ColumnsOfLine {
  const lines = nightLinesOf(columns);
  // A line that continues in another config is named by each of its configs: older addresses have any of them.
  const keysOf = (own: ColumnsOfLine) => own.columns.map(({ config }) => lineKey({ ...own.line, config }));
  const found = lines.find(
    (own) =>
      (line === undefined || own.key === line || keysOf(own).includes(line)) &&
      (branch === undefined || own.line.branch === branch),
  );
  if (found) return found;
  const known = lines.map(({ key }) => `"${key}"`).join(', ');
  throw new NotFoundError(
    lines.length === 0
      ? `No nights of workload "${workload}" on server "${server}": nights are versions with a commit or a date.`
      : `No line of nights ${line === undefined ? `on branch "${branch}"` : `"${line}"`}. There is: ${known}.`,
  );
}

interface CellPlace {
  column: PlainColumn;
  index: number;
  metrics: readonly MetricId[];
}

function toNight(
  { status, repeats, values }: Matrix<CompareColumn>,
  { column, index, metrics }: CellPlace,
): SeriesNight {
  const { slug, build, at, run, facts } = column;
  if (!build) throw new Error('A column of a release among nights.');
  const own: SeriesNight['values'] = {};
  for (const metric of metrics) {
    const value = values[metric]?.[0]?.[index] ?? null;
    if (value !== null) own[metric] = value;
  }
  return {
    column: slug,
    build,
    measuredAt: at,
    run,
    otherCpus: otherCpusOf(facts ?? {}),
    repeats: repeats[0]?.[index] ?? 0,
    status: status[0]?.[index] ?? 'missing',
    values: own,
  };
}

function toRelease(matrix: Matrix<CompareColumn>, { column, index, metrics }: CellPlace): SeriesRelease[] {
  const values: SeriesRelease['values'] = {};
  for (const metric of metrics) {
    const [value = null] = nightValues(matrix, 0, { columns: [index], metric });
    if (value !== null) values[metric] = value;
  }
  const { version, slug, at, runs } = column;
  return Object.keys(values).length === 0 ? [] : [{ version, column: slug, measuredAt: at, runs, values }];
}

interface Question {
  /** How many of the first columns are nights. */
  count: number;
  metrics: readonly MetricId[];
  breaks: readonly Pick<FoundBreak, 'night' | 'label'>[];
}

/** Judges metrics of the one test of a matrix, each by itself; those that no night has are left out. */
function judgeMetrics(
  matrix: Matrix<CompareColumn>,
  { count, metrics, breaks }: Question,
): Partial<Record<MetricId, SeriesVerdict>> {
  const columns = Array.from({ length: count }, (_, index) => index);
  const at = breaks.map(({ night, label }) => ({ at: night, label }));
  const verdicts: Partial<Record<MetricId, SeriesVerdict>> = {};
  for (const metric of metrics) {
    const values = nightValues(matrix, 0, { columns, metric });
    if (values.every((value) => value === null)) continue;
    verdicts[metric] = judgeSeries({ values, better: metricOf(metric).direction, breaks: at });
  }
  return verdicts;
}

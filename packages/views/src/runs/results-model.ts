import {
  type CellStatus,
  countedResults,
  formatFixed,
  formatFrozen,
  formatValue,
  median,
  shownUnit,
  worstStatus,
} from '@basecase/analysis';
import type { RunPage, RunResult } from '@basecase/db/types';
import {
  type BenchmarkId,
  benchmarkModel,
  groupLabel,
  inMetricOrder,
  isBenchmarkId,
  isLatency,
  isOpenMetric,
  MAIN_LATENCIES,
  type MetricId,
  metricLabel,
  metricOf,
} from '@basecase/ingest/model';
import { compareHref } from '../compare/compare-state';
import { countText } from '../text/words';

/** The results of a run as a table: a row for each test, groups in domain order. */
export type ResultsModel = ReturnType<typeof resultsModel>;

export type ResultRow = ReturnType<typeof toRow>;

const STATUS_WORDS: Record<CellStatus, string> = {
  ok: 'ok',
  failed: 'failed',
  sla_failed: 'missed its SLA',
  warmup: 'warm-up',
  missing: 'not measured',
  bad_run: 'of a bad run',
  doubtful: 'suspect',
};

/** Everything that the table of results draws. */
export function resultsModel(run: RunPage) {
  const { benchmark } = run.workload;
  const columns = columnsOf(run);
  const tests = new Map<string, RunResult[]>();
  for (const result of run.results) {
    tests.set(result.test.key, [...(tests.get(result.test.key) ?? []), result]);
  }
  const rows = [...tests.values()].flatMap((results) => {
    const [first] = results;
    return first ? [{ test: first.test, isWarmup: isWarmup(first), row: toRow(run, results, columns) }] : [];
  });
  const counted = rows.filter(({ isWarmup: warmup }) => !warmup);
  const groups = [...new Set(counted.map(({ test }) => test.group))];
  return {
    columns: columns.map((metric) => toColumn(benchmark, metric)),
    groups: groups.map((group) => ({
      key: group,
      label: groupLabel(benchmark, group),
      rows: counted.flatMap(({ test, row }) => (test.group === group ? [row] : [])),
    })),
    warmups: rows.flatMap(({ isWarmup: warmup, row }) => (warmup ? [row] : [])),
  };
}

function toColumn(benchmark: BenchmarkId, metric: MetricId) {
  const label = metricLabel(benchmark, metric, metricOf(metric).label);
  // The throughput has the unit of the test, in its own column.
  if (metric === 'throughput') return { metric, label, unit: '' };
  return isInMs(metric)
    ? { metric, label: `${label}, ms`, unit: 'ms' }
    : { metric, label, unit: shownUnit(metric) };
}

/** Latencies are in milliseconds, but for those whose own unit is finer. */
function isInMs(metric: MetricId): boolean {
  return isLatency(metric) && metricOf(metric).shown === null;
}

function valueText(value: number | null, metric: MetricId): string {
  if (value === null || !isInMs(metric)) return formatValue(value, metric);
  const decimals = value < 0.1 ? 3 : 1;
  return formatFrozen(value * 1000, decimals);
}

function isWarmup({ status, test }: RunResult): boolean {
  return status === 'warmup' || test.warmup;
}

/** Throughput, what the heatmap of this benchmark offers, and latencies: those of them that were recorded. */
function columnsOf({ results, workload }: RunPage): MetricId[] {
  const wanted = new Set<MetricId>([
    'throughput',
    ...benchmarkModel(workload.benchmark).heatmapMetrics,
    'cpu_us_per_op',
    ...MAIN_LATENCIES,
    ...inMetricOrder(results.flatMap(({ values }) => Object.keys(values) as MetricId[])).filter(
      (metric) => isOpenMetric(metric) || !isBenchmarkId(workload.benchmark),
    ),
  ]);
  return [...wanted].filter(
    (metric) => metric === 'throughput' || results.some(({ values }) => values[metric] !== undefined),
  );
}

function toRow(run: RunPage, results: readonly RunResult[], columns: readonly MetricId[]) {
  const [first] = results;
  const status = worstStatus(results.map((result) => result.status));
  const isDoubtful = (metric: MetricId) => (result: RunResult) => result.doubtful?.includes(metric) ?? false;
  const believed = countedResults(results, isDoubtful('throughput'));
  const finished = believed.results.filter((result) => result.status !== 'failed');
  // Where all failed, the page of a run shows what was printed; no heatmap has it.
  const counted = finished.length > 0 ? finished : results;
  const numbers = (metric: MetricId) => counted.flatMap(({ values }) => values[metric]?.value ?? []);
  const text = (metric: MetricId) =>
    `${valueText(median(numbers(metric)), metric)}${counted.some(isDoubtful(metric)) ? '?' : ''}`;
  const key = first?.test.key ?? '';
  const warmup = first !== undefined && isWarmup(first);
  return {
    key,
    test: first?.test.name ?? '',
    range: first?.test.range == null ? '' : `range=${first.test.range}`,
    /** In the order of the columns; an en dash where nothing was recorded. */
    values: columns.map(text),
    /** Of the throughput: `queries/s`. */
    unit: first?.unit ?? '',
    /** `3, spread 2%`, `24 rounds`; empty for a single result. */
    repeats: run.rounds
      ? countText(numbers('throughput').length, 'round')
      : repeatsText(numbers('throughput'), results.length),
    status: warmup ? 'warm-up' : STATUS_WORDS[status === 'ok' && believed.isDoubtful ? 'doubtful' : status],
    /** Null without a heatmap cell: warm-ups. */
    href: warmup
      ? null
      : compareHref({
          server: run.server.slug,
          workload: run.workload.slug,
          base: run.base?.slug ?? '',
          cell: { test: key, column: run.columnSlug },
        }),
  };
}

/** Spread as everywhere: (largest - smallest) / median of the throughput. */
function repeatsText(throughputs: readonly number[], repeats: number): string {
  const middle = median(throughputs);
  if (repeats < 2) return '';
  if (throughputs.length < 2 || !middle) return String(repeats);
  const spread = (Math.max(...throughputs) - Math.min(...throughputs)) / middle;
  return `${repeats}, spread ${formatFixed(spread * 100, 1)}%`;
}

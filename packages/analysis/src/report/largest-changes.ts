import { BENCHMARKS, METRICS, type MetricId, metricLabel } from '@basecase/ingest/model';
import { firstBad } from '../steps';
import { explainChange, REASON_METRICS, type ReasonValues } from '../verdicts/explain-change';
import { explanationWords } from '../verdicts/explanation-words';
import { relativeAt, toReportCell, valueAt } from './relative';
import type { ReportChange, ReportChanges, ReportInput } from './report';

/** Enough to act on; the tables above have the rest. */
const LISTED = 8;
/** More costs than this are no longer read across. */
const MOST_COSTS = 6;

/** The tests of the judged column that changed most against the base, each way, with their costs per operation. */
export function largestChanges(input: ReportInput): ReportChanges {
  const { matrix, metric, base, judged, threshold } = input;
  const costs = costsOf(input);
  const changed = matrix.rows
    .map((_, row) => ({ row, relative: relativeAt(matrix, metric, { row, column: judged, base }) }))
    .map((change) => ({ ...change, cell: toReportCell(change.relative, metric, threshold) }))
    .toSorted((a, b) => distance(b.relative) - distance(a.relative) || a.row - b.row);
  const worse = changed.filter(({ cell }) => cell.level.startsWith('r'));
  const better = changed.filter(({ cell }) => cell.level.startsWith('b'));
  const toChange = ({ row, cell }: (typeof changed)[number]): ReportChange => ({
    test: matrix.rows[row]?.label ?? '',
    ratio: cell,
    since: cell.level.startsWith('r') ? sinceOf(input, row) : null,
    costs: costs.map((cost) =>
      toReportCell(relativeAt(matrix, cost, { row, column: judged, base }), cost, threshold),
    ),
    explained: metric === 'throughput' && costs.length > 0 ? explanationOf(input, row) : '',
  });
  return {
    costs: costs.map((cost) => metricLabel(input.benchmark, cost, METRICS[cost].label)),
    worse: worse.slice(0, LISTED).map(toChange),
    better: better.slice(0, LISTED).map(toChange),
    total: { worse: worse.length, better: better.length },
  };
}

/** What the benchmark's people look at beside the metric, where both columns have some of it. */
function costsOf({ matrix, benchmark, metric, base, judged }: ReportInput): MetricId[] {
  return BENCHMARKS[benchmark].heatmapMetrics
    .filter((cost) => cost !== metric && METRICS[cost].direction !== 'none')
    .filter((cost) =>
      matrix.rows.some((_, row) => relativeAt(matrix, cost, { row, column: judged, base }) !== null),
    )
    .slice(0, MOST_COSTS);
}

/** The first slower column of the product of the base; only throughput has a "since". */
function sinceOf({ matrix, metric, base, threshold }: ReportInput, row: number): string | null {
  if (metric !== 'throughput') return null;
  const product = matrix.columns[base]?.product;
  const values = matrix.columns.map((column, index) =>
    column.product === product ? valueAt(matrix, metric, { row, column: index }) : null,
  );
  const first = firstBad(values, base, threshold);
  return first === null ? null : (matrix.columns[first]?.name ?? null);
}

function explanationOf({ matrix, base, judged, threshold }: ReportInput, row: number): string {
  const [before, after] = [base, judged].map((column): ReasonValues | null => {
    const throughput = valueAt(matrix, 'throughput', { row, column });
    const counts = REASON_METRICS.map((metric) => [metric, valueAt(matrix, metric, { row, column })]);
    return throughput ? { throughput, ...Object.fromEntries(counts) } : null;
  });
  const isSlower = before && after && after.throughput / before.throughput <= threshold;
  return isSlower ? explanationWords(explainChange(before, after)) : '';
}

/** On a logarithmic scale: 0.5 is as far as 2. */
function distance(relative: number | null): number {
  if (relative === null) return -1;
  return relative === 0 ? Number.MAX_VALUE : Math.min(Math.abs(Math.log(relative)), Number.MAX_VALUE);
}

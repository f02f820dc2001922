import { COSTS, type MetricId, metricOf } from '@basecase/ingest/model';
import type { Matrix } from '../matrix/matrix';
import { median } from '../statistics/median';
import {
  type ChangeExplanation,
  explainChange,
  type ReasonMetric,
  type ReasonValues,
} from '../verdicts/explain/explain-change';
import { judgeSeriesFamily } from './judge-series-family';
import type { HeldChange, SeriesBreak, SeriesChange, SeriesVerdict } from './series';

export interface NightsQuestion {
  /** Columns of the nights, in build order. */
  columns: readonly number[];
  metric?: MetricId;
  breaks?: readonly SeriesBreak[];
  /** First bad nights that are fixed, of the test of a row. */
  held?: (row: number) => readonly HeldChange[];
}

/**
 * Judges every test of a line of nights as a series, all of them together (docs/method.md §10). Indexes in the verdicts
 * count the nights asked for.
 *
 * @returns a verdict for each row of the matrix
 */
export function judgeNights(
  matrix: Matrix<unknown>,
  { columns, metric = 'throughput', breaks = [], held = () => [] }: NightsQuestion,
): SeriesVerdict[] {
  const better = metricOf(metric).direction;
  return judgeSeriesFamily(
    matrix.rows.map((_, row) => ({
      values: nightValues(matrix, row, { columns, metric }),
      better,
      breaks,
      held: held(row),
    })),
  );
}

/** Values of a test in some columns; null where there is none that may be compared. */
export function nightValues(
  matrix: Matrix<unknown>,
  row: number,
  { columns, metric }: { columns: readonly number[]; metric: MetricId },
): (number | null)[] {
  return columns.map((column) =>
    matrix.status[row]?.[column] === 'ok' ? (matrix.values[metric]?.[row]?.[column] ?? null) : null,
  );
}

/**
 * Why a level is another than the one before it: what an operation cost, each the median over the nights of both levels
 * (docs/method.md §5.1).
 *
 * @returns null where a level has no throughput
 */
export function explainNights(
  matrix: Matrix<unknown>,
  row: number,
  { columns, verdict, change }: { columns: readonly number[]; verdict: SeriesVerdict; change: SeriesChange },
): ChangeExplanation | null {
  const { start, end } = nightsAround(verdict, change, columns.length);
  // A reported cost is 4 to 5% lower than a computed one.
  const costs = COSTS.filter((metric) =>
    hasOneSource(matrix, row, { columns: columns.slice(start, end), metric }),
  );
  const before = levelCosts(matrix, row, columns.slice(start, change.firstBad), costs);
  const after = levelCosts(matrix, row, columns.slice(change.firstBad, end), costs);
  return before && after ? explainChange(before, after) : null;
}

/** The nights of the level before a change, and of the one that it begins. */
function nightsAround(
  { levels }: SeriesVerdict,
  { firstBad }: SeriesChange,
  count: number,
): { start: number; end: number } {
  const before = levels.findLast(({ start }) => start < firstBad);
  const after = levels.find(({ start }) => start >= firstBad);
  return { start: before?.start ?? 0, end: after && after.start === firstBad ? after.end : count };
}

function hasOneSource(
  { sources }: Matrix<unknown>,
  row: number,
  { columns, metric }: { columns: readonly number[]; metric: MetricId },
): boolean {
  const own = columns.map((column) => sources[metric]?.[row]?.[column] ?? '-');
  return new Set(own.filter((source) => source !== '-')).size <= 1;
}

/** Medians of throughput and of what an operation cost over some nights; null without a throughput. */
export function levelCosts(
  matrix: Matrix<unknown>,
  row: number,
  columns: readonly number[],
  costs: readonly ReasonMetric[] = COSTS,
): ReasonValues | null {
  const over = (metric: MetricId) =>
    nightValues(matrix, row, { columns, metric }).filter((value) => value !== null);
  // As in a series, a throughput of 0 was not measured.
  const throughput = median(over('throughput').filter((value) => value > 0));
  if (throughput === null) return null;
  const found: Partial<Record<ReasonMetric, number | null>> = {};
  for (const cost of costs) found[cost] = median(over(cost));
  return { throughput, ...found };
}

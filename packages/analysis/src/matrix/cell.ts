import type { MetricId, ResultStatus, Source } from '@basecase/ingest/model';
import { toPrintfFixed } from '../format/printf';
import { median } from '../statistics/median';
import type { CellStatus } from './matrix';
import { worstStatus } from './worst-status';

/** Numbers of a result by metric; null when there is none. */
export type Numbers = Partial<Record<MetricId, number>> | null;

/** One result of a cell: its status and its numbers by source. */
export interface CellResult {
  status: ResultStatus;
  computed: Numbers;
  reported: Numbers;
  /** Of a run that somebody marked as bad. */
  isBad?: boolean;
}

/** Results behind a cell; those of bad runs only where there are no others. */
export interface Cell {
  status: CellStatus;
  repeats: number;
  results: readonly CellResult[];
}

export function toCell(all: readonly CellResult[]): Cell {
  const good = all.filter(({ isBad }) => !isBad);
  const results = good.length > 0 ? good : all;
  const isBad = good.length < results.length;
  return {
    status: isBad ? 'bad_run' : worstStatus(results.map(({ status }) => status)),
    repeats: results.length,
    results: results.map(withoutFailedValues),
  };
}

/** What says how a result failed. */
const FAILURE_COUNTS = ['failed_clients', 'errors'] as const satisfies readonly MetricId[];

/**
 * A failed result has no value: what a tool printed of the clients that were left is no measurement. Its status stays,
 * and how many clients failed with how many errors; its evidence has the rest.
 */
function withoutFailedValues(result: CellResult): CellResult {
  if (result.status !== 'failed') return result;
  return { ...result, computed: failureCounts(result.computed), reported: failureCounts(result.reported) };
}

function failureCounts(numbers: Numbers): Numbers {
  return Object.fromEntries(
    FAILURE_COUNTS.flatMap((metric) => {
      const count = numbers?.[metric];
      return count === undefined ? [] : [[metric, count]];
    }),
  );
}

/** A value that a cell shows, and where it came from. */
export interface CellValue {
  value: number;
  source: Source;
}

/**
 * Median over repeats. The preferred source counts, the other one when there is no other: a reported and a computed
 * value are never mixed into one median.
 *
 * @param reported prefer reported values, and round throughput as published tables do before anything is computed
 */
export function cellValue(
  results: readonly CellResult[],
  metric: MetricId,
  reported: boolean,
): CellValue | null {
  for (const source of reported ? BY_REPORTED : BY_COMPUTED) {
    const values = results.flatMap((result) => result[source]?.[metric] ?? []);
    const value = median(reported ? values.map((each) => asPublished(each, metric)) : values);
    if (value !== null) return { value, source };
  }
  return null;
}

const BY_COMPUTED = ['computed', 'reported'] as const;
const BY_REPORTED = ['reported', 'computed'] as const;

/** Published tables print QPS as integers, and their ratios are ratios of those. */
function asPublished(value: number, metric: MetricId): number {
  return metric === 'throughput' ? Number(toPrintfFixed(value, 0)) : value;
}

/** (max - min) / median of throughput over the repeats; null with fewer than two, or around zero. */
export function spreadOf({ results }: Cell, reported: boolean): number | null {
  const throughputs = results.flatMap((result) => cellValue([result], 'throughput', reported)?.value ?? []);
  const middle = median(throughputs);
  if (throughputs.length < 2 || !middle) return null;
  return (Math.max(...throughputs) - Math.min(...throughputs)) / middle;
}

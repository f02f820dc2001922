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
  /** Of a run that is marked as bad. */
  isBad?: boolean;
  /** Metrics whose number is not believed, whatever its source. */
  doubtful?: readonly MetricId[];
}

/** Results behind a cell; those of bad runs and doubtful ones only without others. */
export type Cell = ReturnType<typeof toCell>;

/** What decides whether a result counts. */
interface Countable {
  status: ResultStatus;
  isBad?: boolean;
}

/**
 * The one rule of which results of a cell count: those of bad runs only without others, and of a test that
 * finished those with a doubtful throughput only without others.
 */
export function countedResults<R extends Countable>(
  all: readonly R[],
  isDoubtful: (result: R) => boolean,
): { results: readonly R[]; isBad: boolean; isDoubtful: boolean } {
  const good = all.filter(({ isBad }) => !isBad);
  const ofRuns = good.length > 0 ? good : all;
  const believed = ofRuns.filter((result) => result.status !== 'ok' || !isDoubtful(result));
  const hasValue = believed.some(({ status }) => status === 'ok');
  return {
    results: hasValue ? believed : ofRuns,
    isBad: good.length < ofRuns.length,
    isDoubtful: !hasValue && believed.length < ofRuns.length,
  };
}

export function toCell(all: readonly CellResult[]) {
  const counted = countedResults(all, ({ doubtful }) => doubtful?.includes('throughput') ?? false);
  const results = counted.results.map(withoutFailedValues);
  const worst = worstStatus(results.map(({ status }) => status));
  const isDoubtful = counted.isDoubtful && worst === 'ok';
  const believed = results.map(withoutDoubtfulValues);
  return {
    status: statusOf(worst, { isBad: counted.isBad, isDoubtful }),
    repeats: results.length,
    results: believed,
    /** The same with the values that are not believed. */
    printed: results,
    /** Doubtful values: they are shown, but never among the values. */
    doubtful: doubtfulOf(results, believed),
  };
}

function statusOf(
  worst: CellStatus,
  { isBad, isDoubtful }: { isBad: boolean; isDoubtful: boolean },
): CellStatus {
  if (isBad) return 'bad_run';
  return isDoubtful ? 'doubtful' : worst;
}

function withoutDoubtfulValues(result: CellResult): CellResult {
  const { doubtful } = result;
  if (!doubtful || doubtful.length === 0) return result;
  const believed = (numbers: Numbers): Numbers =>
    numbers &&
    Object.fromEntries(Object.entries(numbers).filter(([metric]) => !doubtful.includes(metric as MetricId)));
  return { ...result, computed: believed(result.computed), reported: believed(result.reported) };
}

/** Doubtful values that no other result of the cell has a believed one for. */
function doubtfulOf(results: readonly CellResult[], believed: readonly CellResult[]) {
  const metrics = new Set(results.flatMap(({ doubtful = [] }) => doubtful));
  return Object.fromEntries(
    [...metrics].flatMap((metric) => {
      if (cellValue(believed, metric, false)) return [];
      const value = cellValue(results, metric, false);
      return value ? [[metric, value.value]] : [];
    }),
  );
}

/** What says how a result failed. */
const FAILURE_COUNTS = ['failed_clients', 'errors'] as const satisfies readonly MetricId[];

/**
 * A failed result has no value: the numbers of the remaining clients are not a measurement. Its status stays,
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

/**
 * Median over repeats. The preferred source counts, the other one is the fallback: a reported and a computed
 * value are never mixed into one median.
 *
 * @param reported prefer reported values, and round throughput as published tables do before anything is computed
 */
export function cellValue(results: readonly CellResult[], metric: MetricId, reported: boolean) {
  const { values, source } = valuesBehind(results, metric, reported);
  const value = median(values);
  return value === null ? null : { value, source };
}

/** The values that a median is taken of; empty without a number. */
export function valuesBehind(
  results: readonly CellResult[],
  metric: MetricId,
  reported: boolean,
): { values: number[]; source: Source } {
  const [preferred, other] = reported ? BY_REPORTED : BY_COMPUTED;
  const own = valuesOf(results, metric, preferred);
  const [values, source] = own.length > 0 ? [own, preferred] : [valuesOf(results, metric, other), other];
  return { values: reported ? values.map((each) => asPublished(each, metric)) : values, source };
}

/** A loop: it is asked for each cell, metric and source of a heatmap, mostly of one result or of none. */
function valuesOf(results: readonly CellResult[], metric: MetricId, source: Source): number[] {
  const values: number[] = [];
  for (const result of results) {
    const value = result[source]?.[metric];
    if (typeof value === 'number') values.push(value);
  }
  return values;
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

import {
  type BenchmarkId,
  benchmarkModel,
  type MetricId,
  perSecond,
  type Rounds,
} from '@basecase/ingest/model';
import { failedPart, failedPartOf, type OperationCounts } from '../verdicts/failures';
import type { CellResult } from './cell';
import type { Matrix, RoundsRecording } from './matrix';

/** Metrics from which, with throughput, the share of failed operations follows. */
export const FAILURE_METRICS = [
  'errors',
  'transactions',
  'operations',
  'transactions_per_s',
  'elapsed',
] as const satisfies readonly MetricId[];

/** One result, at its place in a matrix. */
export interface PlacedResult {
  row: number;
  column: number;
  /** From 1; of a recording in rounds, the round. */
  repeat: number;
  result: CellResult;
  /** That it was to take; null: not known. */
  seconds: number | null;
  rounds: Rounds | null;
  /** Defines the unit of its throughput; left out: per second. */
  benchmark?: BenchmarkId;
}

/** How the results of a matrix were made, as far as verdicts depend on it: in rounds, and for how long. */
export function howRecorded(
  results: Iterable<PlacedResult>,
  size: { rows: number; columns: number },
): Pick<Matrix, 'rounds' | 'seconds' | 'failed'> {
  const recordings = new Map<string, RoundsRecording & { values: (number | null)[][][] }>();
  const seconds = gridOf<number>(size);
  const counts = gridOf<OperationCounts>(size);
  for (const { row, column, repeat, rounds, result, seconds: wanted, benchmark } of results) {
    const known = seconds[row]?.[column];
    if (known && wanted !== null && !known.includes(wanted)) known.push(wanted);
    counts[row]?.[column]?.push(countsOf(result, wanted, benchmark));
    if (!rounds) continue;
    const { id, restartEvery } = rounds;
    const recording = recordings.get(id) ?? { id, restartEvery, values: gridOf<number | null>(size) };
    recordings.set(id, recording);
    const own = recording.values[row]?.[column];
    if (!own) continue;
    while (own.length < repeat) own.push(null);
    // Where one variant is twice in a recording its first run counts: a round has one value.
    own[repeat - 1] ??= throughputOf(result);
  }
  return {
    ...(recordings.size > 0 && { rounds: [...recordings.values()] }),
    ...failedIn(counts),
    ...(hasOthers(seconds) && { seconds: seconds.map((row) => row.map(rising)) }),
  };
}

function countsOf(
  { computed, reported }: CellResult,
  seconds: number | null,
  benchmark: BenchmarkId | undefined,
): OperationCounts {
  const of = (metric: MetricId) => computed?.[metric] ?? reported?.[metric] ?? null;
  const throughput = of('throughput');
  // NOPM and tpmC are rates of a minute.
  const rate =
    throughput !== null && benchmark ? perSecond(benchmarkModel(benchmark), throughput) : throughput;
  return {
    errors: of('errors'),
    succeeded: of('transactions') ?? of('operations'),
    throughput: of('transactions_per_s') ?? rate,
    seconds: of('elapsed') ?? seconds,
  };
}

/**
 * A result with the success rate of its operations, in percent; without one where its tool counts no failures.
 *
 * @param seconds that it was to take; null: not known
 * @param benchmark which defines the unit of its throughput; left out: per second
 */
export function withSuccessRate(
  result: CellResult,
  seconds: number | null,
  benchmark?: BenchmarkId,
): CellResult {
  const failed = failedPart(countsOf(result, seconds, benchmark));
  if (failed === null) return result;
  return { ...result, computed: { ...result.computed, success_rate: (1 - failed) * 100 } };
}

function failedIn(counts: readonly OperationCounts[][][]): Pick<Matrix, 'failed'> {
  if (!counts.some((row) => row.some((cell) => cell.some(({ errors }) => (errors ?? 0) > 0)))) return {};
  return { failed: counts.map((row) => row.map(failedPartOf)) };
}

/** Null where it may not be compared: it failed, or is doubtful. */
function throughputOf({ status, computed, reported, doubtful }: CellResult): number | null {
  if (status !== 'ok' || doubtful?.includes('throughput')) return null;
  return computed?.throughput ?? reported?.throughput ?? null;
}

function gridOf<T>({ rows, columns }: { rows: number; columns: number }): T[][][] {
  return Array.from({ length: rows }, () => Array.from({ length: columns }, (): T[] => []));
}

/** True where two columns of a test differ. */
function hasOthers(seconds: readonly (readonly number[][])[]): boolean {
  return seconds.some((row) => {
    const known = row.filter((cell) => cell.length > 0).map((cell) => rising(cell).join());
    return new Set(known).size > 1;
  });
}

function rising(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b);
}

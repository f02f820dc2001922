import type { NumberAt } from '../number-line';
import type { ParsedLog } from '../parser';

/** Numbers of a row, by the names of the JSON. */
export const ROW_NUMBERS = [
  'real_time',
  'cpu_time',
  'iterations',
  'bytes_per_second',
  'allocs_per_iter',
] as const;
export type RowNumber = (typeof ROW_NUMBERS)[number];

/** One element of `benchmarks`. */
export interface BenchmarkRow {
  name: string;
  /** The name without what an aggregate adds to it; null in files before 1.5. */
  runName: string | null;
  /** `iteration`, `aggregate`; null in old files. */
  runType: string | null;
  /** `median`, `stddev`, `BigO`; null for a row that is none, or does not say. */
  aggregate: string | null;
  threads: number | null;
  /** `ns` where the row does not say. */
  timeUnit: string;
  numbers: Partial<Record<RowNumber, NumberAt>>;
  /** What went wrong, as the benchmark says; null when nothing did. */
  error: { text: string; line: number } | null;
  isSkipped: boolean;
  line: number;
}

export interface GoogleBenchmarkLog extends ParsedLog {
  type: 'google-benchmark';
  /** Logical CPUs of the machine, null when the context does not say. */
  cpus: number | null;
  /** Version of the library, null before 1.8.4, which say none. */
  version: string | null;
  rows: BenchmarkRow[];
}

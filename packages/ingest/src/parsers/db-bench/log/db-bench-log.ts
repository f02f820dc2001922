import type { MetricId } from '../../../model/metric';

/** What one file that db_bench printed holds: usually one execution, several when outputs were joined. */
export interface DbBenchLog {
  type: 'db_bench';
  executions: Execution[];
  /** Result lines in the file, copies of earlier ones included. */
  resultLines: number;
  /** `** Compaction Stats` headings: two a dump, one for levels and one for priorities. */
  compactionStats: number;
  /** `WARNING: Assertions are enabled; benchmarks unnecessarily slow` and its like. */
  warnings: number;
  lines: number;
}

export interface Execution {
  /** First line of it. */
  line: number;
  /** RocksDB called itself LevelDB before 3.9. */
  product: 'RocksDB' | 'LevelDB';
  /** `7.8.3` of `RocksDB:    version 7.8.3`; some builds do not print it. */
  version: string | null;
  /** As printed: `Thu Feb 25 16:05:34 2021`. */
  date: string | null;
  cores: number | null;
  /** Keys of the database: `Entries:    1000000`. */
  entries: number | null;
  /** False without a header: lines picked from a log. */
  hasHeader: boolean;
  /** The tool's own error, or the lack of a result. */
  failure: { line: number; text: string } | null;
  /** Bytes of a key and its value. */
  entryBytes: number | null;
  results: DbBenchResult[];
}

export interface DbBenchResult {
  /** Word before the colon: `readrandom`. */
  bench: string;
  line: number;
  /** Last line that values were read from. */
  lineEnd: number;
  /** `[W2]`: runs that only warm up. */
  warmup: boolean;
  /** What changed the database since the last such step: `compact0`, `overwrite`, `overwrite2`; null for the first. */
  phase: string | null;
  microsPerOp: number;
  opsPerSec: number | null;
  /** V2 only. */
  seconds: number | null;
  operations: number | null;
  /** MB/s of 1,048,576 bytes. */
  megabytesPerS: number | null;
  found: { found: number; of: number } | null;
  aborted: { aborts: number; of: number } | null;
  /** Measured values in base units, latencies and statistics included. */
  values: LogValue[];
}

export interface LogValue {
  metric: MetricId;
  value: number;
  line: number;
  formula?: 'stall_counts' | 'report_write_amplification';
}

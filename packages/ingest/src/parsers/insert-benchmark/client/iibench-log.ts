/** What a client does: insert rows, delete as many, query while it inserts. */
export const OPERATIONS = ['insert', 'delete', 'query'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Upper bounds of the response time histogram in seconds; the last range has none. */
export const BUCKETS: readonly (number | null)[] = [
  0.000256,
  0.001,
  0.004,
  0.016,
  0.064,
  0.256,
  1,
  4,
  16,
  null,
];

/** Response times of one operation, from the two lines of its histogram. */
export interface ResponseTimes {
  /** One for each of `BUCKETS`. */
  counts: number[];
  /** Seconds. */
  max: number;
  /** Line of the counts; the bounds are on the line before. */
  line: number;
}

/** Per-second rates sorted from fast to slow: the values at 50% and at 99% of the list. p99 is the slow end. */
export interface RatePercentiles {
  p50: number;
  p99: number;
}

/** `Totals: 31.0 secs, 96.7 rows/sec, 3000 rows, 0 0 0 insert-delete-query retry` */
export interface ClientTotals {
  seconds: number;
  rowsPerS: number;
  rows: number;
  /** Operations that were tried again; null where the client does not count them. */
  retries: Record<Operation, number | null>;
  line: number;
}

/** `23 seconds : create all with explicit inplace` */
export interface IndexCreation {
  seconds: number;
  /** `create all with explicit inplace` */
  words: string;
  line: number;
}

/** What one client of the Insert Benchmark printed (`o.ib.dop<N>.<client>`), or a load with index creation (`o.ci.<N>m`). */
export interface IibenchLog {
  type: 'iibench';
  /** First line, secrets masked; null when the log begins with the names of its columns. */
  command: string | null;
  /** Columns of its rows: 17, or 12 in logs from before 2023. */
  columns: number;
  /** Rows, one for each second. */
  rows: number;
  /** Last row: its cells as numbers, and what was counted until then. Null without rows. */
  last: { cells: number[]; seconds: number; counts: Record<Operation, number>; line: number } | null;
  firstRowLine: number;
  responseTimes: Partial<Record<Operation, ResponseTimes>>;
  /** Of rates in rows/s or queries/s; null for fewer than two rows. */
  rates: Partial<Record<Operation, RatePercentiles>>;
  /** Rate of each second, of what the client does besides deleting; NaN: missing. Null where rows are not of a second. */
  seconds: Record<'insert' | 'query', Float32Array | null>;
  totals: ClientTotals | null;
  /** `Created secondary indexes in 4.0 seconds` */
  createdIndexes: { seconds: number; line: number } | null;
  indexCreations: IndexCreation[];
}

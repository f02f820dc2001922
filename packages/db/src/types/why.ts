/** Evidence that explains a cell: counters, profiles, other concurrencies. Types only, safe to import anywhere. */
import type { CounterChange } from '@basecase/analysis';
import type { Profile } from '@basecase/ingest/model';

/** A stored file. */
export interface WhyFile {
  artifactId: string;
  file: string;
}

/** A stored file, and why it could not be used. */
export interface UnusedFile extends WhyFile {
  reason: string;
}

/** Counters of the server over one test. */
export interface CellCounters {
  /** The newest run of the cell that has dumps; null: none has. */
  runId: string | null;
  /** Throughput × measured time; null when the log does not say how long the test ran. */
  operations: number | null;
  counters: CounterChange[];
  /** Dumps that the changes were taken between, the later one first. */
  dumps: { view: string; after: WhyFile; before: WhyFile }[];
  unused: UnusedFile[];
  /** That the retention rule removed the dumps; left out where they are stored. */
  removed?: string;
}

/** Where the CPU time of one test went, by stack. */
export interface CellProfile {
  /** The newest run of the cell that has a flame graph or folded stacks; null: none has. */
  runId: string | null;
  /** CPU microseconds of one operation, of the whole host; null when cpu/o or the cores are not known. */
  cpuMicros: number | null;
  /** Samples of all files added up; frames under 0.2% are joined. Null when nothing could be read. */
  profile: Profile | null;
  files: WhyFile[];
  unused: UnusedFile[];
  /** That the retention rule removed the files; left out where they are stored. */
  removed?: string;
}

/** Throughput of one test by the number of clients, for a column and its base. */
export interface ClientCurve {
  unit: string;
  /** The column is the base itself. */
  isBase: boolean;
  /** By rising number of clients. */
  points: ClientPoint[];
}

export interface ClientPoint {
  clients: number;
  /** Where these are shown: slug and key. */
  workload: string;
  test: string;
  /** Absolute; null: not measured at this number of clients. */
  own: number | null;
  base: number | null;
  /** Results that the two are medians of. */
  results: number;
}

/** One row of a table of option -r. */
export interface StatementLatency {
  /** At most 200 characters of it. */
  statement: string;
  /** Average, in seconds; null for a number that could not be read. */
  latency: number | null;
  /** Since pgbench 15; null where the table has no such column. */
  failures: number | null;
  line: number;
}

/** Statements of the newest run of a column that has a table of them. */
export interface StatementLatencies {
  /** Slug of the column. */
  column: string;
  /** The summary that was read; null when none has a table. */
  from: WhyFile | null;
  statements: StatementLatency[];
  /** Summaries that could not be read, with the reason. */
  unread: UnusedFile[];
}

import type { NumberAt } from '../number-line';
/** `System achieved 239 NOPM from 717 MySQL TPM`. */
export interface HammerdbResult {
  nopm: number;
  /** Database transactions per minute, each product counts its own. */
  tpm: number;
  /** `MySQL`, `SQL Server`, ...: the driver that HammerDB used, which need not be the server. */
  driver: string;
  line: number;
  /** Of a result that has TPM on another line. */
  tpmLine?: number;
}

/** Fields of one stored procedure in a time profile, as printed: `min_ms` → `0.586`. */
export type ProcedureTimes = Partial<Record<ProcedureField, { text: string; line: number }>>;
export const PROCEDURE_FIELDS = [
  'elapsed_ms',
  'calls',
  'min_ms',
  'avg_ms',
  'max_ms',
  'total_ms',
  'p99_ms',
  'p95_ms',
  'p50_ms',
  'sd',
  'ratio_pct',
] as const;
export type ProcedureField = (typeof PROCEDURE_FIELDS)[number];

/** Times of the new order transaction over all virtual users. */
export interface TimeProfile {
  /** Null when the profile does not say: jobs print none. */
  activeVus: number | null;
  newOrder: ProcedureTimes;
  line: number;
}

/** One run of the driver script: one virtual-user count, one result. */
export interface HammerdbTest {
  /** Virtual users that ran transactions, without the monitor; null when not printed. */
  vus: number | null;
  /** Asynchronous sessions of one virtual user, null when the test was not asynchronous. */
  sessionsPerVu: number | null;
  warehouses: number | null;
  allWarehouses: boolean;
  rampupMinutes: number | null;
  /** As the settings say; what the test itself prints is in `duration`. */
  durationMinutes: number | null;
  duration: NumberAt | null;
  result: HammerdbResult | null;
  /** Virtual users that failed, with the line of the first. */
  failedVus: NumberAt | null;
  /** Transactions of the measured time that failed and were counted as done with: `New Order Procedure Error`; null where unknown. */
  procedureErrors: NumberAt | null;
  /** How many of them were new orders. */
  failedOrders: number;
  /** Version that the server said: `11.8.1`; HammerDB prints it since version 4.10. */
  serverVersion: string | null;
  /** `MySQL`, `SQL Server`: what HammerDB was set to, which names the driver of a test without a result. */
  database: string | null;
  profile: TimeProfile | null;
  /** Mean of user and system CPU in percent, of a report that has samples. */
  cpu?: { value: number; samples: number; line: number; lineEnd: number; cores: number | null } | null;
  firstLine: number;
}

/** What HammerDB printed: command line, log file, jobs, time profile or transaction counter. */
export interface HammerdbLog {
  type: 'hammerdb';
  /** `4.1`, from the banner. */
  version: string | null;
  tests: HammerdbTest[];
  /** Results that repeat one above: `jobs ... result` after the run itself. They count once. */
  restated: HammerdbResult[];
  /** Time profiles of a file that holds no test: `hdbxtprofile.log`. */
  profiles: TimeProfile[];
  /** Warehouses of a schema that was built here, null when none was. */
  builtWarehouses: number | null;
  /** Lines `FINISHED SUCCESS` and `FINISHED FAILED`, of builds too. */
  finished: { success: number; failed: number };
}

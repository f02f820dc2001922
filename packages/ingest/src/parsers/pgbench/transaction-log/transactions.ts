import type { LogParser, Sample } from '../../parser';
import { TransactionDetails } from './transaction-details';
import { TransactionSession } from './transaction-session';

/**
 * The log of single transactions (-l), one file a thread: `pgbench_log.<pid>`, `pgbench_log.<pid>.1`, ... Format:
 * "Per-Transaction Logging" of https://www.postgresql.org/docs/current/pgbench.html. --sampling-rate leaves rows out, so
 * rows are never counted as transactions.
 */
export const transactions: LogParser = {
  kind: 'pgbench-transactions',
  about: 'transaction log of pgbench (-l): `client transaction microseconds script second microsecond`',
  score: scoreTransactions,
  open: (reporter) => new TransactionSession(reporter),
  openDetails: () => new TransactionDetails(),
};

/** Its fifth column is a time since 1970 of the years 2001 to 2033. */
const ROW =
  /^\d{1,7} \d{1,15} (?:\d{1,15}|skipped|failed|serialization|deadlock) \d{1,3} 1\d{9} \d{1,6}(?: \d{1,15}){0,2}$/;
const HEAD_CHARACTERS = 4096;
/** Lines that are looked at: a damaged one among them is reported by the session. */
const FIRST_LINES = 3;

function scoreTransactions({ head }: Sample): number {
  const first = head.charCodeAt(0);
  if (!(first >= 48 && first <= 57)) return 0;
  const lines = head.split('\n', FIRST_LINES + 1);
  // The last line of the sample may be cut.
  if (lines.length <= FIRST_LINES && head.length >= HEAD_CHARACTERS) lines.pop();
  const rows = lines.slice(0, FIRST_LINES).filter((line) => line !== '');
  return rows.some((line) => ROW.test(line)) ? 0.9 : 0;
}

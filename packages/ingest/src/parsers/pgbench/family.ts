import type { FormatFamily } from '../family';
import type { LogParser } from '../parser';
import { pgbenchFormat as about } from './about';
import { aggregate } from './aggregate-log/aggregate';
import { pgbenchAssembler } from './assemble/pgbench-assembler';
import { pgbench } from './summary/pgbench';
import { transactions } from './transaction-log/transactions';

/**
 * `100000 of 1000000 tuples (10%) done (elapsed 0.08 s, remaining 0.72 s)`, and the last line since 13:
 * `done in 17.24 s (drop tables 0.03 s, ...)`. A run may follow in the same file, after more than the lines that are
 * looked at: then this is not the beginning of the file that counts, so a summary anywhere in the sample wins.
 */
const CONTENT =
  /^(?:(?:pgbench: )?\d+ of \d+ tuples \(\d+%\) (?:of pgbench_accounts )?done|generating data \((?:client|server)-side\)\.\.\.|done in \d+\.\d+ s \()/m;
const RUN = 'transaction type:';

/** Output of `pgbench -i`, which loads the tables: kept, but not a test. */
const pgbenchInit: LogParser = {
  kind: 'pgbench-init',
  about: 'output of pgbench -i: `... of ... tuples (10%) done`',
  score: ({ head, bytes }) => {
    if (!head.includes('done') && !head.includes('generating data')) return 0;
    return CONTENT.test(head) && !bytes.includes(RUN) ? 0.9 : 0;
  },
  open: null,
};

/** pgbench, 8.0 to 18: summaries and progress, logs of transactions and of intervals, and the load of its tables. */
export const pgbenchFormat: FormatFamily = {
  ...about,
  parsers: [pgbench, transactions, aggregate, pgbenchInit],
  assembler: pgbenchAssembler,
};

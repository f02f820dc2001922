import type { FormatFamily } from '../family';
import { pgbenchFormat as about } from './about';
import { aggregate } from './aggregate-log/aggregate';
import { pgbenchAssembler } from './assemble/pgbench-assembler';
import { pgbenchInit } from './pgbench-init';
import { pgbench } from './summary/pgbench';
import { transactions } from './transaction-log/transactions';

/** pgbench, 8.0 to 18: summaries and progress, logs of transactions and of intervals, and the load of its tables. */
export const pgbenchFormat: FormatFamily = {
  ...about,
  parsers: [pgbench, transactions, aggregate, pgbenchInit],
  assembler: pgbenchAssembler,
};

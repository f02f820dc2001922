import path from 'node:path';
import { addToGroup } from '../../../assemble/add-to-group';
import { baseName } from '../../../layout/base-name';
import { naturalOrder } from '../../../model/natural-order';
import { type AssembleContext, type LocatedLog, logsOfType } from '../../family';
import type { AggregateLog } from '../aggregate-log/aggregate-log';
import type { TransactionLog } from '../transaction-log/transaction-log';

/** Logs of the threads of one run: of single transactions, or of intervals. */
export interface LoggedLatencies {
  transactions: LocatedLog<TransactionLog>[];
  aggregates: LocatedLog<AggregateLog>[];
}

/** `pgbench_log.13624`, `pgbench_log.13624.1`: option --log-prefix changes the first word. */
const NAME = /^(.+?\.\d+)(?:\.\d+)?$/;

/** The logs of one directory by run: those of one prefix and process are of one. Claims them. */
export function loggedRuns(
  logs: readonly LocatedLog[],
  directory: string,
  context: Pick<AssembleContext, 'claim'>,
): LoggedLatencies[] {
  const groups = new Map<string, LocatedLog[]>();
  const all = [
    ...logsOfType<TransactionLog>(logs, 'pgbench-transactions'),
    ...logsOfType<AggregateLog>(logs, 'pgbench-aggregate'),
  ];
  for (const located of all.sort((a, b) => naturalOrder(a.path, b.path))) {
    if (path.posix.dirname(located.path) !== directory) continue;
    context.claim(located);
    const name = baseName(located.path);
    addToGroup(groups, NAME.exec(name)?.[1] ?? name, located);
  }
  return [...groups.values()].map((files) => ({
    transactions: logsOfType<TransactionLog>(files, 'pgbench-transactions'),
    aggregates: logsOfType<AggregateLog>(files, 'pgbench-aggregate'),
  }));
}

/** Path of the first file. */
export function fileOf({ transactions, aggregates }: LoggedLatencies): string | null {
  return (transactions[0] ?? aggregates[0])?.path ?? null;
}

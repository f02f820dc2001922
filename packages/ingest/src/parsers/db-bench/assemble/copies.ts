import type { AssembleContext, LocatedLog } from '../../family';
import type { DbBenchLog, DbBenchResult } from '../log/db-bench-log';

/**
 * Leaves out files that repeat what other logs of their directory say: several outputs joined to one file
 * (`o.1000000.275000.1000000.gz`), or result lines picked from them (`o.all`). A log of one execution is never a copy.
 */
export function withoutCopies(
  logs: readonly LocatedLog<DbBenchLog>[],
  context: Pick<AssembleContext, 'note'>,
): LocatedLog<DbBenchLog>[] {
  const originals = logs.filter((log) => !mayBeCopy(log.log));
  const known = new Set(originals.flatMap(({ log }) => resultsOf(log).map(keyOf)));
  return logs.filter((log) => {
    const results = resultsOf(log.log);
    const isCopy =
      mayBeCopy(log.log) && results.length > 0 && results.every((result) => known.has(keyOf(result)));
    if (isCopy) {
      const message = `all ${results.length} results are in other logs of this directory too; those count`;
      context.note('SUMMARY_SUPERSEDED', log.path, message, results[0]?.line ?? null);
    }
    return !isCopy;
  });
}

function mayBeCopy({ executions }: DbBenchLog): boolean {
  return executions.length > 1 || executions.every(({ hasHeader }) => !hasHeader);
}

function resultsOf({ executions }: DbBenchLog): DbBenchResult[] {
  return executions.flatMap(({ results }) => results);
}

function keyOf({ bench, microsPerOp, opsPerSec, megabytesPerS }: DbBenchResult): string {
  return JSON.stringify([bench, microsPerOp, opsPerSec, megabytesPerS]);
}

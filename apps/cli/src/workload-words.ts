import type { Workload } from '@basecase/ingest/model';

/**
 * What must be equal but for the clients, in words: `8 tables, 10000000 rows per table, cached, byrx`. Empty if
 * unknown. Client counts are separate rows in a comparison.
 */
export function workloadWords({ tables, rowsPerTable, cached, label }: Workload): string {
  const words = [
    tables === null ? null : `${tables} ${tables === 1 ? 'table' : 'tables'}`,
    rowsPerTable === null ? null : `${rowsPerTable} rows per table`,
    cached === null ? null : cachedWord(cached),
    label,
  ];
  return words.filter((word) => word !== null).join(', ');
}

function cachedWord(cached: boolean): string {
  return cached ? 'cached' : 'IO-bound';
}

import { WORKLOAD_PARTS, type Workload } from '@basecase/ingest/model';

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

/** The same with the clients. */
export function identityWords({ workload }: { workload: Workload }): string {
  const { clients } = workload;
  const words = [
    workloadWords(workload),
    clients === null ? '' : `${clients} client${clients === 1 ? '' : 's'}`,
  ];
  return words.filter(Boolean).join(', ');
}

/** True unless a part that both sides say differs. */
export function mayBeWorkload(one: Workload, other: Workload): boolean {
  return WORKLOAD_PARTS.every(
    (part) => one[part] === null || other[part] === null || one[part] === other[part],
  );
}

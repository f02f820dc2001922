import type { CellDetails } from '@basecase/views/compare';
import { useEffect, useState } from 'react';
import type { CellQuery } from '../../../ui/why/use-pair';
import { fetchDetails } from './evidence-client';

export type DetailsState =
  | { status: 'loading' }
  | { status: 'ready'; details: CellDetails }
  | { status: 'failed'; message: string; retry: () => void };

/**
 * The evidence of a cell: what came with the page when it is about this cell, else fetched.
 * An answer that comes after another cell was opened is thrown away.
 */
export function useDetails(query: CellQuery, initial: CellDetails | null): DetailsState {
  const { server, workload, test, column, base } = query;
  const key = [server, workload, test, column, base].join('\n');
  const [attempt, setAttempt] = useState(0);
  const [fetched, setFetched] = useState<{ key: string; details?: CellDetails; message?: string } | null>(
    () => (isAbout(initial, query) ? { key, details: initial } : null),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` holds the parts of the query.
  useEffect(() => {
    if (fetched?.key === key && fetched.details) return;
    const abort = new AbortController();
    fetchDetails({ server, workload, test, column, base }, abort.signal).then(
      (details) => setFetched({ key, details }),
      (error: Error) => {
        if (!abort.signal.aborted) setFetched({ key, message: error.message });
      },
    );
    return () => abort.abort();
  }, [key, attempt]);

  if (fetched?.key !== key) return { status: 'loading' };
  if (fetched.details) return { status: 'ready', details: fetched.details };
  return {
    status: 'failed',
    message: fetched.message ?? '',
    retry: () => {
      setFetched(null);
      setAttempt(attempt + 1);
    },
  };
}

/** True when the evidence is of this cell, against this base. */
export function isAbout(details: CellDetails | null, query: CellQuery): details is CellDetails {
  if (!details || details.cell.test !== query.test || details.cell.column.slug !== query.column) return false;
  return details.base === null ? query.base === query.column : details.base.column.slug === query.base;
}

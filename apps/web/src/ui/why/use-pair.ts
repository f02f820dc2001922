import { useEffect, useState } from 'react';

/** A cell of a heatmap, and the column that it is divided by. */
export interface CellQuery {
  server: string;
  workload: string;
  test: string;
  column: string;
  base: string;
}

/** Short names of the column and of the base. */
export interface PairNames {
  own: string;
  base: string;
}

type State<Answer> = { key: string } & (
  | { status: 'loading' }
  | { status: 'ready'; answer: Answer }
  | { status: 'failed'; message: string }
);

/**
 * Asks once for each query, from the moment on that it is wanted; an answer that comes after another cell was opened is
 * thrown away.
 */
export function usePair<Query extends CellQuery, Answer>(
  query: Query,
  wanted: boolean,
  ask: (query: Query, signal: AbortSignal) => Promise<Answer>,
): { state: State<Answer>; retry: () => void } {
  const key = JSON.stringify(query);
  const [state, setState] = useState<State<Answer>>({ key, status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` holds the parts of the query; `attempt` asks again.
  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    setState({ key, status: 'loading' });
    ask(query, abort.signal).then(
      (answer) => {
        if (!abort.signal.aborted) setState({ key, status: 'ready', answer });
      },
      (error: Error) => {
        if (!abort.signal.aborted) setState({ key, status: 'failed', message: error.message });
      },
    );
    return () => abort.abort();
  }, [key, wanted, attempt]);
  return {
    state: state.key === key ? state : { key, status: 'loading' },
    retry: () => setAttempt(attempt + 1),
  };
}

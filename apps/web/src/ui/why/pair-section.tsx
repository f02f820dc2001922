import { type ReactNode, useEffect, useState } from 'react';
import { TryAgain } from '../page/try-again';

interface Props<Answer, Model extends object> {
  title: string;
  /** Next to the title, once the answer is there. */
  hint: (model: Model) => string;
  /** In place of the content while it is read. */
  wait: ReactNode;
  /** `The counters could not be read`. */
  failure: string;
  query: CellQuery;
  ask: (query: CellQuery, signal: AbortSignal) => Promise<Answer>;
  prepare: (answer: Answer) => Model | { missing: string };
  children: (model: Model) => ReactNode;
}

/** What the stored files of a cell and its base say: read when it is shown, with the reason where there is nothing. */
export function PairSection<Answer, Model extends object>(props: Props<Answer, Model>) {
  const { title, hint, wait, failure, query, ask, prepare, children } = props;
  const { state, retry } = usePair(query, true, ask);
  const answer = state.status === 'ready' ? prepare(state.answer) : null;
  const missing = answer && 'missing' in answer ? answer.missing : null;
  const model = missing === null ? (answer as Model | null) : null;
  return (
    <section aria-busy={state.status === 'loading'}>
      <h3>
        {title} <span className="dim">{model ? hint(model) : ''}</span>
      </h3>
      {state.status === 'loading' ? wait : null}
      {state.status === 'failed' ? (
        <TryAgain onRetry={retry}>
          {failure}: {state.message}
        </TryAgain>
      ) : null}
      {missing === null ? null : <p className="mid">{missing as string}</p>}
      {model ? children(model) : null}
    </section>
  );
}

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

/** Of a section about a cell and its base. */
export interface PairProps {
  query: CellQuery;
  names: PairNames;
}

import { useCallback, useEffect, useRef, useState } from 'react';

/** What this page adds to its history entries. */
interface Entry {
  view?: unknown;
  /** The document that wrote it: another one may have other data. */
  writtenBy?: number;
}

/** Changes of these stay in the entry that is there: they come many at a time, and show the same. */
const NO_STEPS: ReadonlySet<string> = new Set(['fold', 'from', 'to', 'a', 'b']);

/**
 * The state of a page, kept in the URL and in the history. Each change is a separate entry, so that back takes it back; a filter
 * that is being typed is one. There is nothing to ask the server for. The history is written around Next's router, whose own state
 * is passed on.
 *
 * @param toPath path and query of a state
 */
export function useUrlState<State>(
  initial: State,
  toPath: (state: State) => string,
): [State, (change: Partial<State>) => void] {
  const [state, setState] = useState(initial);
  const latest = useRef(initial);
  const path = useRef(toPath);
  /** The change that the newest entry was made for. */
  const step = useRef<string>(undefined);
  useEffect(() => {
    path.current = toPath;
  });
  const update = useCallback((change: Partial<State>) => {
    const before = latest.current;
    const next = (Object.keys(change) as (keyof State & string)[]).find(
      (name) => change[name] !== before[name] && !NO_STEPS.has(name),
    );
    const isNew = next !== undefined && !(next === 'q' && step.current === 'q');
    step.current = next ?? step.current;
    latest.current = { ...before, ...change };
    setState(latest.current);
    const how = isNew ? 'pushState' : 'replaceState';
    window.history[how](entryOf(latest.current), '', path.current(latest.current));
  }, []);
  useEffect(() => {
    // The entry that the page was loaded with has no state yet.
    window.history.replaceState(entryOf(latest.current), '');
    const onPopState = (event: PopStateEvent) => {
      const { view, writtenBy } = (event.state ?? {}) as Entry;
      if (view === undefined) return;
      if (writtenBy !== performance.timeOrigin) return window.location.reload();
      step.current = undefined;
      latest.current = view as State;
      setState(latest.current);
    };
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, []);
  return [state, update];
}

function entryOf(view: unknown): Entry {
  return { ...window.history.state, view, writtenBy: performance.timeOrigin };
}

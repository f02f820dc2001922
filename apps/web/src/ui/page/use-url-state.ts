import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * The state of a page, kept in the URL and in the history entry. Changes replace the address: there is nothing to ask
 * the server for. The history is written around Next's router, whose own state is passed on.
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
  useEffect(() => {
    path.current = toPath;
  });
  const update = useCallback((change: Partial<State>) => {
    latest.current = { ...latest.current, ...change };
    setState(latest.current);
    window.history.replaceState(window.history.state, '', path.current(latest.current));
  }, []);
  return [state, update];
}

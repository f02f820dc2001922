import { type CompareState, compareUrl } from '@basecase/views/compare';
import { useCallback, useEffect, useRef, useState } from 'react';

export type Update = (change: Partial<CompareState>, how?: 'replace' | 'push') => void;

/** What this page adds to the history entry of Next's router. */
interface Entry {
  compare?: CompareState;
}

/**
 * The state of the page, kept in the URL and in the history. Changes of the view replace the address, opening a cell
 * pushes one, so "back" closes it. The history is written around Next's router (with its own state passed on, which
 * it takes as "not mine"): there is nothing to ask the server for. An entry also holds the state itself, so that
 * going back needs no parser of URLs in the browser.
 *
 * @param defaults what the address without a query means
 */
export function useCompareState(initial: CompareState, defaults: CompareState): [CompareState, Update] {
  const [state, setState] = useState(initial);
  const latest = useRef(initial);
  /** The timer of an address that is still to be written. */
  const pending = useRef<number>(undefined);

  const write = useCallback(
    (how: 'replace' | 'push') => {
      window.clearTimeout(pending.current);
      pending.current = undefined;
      // The tab of the details belongs to the cell that is open.
      const tab = latest.current.cell ? window.location.hash : '';
      const address = window.location.pathname + compareUrl.query(latest.current, defaults) + tab;
      const entry: Entry = { ...window.history.state, compare: latest.current };
      if (how === 'push') window.history.pushState(entry, '', address);
      else window.history.replaceState(entry, '', address);
    },
    [defaults],
  );

  const update = useCallback<Update>(
    (change, how = 'replace') => {
      // What comes before a new entry belongs to the old one.
      if (how === 'push' && pending.current !== undefined) write('replace');
      latest.current = { ...latest.current, ...change };
      setState(latest.current);
      if (how === 'push') write('push');
      // A new address makes the browser load the icon again, among others: not within the frame of the change.
      else pending.current ??= window.setTimeout(() => write('replace'));
    },
    [write],
  );

  useEffect(() => {
    // The entry that the page was loaded with has no state yet.
    window.history.replaceState({ ...window.history.state, compare: latest.current }, '');
    const onPopState = (event: PopStateEvent) => {
      const { compare } = (event.state ?? {}) as Entry;
      if (!compare) return;
      latest.current = compare;
      setState(compare);
    };
    const onPageHide = () => {
      if (pending.current !== undefined) write('replace');
    };
    window.addEventListener('popstate', onPopState);
    window.addEventListener('pagehide', onPageHide);
    return () => {
      window.removeEventListener('popstate', onPopState);
      window.removeEventListener('pagehide', onPageHide);
    };
  }, [write]);

  return [state, update];
}

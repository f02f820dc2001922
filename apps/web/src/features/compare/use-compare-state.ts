import { type CompareState, compareUrl } from '@basecase/views/compare';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useLatest } from '../../ui/page/use-page-keys';

export type Update = (change: Partial<CompareState>, how?: 'replace' | 'push') => void;

/** What this page adds to the history entry of Next's router. */
interface Entry {
  compare?: CompareState;
}

/** Changes that "back" takes back one by one; others are part of the entry that is there. */
const STEPS = ['base', 'metric', 'q', 'only', 'sort', 'page'] as const;

/** The order or the choice of the tests: another one begins on its first page. */
const REORDERS = ['q', 'only', 'sort'] as const;

/**
 * The state of the page, kept in the URL and in the history. Another base, filter, metric, order or page of tests, and "only
 * changes", is a separate entry; a filter that is being typed is one. Opening a cell is one, so "back" closes it. Other
 * changes of the view replace the address. The history is written around Next's router (with its own state passed on, which
 * it takes as "not mine"): there is nothing to ask the server for. An entry also holds the state itself, so that
 * going back needs no parser of URLs in the browser.
 *
 * @param defaults what the address without a query means
 */
export function useCompareState(initial: CompareState, defaults: CompareState): [CompareState, Update] {
  const [state, setState] = useState(initial);
  const latest = useRef(initial);
  /** The timer of an address that is still to be written, and how. */
  const pending = useRef<number>(undefined);
  const pendingHow = useRef<'replace' | 'push'>('replace');
  /** The change that the newest entry was made for. */
  const step = useRef<(typeof STEPS)[number]>(undefined);

  const write = useCallback(
    (how: 'replace' | 'push') => {
      window.clearTimeout(pending.current);
      pending.current = undefined;
      // The tab of the details belongs to the cell that is open.
      const tab = latest.current.cell ? window.location.hash : '';
      const address = window.location.pathname + compareUrl.query(latest.current, defaults) + tab;
      const entry: Entry = { ...window.history.state, compare: latest.current };
      pendingHow.current = 'replace';
      if (how === 'push') window.history.pushState(entry, '', address);
      else window.history.replaceState(entry, '', address);
    },
    [defaults],
  );

  const update = useCallback<Update>(
    (change, how = 'replace') => {
      const next = STEPS.find((name) => name in change && change[name] !== latest.current[name]);
      const isTyping = next === 'q' && step.current === 'q';
      const isStep = next !== undefined && !isTyping;
      // What comes before a new entry belongs to the old one.
      if ((how === 'push' || isStep) && pending.current !== undefined) write(pendingHow.current);
      step.current = next ?? (how === 'push' ? undefined : step.current);
      const page = REORDERS.some((name) => name in change) ? { page: null } : {};
      latest.current = { ...latest.current, ...page, ...change };
      setState(latest.current);
      if (how === 'push') {
        write('push');
        return;
      }
      if (isStep) pendingHow.current = 'push';
      // A new address makes the browser load the icon again, among others: not within the frame of the change.
      pending.current ??= window.setTimeout(() => write(pendingHow.current));
    },
    [write],
  );

  useEffect(() => {
    // The entry that the page was loaded with has no state yet.
    window.history.replaceState({ ...window.history.state, compare: latest.current }, '');
    const onPopState = (event: PopStateEvent) => {
      const { compare } = (event.state ?? {}) as Entry;
      if (!compare) return;
      window.clearTimeout(pending.current);
      pending.current = undefined;
      pendingHow.current = 'replace';
      step.current = undefined;
      latest.current = compare;
      setState(compare);
    };
    const onPageHide = () => {
      if (pending.current !== undefined) write(pendingHow.current);
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

/** Where the screen stands: on its own page over live numbers, or on the page of a permalink over frozen ones. */
export interface ComparePage {
  /** Path of the page: where its forms lead without scripts. */
  path: string;
  /** Path of its table as text. */
  exportPath: string;
  /** What the address without a query means; only what differs from it is in the URL. */
  defaults: CompareState;
  /** Set for frozen numbers: replaces the choice of server. Nothing is fetched then. */
  frozen: { note: ReactNode; livePath: string; hasRuns: boolean } | null;
}

export const LIVE_PAGE: ComparePage = {
  path: '/compare',
  exportPath: '/api/v1/compare',
  defaults: compareUrl.defaults,
  frozen: null,
};

export const ComparePageContext = createContext(LIVE_PAGE);

export function useComparePage(): ComparePage {
  return useContext(ComparePageContext);
}

interface Shortcuts {
  onEscape: () => void;
  onClearFilter: () => void;
  onNextMetric: () => void;
  /** An arrow key in the panel; true when it led to another cell. */
  onPanelArrow: (key: string) => boolean;
}

/** Keys that work anywhere on the page: `m` next metric, Esc, and the arrows in the panel. */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useLatest(shortcuts);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      // The keys belong to what is open over the page.
      if (document.querySelector('dialog[open]')) return;
      const target = event.target as HTMLElement;
      const filter = document.querySelector<HTMLInputElement>('#filter');
      const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (event.key === 'Escape') onEscape(target, filter, latest.current);
      else if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      else if (event.key.startsWith('Arrow')) {
        if (isFreeInPanel(event, target) && latest.current.onPanelArrow(event.key)) event.preventDefault();
      } else if (event.key === 'm') latest.current.onNextMetric();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** True where nothing in the panel waits for the arrow keys, as a row of tabs does. */
function isFreeInPanel({ shiftKey, defaultPrevented }: KeyboardEvent, target: HTMLElement): boolean {
  if (shiftKey || defaultPrevented || !target.closest('.panel')) return false;
  return !target.closest('[role="tablist"]');
}

/** Closes the innermost thing: the sheet, the filter, the panel. The browser closes a dialog itself, MenuKeys a menu. */
function onEscape(target: HTMLElement, filter: HTMLInputElement | null, shortcuts: Shortcuts) {
  const sheet = document.querySelector<HTMLElement>('#view-toggle[aria-expanded="true"]');
  if (sheet) {
    sheet.click();
    sheet.focus();
  } else if (target === filter) shortcuts.onClearFilter();
  else shortcuts.onEscape();
}

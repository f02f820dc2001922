import { useSyncExternalStore } from 'react';
import { parseSavedViews, SAVED_VIEWS_KEY, type SavedView } from './saved-views';

/** Called when this page changes the list; other pages get the browser's `storage` event. */
const listeners = new Set<() => void>();
let last: { text: string | null; views: readonly SavedView[] } = { text: null, views: [] };

function readText(): string | null {
  try {
    return localStorage.getItem(SAVED_VIEWS_KEY);
  } catch {
    // Storage is switched off: nothing can be kept, and nothing is.
    return null;
  }
}

/** The same array until something changes. */
function snapshot(): readonly SavedView[] {
  const text = readText();
  if (text !== last.text) last = { text, views: parseSavedViews(text) };
  return last.views;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The views saved in this browser, in all its windows; null until they are known. */
export function useSavedViews(): readonly SavedView[] | null {
  return useSyncExternalStore<readonly SavedView[] | null>(subscribe, snapshot, () => null);
}

/**
 * Changes the list as it is now, not as it was drawn: another window may have changed it.
 *
 * @returns false when the browser keeps nothing
 */
export function changeSavedViews(change: (views: readonly SavedView[]) => SavedView[]): boolean {
  try {
    localStorage.setItem(SAVED_VIEWS_KEY, JSON.stringify(change(parseSavedViews(readText()))));
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

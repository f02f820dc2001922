import { useSyncExternalStore } from 'react';

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

/** A page in a certain view, kept in this browser under a name. */
export interface SavedView {
  name: string;
  /** Path and query on this server. Unique in a list. */
  path: string;
  /** ISO 8601. */
  savedAt: string;
}

/** The number is the version of the format: a later format gets its own key and can read this one. */
const SAVED_VIEWS_KEY = 'basecase.saved-views.v1';

/** More would be no list to choose from any more, and browsers store a few megabytes at most. */
export const MAX_SAVED_VIEWS = 100;
export const MAX_NAME = 120;
const MAX_PATH = 8000;

/** Reads what is stored. What is not a view, or leads away from this server, is left out. */
export function parseSavedViews(text: string | null): SavedView[] {
  const stored = parseJson(text);
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry: unknown) => toSavedView(entry) ?? []).slice(0, MAX_SAVED_VIEWS);
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    // Written by something else under our key: there is nothing to save out of it.
    return [];
  }
}

function toSavedView(entry: unknown): SavedView | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { name, path, savedAt } = entry as Partial<Record<keyof SavedView, unknown>>;
  if (typeof name !== 'string' || typeof path !== 'string' || typeof savedAt !== 'string') return null;
  return name !== '' && isLocalPath(path) && /^\d{4}-\d\d-\d\d/.test(savedAt)
    ? { name, path, savedAt }
    : null;
}

/** `//host` and `/\host` are addresses of other servers to a browser. */
function isLocalPath(path: string): boolean {
  return path.length <= MAX_PATH && /^\/($|[^/\\])/.test(path);
}

/** The view first; one with the same path is replaced. */
export function addSavedView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const name = view.name.trim().slice(0, MAX_NAME) || view.path.slice(0, MAX_NAME);
  const others = views.filter(({ path }) => path !== view.path);
  return [{ ...view, name }, ...others].slice(0, MAX_SAVED_VIEWS);
}

export function removeSavedView(views: readonly SavedView[], path: string): SavedView[] {
  return views.filter((view) => view.path !== path);
}

/** The view one place nearer to the top. */
export function moveUpSavedView(views: readonly SavedView[], path: string): SavedView[] {
  const index = views.findIndex((view) => view.path === path);
  const [own, above] = [views[index], views[index - 1]];
  if (!own || !above) return [...views];
  return views.toSpliced(index - 1, 2, own, above);
}

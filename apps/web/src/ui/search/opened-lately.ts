import type { SearchKind, SearchResult } from '@basecase/views/search';

/** A result that was opened, with what it was called then. */
export interface Opened {
  kind: SearchKind;
  title: string;
  detail: string;
  href: string;
}

const KEY = 'search-opened';
const MOST = 5;

/** Results that were opened in this browser, the last one first. */
export function openedLately(): Opened[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isOpened).slice(0, MOST) : [];
  } catch {
    // Storage is off, or holds what something else wrote: there is nothing to show.
    return [];
  }
}

export function noteOpened({ kind, title, aside, detail, href }: SearchResult): void {
  const text = (parts: SearchResult['title']) => parts.map((part) => part.text).join('');
  const own: Opened = { kind, title: `${text(title)} ${aside}`.trim(), detail: text(detail), href };
  const others = openedLately().filter((each) => each.href !== href);
  try {
    localStorage.setItem(KEY, JSON.stringify([own, ...others].slice(0, MOST)));
  } catch {
    // Storage is off or full: it is found again by searching.
  }
}

function isOpened(value: unknown): value is Opened {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, title, detail, href } = value as Record<string, unknown>;
  return [kind, title, detail].every((each) => typeof each === 'string') && isPath(href);
}

/** Only pages of this app. */
function isPath(href: unknown): boolean {
  return typeof href === 'string' && /^\/(?!\/)/.test(href);
}

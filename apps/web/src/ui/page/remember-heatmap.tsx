'use client';

import { useEffect } from 'react';

const KEY = 'last-heatmap';
/** Longer addresses are not worth keeping. */
const MAX_PATH = 2000;

/** Path and query of the heatmap that was looked at last in this browser; null without one. */
export function lastHeatmap(): string | null {
  const path = read();
  return path?.startsWith('/compare?') && path.length <= MAX_PATH ? path : null;
}

/** Remembers a heatmap; the open cell is left out: the bar leads to the whole. */
function rememberHeatmap(path: string): void {
  const [page = '', query = ''] = path.split('?');
  const parameters = new URLSearchParams(query);
  for (const name of ['cell', 'repeat']) parameters.delete(name);
  write(`${page}?${parameters}`);
}

/** Forgets a heatmap that is gone. */
function forgetHeatmap(path: string): void {
  if (read() === path) write(null);
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage is off: there is nothing to remember.
    return null;
  }
}

function write(path: string | null): void {
  try {
    if (path === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, path);
  } catch {
    // Storage is off or full: the bar leads to the default.
  }
}

/**
 * Remembers, when the page is left, the heatmap and how it was looked at.
 *
 * @param path of the heatmap, for an address that names none
 */
export function RememberHeatmap({ path }: { path: string }) {
  useEffect(() => {
    rememberHeatmap(path);
    const onLeave = () => {
      const { pathname, search } = window.location;
      rememberHeatmap(new URLSearchParams(search).has('workload') ? pathname + search : path);
    };
    window.addEventListener('pagehide', onLeave);
    return () => window.removeEventListener('pagehide', onLeave);
  }, [path]);
  return null;
}

/** Where nothing was found: the bar must not lead here again. */
export function ForgetHeatmap() {
  useEffect(() => forgetHeatmap(window.location.pathname + window.location.search), []);
  return null;
}

const KEY = 'last-heatmap';
/** Longer addresses are not worth keeping. */
const MAX_PATH = 2000;

/** Path and query of the heatmap that was looked at last in this browser; null without one. */
export function lastHeatmap(): string | null {
  const path = read();
  return path?.startsWith('/compare?') && path.length <= MAX_PATH ? path : null;
}

/** Remembers a heatmap; the open cell is left out: the bar leads to the whole. */
export function rememberHeatmap(path: string): void {
  const [page = '', query = ''] = path.split('?');
  const parameters = new URLSearchParams(query);
  for (const name of ['cell', 'repeat']) parameters.delete(name);
  write(`${page}?${parameters}`);
}

/** Forgets a heatmap that is gone. */
export function forgetHeatmap(path: string): void {
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

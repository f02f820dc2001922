const NUMBER = String.raw`(\d+(?:\.\d+)?)`;
/** Intervals without a transaction have no latency: `-nan`, `NaN`, `-`. */
const MAYBE = String.raw`(\d+(?:\.\d+)?|-?nan|-)`;

/**
 * `progress: 5.0 s, 3029.2 tps, lat 5.258 ms stddev 4.517, 0 failed, lag 2.849 ms, 3 skipped, 2 retried, 5 retries`: printed
 * by -P since 9.4, `failed` and `retried` since 15. Source: printProgressReport() of src/bin/pgbench/pgbench.c.
 */
const LINE = new RegExp(
  String.raw`^[\t >]{0,40}progress: ${NUMBER} s, ${MAYBE} tps, lat ${MAYBE} ms stddev ${MAYBE}(.*)$`,
  'i',
);
const MORE = /, (?:(\d+) (failed|skipped|retried|retries)|lag (\d+(?:\.\d+)?|-?nan|-) ms)/gi;

/** The expected form of a progress line. `nan` is not damage. */
export const PROGRESS_LINES: readonly RegExp[] = [LINE];

export type ProgressField =
  | 'tps'
  | 'latencyMs'
  | 'stddevMs'
  | 'lagMs'
  | 'failed'
  | 'skipped'
  | 'retried'
  | 'retries';

/** One interval. Null is a missing value. */
export interface Progress {
  /** Seconds since the start; since 1970 with --progress-timestamp. */
  second: number;
  values: Partial<Record<ProgressField, number | null>>;
}

/** @param text a line without what it was quoted with */
export function isProgressLine(text: string): boolean {
  return text.startsWith('progress: ');
}

/** Null for a damaged line and for any other line. */
export function readProgressLine(text: string): Progress | null {
  const [found, second, tps, latency, stddev, more = ''] = LINE.exec(text) ?? [];
  if (found === undefined) return null;
  const rate = toNumber(tps);
  // An interval without a transaction prints 0.000 for its latency.
  const isStall = rate === 0;
  const values: Progress['values'] = {
    tps: rate,
    latencyMs: isStall ? null : toNumber(latency),
    stddevMs: isStall ? null : toNumber(stddev),
  };
  for (const [, count, name = '', lag] of more.matchAll(MORE)) {
    if (lag !== undefined) values.lagMs = isStall ? null : toNumber(lag);
    else if (isCount(name)) values[name] = toNumber(count);
  }
  const at = toNumber(second);
  return at === null ? null : { second: at, values };
}

function isCount(name: string): name is 'failed' | 'skipped' | 'retried' | 'retries' {
  return ['failed', 'skipped', 'retried', 'retries'].includes(name);
}

function toNumber(text: string | undefined): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}

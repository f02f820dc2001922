import { spawn } from 'node:child_process';
import { type Database, openDatabase } from '@basecase/db/database';

/** The value at a quantile of unsorted samples, nearest rank. `quantile` between 0 and 1; samples must not be empty. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))];
  if (value === undefined) throw new Error('quantile of no samples');
  return value;
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** Milliseconds that an action took. */
export async function timeMs(action: () => unknown): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

/** What each call gives, one after the other. */
export async function repeat<T>(times: number, call: (index: number) => Promise<T>): Promise<T[]> {
  const given: T[] = [];
  for (let index = 0; index < times; index += 1) given.push(await call(index));
  return given;
}

/** Milliseconds that an action took, each time. @param warmUp calls before the first that counts */
export async function timesOf(times: number, action: () => unknown, warmUp = 0): Promise<number[]> {
  const all = await repeat(warmUp + times, () => timeMs(action));
  return all.slice(warmUp);
}

/** Does something with a database, and closes it. */
export async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Runs a shell pipeline and waits for it. Throws with its exit code when it fails. */
export async function shell(command: string): Promise<void> {
  const child = spawn('bash', ['-o', 'pipefail', '-c', command], { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`exit ${code}: ${command}`);
}

/** One line of the table: what was measured, what was aimed at, what was reached. */
export interface BenchRow {
  what: string;
  aim: string;
  reached: string;
  met: boolean;
}

/** `unit(' ms')(1)` shows 12.34 as `12.3 ms`. */
const unit = (name: string) => (digits: number) => (value: number) => `${value.toFixed(digits)}${name}`;
export const milliseconds = unit(' ms');
export const seconds = (digits: number) => (ms: number) => `${(ms / 1000).toFixed(digits)} s`;
export const megabytes = unit(' MB');
export const times = unit('×');

/**
 * A row of a figure that may be at most `limit`.
 *
 * @param show also of the limit, which is shown without zeros at its end
 * @param more about the figure
 */
export function atMost(
  what: string,
  value: number,
  { limit, show, more = '' }: { limit: number; show: (value: number) => string; more?: string },
): BenchRow {
  const aim = `≤ ${show(limit).replace(/\.0+(?!\d)/, '')}`;
  return { what, aim, reached: show(value) + more, met: value <= limit };
}

/** A row of reading so much, against `gzip -dc | wc -l` of the same. */
export function speedRow(
  what: string,
  samples: readonly number[],
  read: { base: number; size: number },
): BenchRow {
  const ms = median(samples);
  const more = ` (${ms.toFixed(0)} ms, ${((read.size / ms) * 1000).toFixed(0)} MB/s)`;
  const peer = `against \`gzip -dc \\| wc -l\` (${read.base.toFixed(0)} ms)`;
  return atMost(`${what}, ${peer}`, ms / read.base, { limit: 3, show: times(2), more });
}

/** A row of the slowest of several reads, by what takes longest once in twenty times. */
export async function slowestRow(
  what: string,
  reads: Readonly<Record<string, () => Promise<unknown>>>,
  { calls, warmUp, limit }: { calls: number; warmUp: number; limit: number },
): Promise<BenchRow> {
  const found: { name: string; p95: number }[] = [];
  for (const [name, read] of Object.entries(reads)) {
    found.push({ name, p95: quantile(await timesOf(calls, read, warmUp), 0.95) });
  }
  found.sort((a, b) => b.p95 - a.p95);
  const [slowest] = found;
  const within = found.filter(({ p95 }) => p95 <= limit).length;
  return {
    what,
    aim: `≤ ${limit} ms`,
    reached: `${median(found.map(({ p95 }) => p95)).toFixed(0)} ms in the median, ${slowest?.p95.toFixed(0)} ms at most (${slowest?.name}); ${within} of ${found.length} within`,
    met: within === found.length,
  };
}

import { spawn } from 'node:child_process';

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

import type { OutputKind, PlanTest } from '../plan/plan';

/** sysbench counts queries; pgbench transactions, without the time that connections took. */
const PATTERNS: Readonly<Record<'sysbench' | 'pgbench', RegExp>> = {
  sysbench: /^\s*queries:\s+\d+\s+\((\d+(?:\.\d+)?) per sec\.\)/gm,
  pgbench:
    /^tps = (\d+(?:\.\d+)?) \((?:without initial connection time|excluding connections establishing)\)/gm,
};

/**
 * The throughput of one execution, as the tool printed it.
 *
 * @returns operations per second; null when it printed none, or no number above 0
 */
export function parseThroughput(output: string, test: PlanTest): number | null {
  const kind: OutputKind = test.tool === 'command' ? test.parse : test.tool;
  const pattern = typeof kind === 'string' ? PATTERNS[kind] : new RegExp(kind.pattern, 'gm');
  const value = Number([...output.matchAll(pattern)].at(-1)?.[1] ?? Number.NaN);
  return Number.isFinite(value) && value > 0 ? value : null;
}

import path from 'node:path';
import { baseName } from '../../../layout/base-name';
import { type FileName, parseFileName } from '../../../layout/file-name';
import { scanKrowsPerClient, scanKrowsTotal } from '../../../model/formulas';
import type { LocatedLog } from '../../family';
import { isWarmupTest } from '../../sysbench/about';
import type { SysbenchLog } from '../../sysbench/log/sysbench-log';

/** What the logs below a table's directory say of what the table leaves out. */
export interface Beside {
  /** Client counts of the measured tests, rising. */
  clients: number[];
  /** Throughputs of a scan by both rules, rounded as tables are, by run directory and name of the scan. */
  scans: Map<string, { perClient: number; total: number }>;
}

/** @param clients counts that are known from elsewhere, of tables in the same directory */
export function lookBeside(
  logs: readonly LocatedLog[],
  directory: string,
  clients: Iterable<number>,
): Beside {
  const found = new Set(clients);
  const scans: Beside['scans'] = new Map();
  for (const { path: filePath, log } of logs) {
    if (directory !== '.' && !filePath.startsWith(`${directory}/`)) continue;
    const name = parseFileName(baseName(filePath));
    if (!name || name.prepare || name.clients === null) continue;
    if (!isWarmupTest(name.test)) found.add(name.clients);
    const scan = isSysbench(log) && name.test.startsWith('scan') ? scanByBothRules(log) : null;
    if (scan) scans.set(scanKey(path.posix.basename(path.posix.dirname(filePath)), name), scan);
  }
  return { clients: [...found].toSorted((a, b) => a - b), scans };
}

export function scanKey(label: string, { test, range }: Pick<FileName, 'test' | 'range'>): string {
  return JSON.stringify([label, test, range]);
}

function isSysbench(log: LocatedLog['log']): log is SysbenchLog {
  return log.type === 'sysbench';
}

function scanByBothRules({ tableSize, summary }: SysbenchLog): { perClient: number; total: number } | null {
  const latency = summary?.latencyAvgMs?.value ?? 0;
  const queries = summary?.queriesPerS?.value ?? 0;
  if (tableSize === null || latency <= 0 || queries <= 0) return null;
  return {
    perClient: scanKrowsPerClient(tableSize, latency),
    total: Math.round(scanKrowsTotal(tableSize, queries)),
  };
}

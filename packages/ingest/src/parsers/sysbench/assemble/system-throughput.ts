import type { Measurements } from '../../../assemble/measurements';
import type { LocatedLog } from '../../family';
import type { Located, SysbenchLog, SysbenchSummary } from '../log/sysbench-log';

interface Throughput {
  value: number;
  lines: readonly Located[];
  formula: 'file_operations' | 'events_per_s' | null;
}

/**
 * Adds the throughput of a test without a database: operations/s of memory, reads + writes + fsyncs/s of files, else
 * events/s, which 1.0 does not print for threads and mutex, and 0.4 and 0.5 for no test.
 *
 * @returns null for files of 0.4 and 0.5, whose requests/s leave out fsync, and where a number is missing
 */
export function addSystemThroughput(
  { path: file, log }: LocatedLog<SysbenchLog>,
  { unit, measurements }: { unit: string; measurements: Measurements },
): number | null {
  const found = log.summary && findThroughput(log.summary);
  if (!found) return null;
  const numbers = found.lines.map(({ line }) => line);
  const at = { file, line: Math.min(...numbers), lineEnd: Math.max(...numbers), unit };
  if (found.formula === null) measurements.reported('throughput', found.value, at);
  else measurements.computed('throughput', found.value, { ...at, formula: found.formula });
  return found.value;
}

function findThroughput(summary: SysbenchSummary): Throughput | null {
  const { operationsPerS, eventsPerS, readsPerS, writesPerS, fsyncsPerS, events, elapsedS } = summary;
  if (operationsPerS) return { value: operationsPerS.value, lines: [operationsPerS], formula: null };
  if (readsPerS || writesPerS || fsyncsPerS) {
    if (!readsPerS || !writesPerS || !fsyncsPerS) return null;
    const lines = [readsPerS, writesPerS, fsyncsPerS];
    return { value: sumOfHundredths(lines), lines, formula: 'file_operations' };
  }
  if (summary.rwRequestsPerS || summary.mibPerS) return null;
  if (eventsPerS) return { value: eventsPerS.value, lines: [eventsPerS], formula: null };
  if (!events || !elapsedS || elapsedS.value <= 0) return null;
  return { value: events.value / elapsedS.value, lines: [events, elapsedS], formula: 'events_per_s' };
}

/** The log prints two decimals: 21591.31 + 14394.21 + 1439.62 is 37425.14, not 37425.140000000004. */
function sumOfHundredths(values: readonly Located[]): number {
  return values.reduce((sum, { value }) => sum + Math.round(value * 100), 0) / 100;
}

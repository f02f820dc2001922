import type { Measurements, ReadAt } from '../../../assemble/measurements';
import { scanKrowsPerClient, scanKrowsTotal } from '../../../model/formulas';
import type { AssembleContext, LocatedLog } from '../../family';
import type { NumberAt } from '../../number-line';
import { SCAN_UNIT, TRANSACTIONS } from '../about';
import type { QpsRow, SysbenchLog, SysbenchSummary } from '../log/sysbench-log';
import type { TestFiles } from './test-files';

/** Unit of scans before 2025-04-19: all clients together. */
const OLD_SCAN_UNIT = 'Krows/s';
const ROWS_UNIT = 'rows/s';
/** Summaries print rounded values. */
const ROUNDING = 0.5;

interface Reported extends ReadAt {
  value: number;
}

/**
 * Adds the throughput of a test: queries/s as the log prints it, Krows/s per client for scans, rows/s for the load.
 *
 * @returns the throughput that per-operation values are divided by, null when there is none
 */
export function addThroughput(
  files: TestFiles,
  {
    unit,
    qps,
    measurements,
    assembly,
  }: {
    unit: string;
    qps: LocatedLog<QpsRow> | undefined;
    measurements: Measurements;
    assembly: AssembleContext;
  },
): number | null {
  const summarized = findSummarized(files, qps);
  if (files.prepare) return addPrepareThroughput(files.prepare, summarized, measurements);
  if (files.sysbench && !files.sysbench.log.summary) return null;
  if (!files.sysbench) {
    // Without the log the summary is all there is.
    if (summarized) measurements.reported('throughput', summarized.value, { ...summarized, unit });
    return summarized?.value ?? null;
  }
  const { path: file, log } = files.sysbench;
  if (!log.summary?.isSql) return addSystemThroughput(files.sysbench, { unit, measurements });
  if (unit === TRANSACTIONS) return addTransactions(files.sysbench, log.summary, measurements);
  const { queriesPerS } = log.summary;
  if (!queriesPerS) return null;
  if (unit === SCAN_UNIT)
    return addScanThroughput(files, log.summary, { summarized, measurements, assembly });
  measurements.reported('throughput', queriesPerS.value, { file, line: queriesPerS.line, unit });
  if (summarized && Math.abs(summarized.value - queriesPerS.value) > ROUNDING) {
    noteDisagreement(
      summarized,
      `${queriesPerS.value} queries/s (${file}, line ${queriesPerS.line})`,
      assembly,
    );
  }
  return queriesPerS.value;
}

/** TPC-C counts transactions of all five types; new orders alone, which tpmC counts, are not printed. */
function addTransactions(
  { path: file }: LocatedLog,
  { transactionsPerS, queriesPerS }: SysbenchSummary,
  measurements: Measurements,
): number | null {
  if (queriesPerS) measurements.reported('query_rate', queriesPerS.value, { file, line: queriesPerS.line });
  if (!transactionsPerS) return null;
  const { value, line } = transactionsPerS;
  measurements.reported('throughput', value, { file, line, unit: TRANSACTIONS });
  return value;
}

/** What run scripts reported: sb.met, else sb.r.qps when it holds one value and so cannot be of other clients. */
function findSummarized(files: TestFiles, qps: LocatedLog<QpsRow> | undefined): Reported | null {
  const met = files.met?.log.values.find(({ metric }) => metric === 'throughput');
  if (files.met && met) return { value: met.value, file: files.met.path, line: met.line };
  const [only, ...others] = qps?.log.values ?? [];
  if (!qps || only === undefined || others.length > 0) return null;
  return { value: only, file: qps.path, line: qps.log.line };
}

function addPrepareThroughput(
  prepare: NonNullable<TestFiles['prepare']>,
  summarized: Reported | null,
  measurements: Measurements,
): number | null {
  const value = prepare.log.insertsPerS ?? summarized?.value ?? null;
  const at =
    prepare.log.insertsPerS === null && summarized
      ? summarized
      : { file: prepare.path, line: prepare.log.line };
  measurements.reported('throughput', value, { file: at.file, line: at.line, unit: ROWS_UNIT });
  return value;
}

/** Scans count rows, not queries. The rule changed on 2025-04-19, and file names do not tell which one was used. */
function addScanThroughput(
  files: TestFiles,
  summary: SysbenchSummary,
  {
    summarized,
    measurements,
    assembly,
  }: { summarized: Reported | null; measurements: Measurements; assembly: AssembleContext },
): number | null {
  const sysbench = files.sysbench;
  const tableSize = sysbench?.log.tableSize ?? null;
  const { latencyAvgMs, queriesPerS } = summary;
  if (!sysbench || tableSize === null || !latencyAvgMs || latencyAvgMs.value <= 0 || !queriesPerS) {
    assembly.note(
      'METRIC_MISSING',
      sysbench?.path ?? null,
      'Krows/s of a scan needs --table-size on the command line and the average latency',
    );
    if (summarized) measurements.reported('throughput', summarized.value, { ...summarized, unit: SCAN_UNIT });
    return summarized?.value ?? null;
  }
  const perClient = scanKrowsPerClient(tableSize, latencyAvgMs.value);
  measurements.computed('throughput', perClient, {
    formula: 'scan_krows_per_client',
    unit: SCAN_UNIT,
    file: sysbench.path,
    line: latencyAvgMs.line,
  });
  if (!summarized) return perClient;
  const total = scanKrowsTotal(tableSize, queriesPerS.value);
  const isNewRule = Math.abs(summarized.value - perClient) <= ROUNDING;
  const isOldRule = !isNewRule && Math.abs(summarized.value - total) <= ROUNDING;
  measurements.reported('throughput', summarized.value, {
    ...summarized,
    unit: isOldRule ? OLD_SCAN_UNIT : SCAN_UNIT,
  });
  if (isOldRule) {
    assembly.note(
      'OLD_SCAN_RULE',
      summarized.file,
      `${summarized.value} is Krows/s of all clients, the rule before 2025-04-19; ${perClient} per client is compared`,
      summarized.line,
    );
  } else if (!isNewRule) {
    noteDisagreement(summarized, `${perClient} Krows/s per client (old rule: ${total})`, assembly);
  }
  return perClient;
}

function noteDisagreement(summarized: Reported, fromLog: string, assembly: AssembleContext): void {
  assembly.note(
    'VALUES_DISAGREE',
    summarized.file,
    `o/s is ${summarized.value}, but the log has ${fromLog}; the log counts`,
    summarized.line,
  );
}

interface Throughput {
  value: number;
  lines: readonly NumberAt[];
  formula: 'file_operations' | 'events_per_s' | null;
}

/**
 * Adds the throughput of a test without a database: operations/s of memory, reads + writes + fsyncs/s of files, else
 * events/s, which 1.0 does not print for threads and mutex, and 0.4 and 0.5 for no test.
 *
 * @returns null for files of 0.4 and 0.5, whose requests/s leave out fsync, and where a number is missing
 */
function addSystemThroughput(
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
function sumOfHundredths(values: readonly NumberAt[]): number {
  return values.reduce((sum, { value }) => sum + Math.round(value * 100), 0) / 100;
}

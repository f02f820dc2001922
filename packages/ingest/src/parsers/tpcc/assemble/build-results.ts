import { addHost } from '../../../assemble/beside';
import { Measurements, newResult } from '../../../assemble/measurements';
import type { Hardware, RunDraft } from '../../../assemble/parts-of-drafts';
import { perSecond } from '../../../model/formulas';
import type { NormalizedResult, ResultStatus } from '../../../model/run';
import { ALL_TEST, NEW_ORDER_TEST, tpccModel, unitOf } from '../about';
import { doneOf, type TpccRun, type TpccTransaction, transactionOf } from '../tpcc-log';

export type TpccDraft = RunDraft<TpccRun>;

/** Above this share of failures, the rest does not measure the type. */
const FAILED_PART = 0.5;

/**
 * The result of each type of transaction. Where only all of them together are printed that is the only one; a run
 * without any is a failed one of new orders.
 */
export function buildResults(draft: TpccDraft, hardware: Hardware): NormalizedResult[] {
  const { run } = draft;
  const isAll = run.tpmC === null && run.transactions.some(({ test }) => test === ALL_TEST);
  if (!isAll) transactionOf(run, NEW_ORDER_TEST);
  const main = isAll ? ALL_TEST : NEW_ORDER_TEST;
  return run.transactions.map((transaction) => {
    const isMain = transaction.test === main;
    return buildResult({ ...draft, transaction }, isMain ? hardware : null);
  });
}

/** @param hardware null for all but the main type: vmstat covers all types */
function buildResult(
  { file, run, host, transaction }: TpccDraft & { transaction: TpccTransaction },
  hardware: Hardware | null,
): NormalizedResult {
  const { test } = transaction;
  const measurements = new Measurements();
  const source: Source = { file, run, transaction };
  const throughput = addRate(measurements, source);
  addCounts(measurements, source);
  if (hardware) measurements.from(file)('elapsed', run.elapsedS);
  const status = statusOf(run, transaction, throughput);
  const q = status === 'ok' && throughput !== null ? perSecond(tpccModel, throughput) : null;
  const { clients, command, tool } = run;
  const device = hardware ? addHost(measurements, host, { ...hardware, q }) : null;
  return newResult({ test, status, unit: unitOf(test), clients, command, tool, device, measurements });
}

/** Queries of CH-benCHmark have latencies and no rate. */
function statusOf(run: TpccRun, transaction: TpccTransaction, throughput: number | null): ResultStatus {
  const failed = transaction.failed?.value ?? 0;
  if (!run.isComplete || failed > (failed + (doneOf(transaction) ?? 0)) * FAILED_PART) return 'failed';
  const isMeasured = throughput !== null || transaction.latencies.size > 0 || transaction.count !== null;
  return isMeasured ? 'ok' : 'failed';
}

/** Where the numbers of one type were read. */
interface Source {
  file: string;
  run: TpccRun;
  transaction: TpccTransaction;
}

/**
 * Adds the rate of a type, per minute: as printed, tpmC of new orders first; else transactions/s × 60, else transactions ×
 * 60 / seconds of the run.
 *
 * @returns null where the run is incomplete or its completeness is unknown
 */
function addRate(measurements: Measurements, { file, run, transaction }: Source): number | null {
  const { rate, ratePerS, test } = transaction;
  const unit = unitOf(test);
  measurements.from(file)('transactions_per_s', ratePerS);
  if (!run.isComplete) return null;
  const printed = test === NEW_ORDER_TEST ? (run.tpmC ?? rate) : rate;
  if (printed) {
    measurements.from(file)('throughput', printed, unit);
    return printed.value;
  }
  if (ratePerS) {
    const value = ratePerS.value * 60;
    measurements.computed('throughput', value, { file, line: ratePerS.line, unit, formula: 'per_minute' });
    return value;
  }
  // New orders without their rate: the summary was cut.
  const done = doneOf(transaction);
  const counted = transaction.count ?? transaction.inTime;
  if (test === NEW_ORDER_TEST || done === null || !counted || !run.elapsedS || run.elapsedS.value <= 0)
    return null;
  const value = (done * 60) / run.elapsedS.value;
  const at = { file, line: counted.line, lineEnd: run.elapsedS.line, unit };
  measurements.computed('throughput', value, { ...at, formula: 'transactions_per_minute' });
  return value;
}

/** Adds counts and latencies of a type. */
function addCounts(measurements: Measurements, { file, transaction }: Source): void {
  const { count, inTime, late, committed, failed, retries, latencies, latencySumS } = transaction;
  const add = measurements.from(file);
  add('transactions', count);
  if (committed) add('operations', committed);
  if (!count && inTime && late) {
    const at = { file, line: inTime.line, lineEnd: late.line, formula: 'in_time_and_late' } as const;
    measurements.computed('transactions', inTime.value + late.value, at);
  }
  add('late_transactions', late);
  add('errors', failed);
  add('retries', retries);
  for (const [metric, at] of latencies) add(metric, at);
  if (latencies.has('latency_avg') || !latencySumS || !count || count.value <= 0) return;
  const at = { file, line: latencySumS.line, lineEnd: count.line, formula: 'latency_sum_by_count' } as const;
  measurements.computed('latency_avg', latencySumS.value / count.value, at);
}

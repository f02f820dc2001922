import { addHost } from '../../../assemble/beside';
import { Measurements } from '../../../assemble/measurements';
import type { Hardware, RunDraft } from '../../../assemble/parts-of-drafts';
import { perSecond } from '../../../model/formulas';
import type { NormalizedResult, ResultStatus } from '../../../model/run';
import { ALL_TEST, NEW_ORDER_TEST, tpccModel, unitOf } from '../about';
import { doneOf, type TpccRun, type TpccTransaction, transactionOf } from '../tpcc-log';
import { addCounts, addRate, type Source } from './add-numbers';

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
  const { elapsedS } = run;
  if (hardware && elapsedS) measurements.reported('elapsed', elapsedS.value, { file, line: elapsedS.line });
  const status = statusOf(run, transaction, throughput);
  const q = status === 'ok' && throughput !== null ? perSecond(tpccModel, throughput) : null;
  return {
    test,
    range: null,
    repeat: 1,
    status,
    unit: unitOf(test),
    clients: run.clients,
    command: run.command,
    tool: run.tool,
    device: hardware ? addHost(measurements, host, { ...hardware, q }) : null,
    measurements: measurements.list,
  };
}

/** Queries of CH-benCHmark have latencies and no rate. */
function statusOf(run: TpccRun, transaction: TpccTransaction, throughput: number | null): ResultStatus {
  const failed = transaction.failed?.value ?? 0;
  if (!run.isComplete || failed > (failed + (doneOf(transaction) ?? 0)) * FAILED_PART) return 'failed';
  const isMeasured = throughput !== null || transaction.latencies.size > 0 || transaction.count !== null;
  return isMeasured ? 'ok' : 'failed';
}

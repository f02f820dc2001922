import { addHost } from '../../../assemble/beside';
import { Measurements } from '../../../assemble/measurements';
import type { Hardware, RunDraft } from '../../../assemble/parts-of-drafts';
import type { NormalizedResult, ResultStatus } from '../../../model/run';
import { OVERALL_TEST } from '../about';
import { countedOperations, failuresOf, isMostlyFailed, isRunFailed } from '../failures';
import { testOf } from '../names';
import type { Operation, YcsbRun } from '../ycsb-log';

export type YcsbDraft = RunDraft<YcsbRun>;

const UNIT = 'operations/s';

/** The result of all operations together, and one for each kind of operation. */
export function buildResults(draft: YcsbDraft, hardware: Hardware): NormalizedResult[] {
  const kinds = draft.run.operations.filter(({ name }) => testOf(name) !== OVERALL_TEST);
  return [buildOverall(draft, hardware), ...kinds.map((operation) => buildKind(draft, operation))];
}

function buildOverall(draft: YcsbDraft, { device, cores }: Hardware): NormalizedResult {
  const { file, run } = draft;
  const measurements = new Measurements();
  const throughput = addThroughput(measurements, draft);
  const { runTimeS } = run;
  if (runTimeS) measurements.reported('elapsed', runTimeS.value, { file, line: runTimeS.line });
  const total = run.operations.find(({ name }) => testOf(name) === OVERALL_TEST);
  if (total) addOperation(measurements, file, total);
  addErrors(measurements, draft);
  const status: ResultStatus = throughput === null || isRunFailed(run.operations) ? 'failed' : 'ok';
  const q = status === 'ok' ? throughput : null;
  const used = addHost(measurements, draft.host, { device, cores, q });
  return { ...baseOf(draft, OVERALL_TEST, status), device: used, measurements: measurements.list };
}

/** As printed; of go-ycsb without a row `TOTAL` the operations that succeeded / time of the run. */
function addThroughput(measurements: Measurements, { file, run }: YcsbDraft): number | null {
  if (run.throughput) {
    const { value, line } = run.throughput;
    measurements.reported('throughput', value, { file, line, unit: UNIT });
    return value;
  }
  const { tool, runTimeS } = run;
  if (tool !== 'go-ycsb' || !runTimeS || runTimeS.value <= 0) return null;
  const counts = countedOperations(run.operations).flatMap(({ count }) => count ?? []);
  if (counts.length === 0) return null;
  const value = counts.reduce((sum, count) => sum + count.value, 0) / runTimeS.value;
  const lines = [runTimeS.line, ...counts.map(({ line }) => line)];
  const at = { file, line: Math.min(...lines), lineEnd: Math.max(...lines), unit: UNIT };
  measurements.computed('throughput', value, { ...at, formula: 'operations_by_run_time' });
  return value;
}

function addErrors(measurements: Measurements, { file, run }: YcsbDraft): void {
  const failures = countedOperations(run.operations).flatMap((operation) => failuresOf(operation) ?? []);
  if (failures.length === 0) return;
  const value = failures.reduce((sum, { failed }) => sum + failed, 0);
  const line = Math.min(...failures.map((each) => each.line));
  const lineEnd = Math.max(...failures.map((each) => each.lineEnd));
  measurements.computed('errors', value, { file, line, lineEnd, formula: 'failed_operations' });
}

function buildKind(draft: YcsbDraft, operation: Operation): NormalizedResult {
  const { file } = draft;
  const measurements = new Measurements();
  addOperation(measurements, file, operation);
  const failures = failuresOf(operation);
  if (failures) {
    const { failed: value, line, lineEnd } = failures;
    if (line === lineEnd) measurements.reported('errors', value, { file, line });
    else measurements.computed('errors', value, { file, line, lineEnd, formula: 'failed_operations' });
  }
  const status = isMostlyFailed(operation) ? 'failed' : 'ok';
  return { ...baseOf(draft, testOf(operation.name), status), measurements: measurements.list };
}

function addOperation(measurements: Measurements, file: string, operation: Operation): void {
  const { throughput, count, latencies } = operation;
  if (throughput) {
    measurements.reported('throughput', throughput.value, { file, line: throughput.line, unit: UNIT });
  }
  if (count) measurements.reported('operations', count.value, { file, line: count.line });
  for (const [metric, { value, line }] of latencies) measurements.reported(metric, value, { file, line });
}

function baseOf(
  { run }: YcsbDraft,
  test: string,
  status: ResultStatus,
): Omit<NormalizedResult, 'measurements'> {
  return {
    test,
    range: null,
    repeat: 1,
    status,
    unit: UNIT,
    clients: run.settings.threads,
    command: run.settings.command,
    tool: run.version === null ? run.tool : `${run.tool} ${run.version}`,
    device: null,
  };
}

import { addHost } from '../../../assemble/beside';
import { Measurements } from '../../../assemble/measurements';
import type { Hardware } from '../../../assemble/parts-of-drafts';
import { perSecond } from '../../../model/formulas';
import type { MetricId } from '../../../model/metric';
import type { NormalizedResult, ResultStatus } from '../../../model/run';
import { tprocCModel } from '../about';
import type { ProcedureField } from '../hammerdb-log';
import { testName } from '../names';
import { toSeconds } from '../time-profile';
import type { Draft } from './drafts';
import type { LogGroup } from './log-group';

/** Latencies of a result are those of the new order transaction, which NOPM counts; the others are facts of the file. */
const LATENCIES: readonly [MetricId, ProcedureField][] = [
  ['latency_min', 'min_ms'],
  ['latency_avg', 'avg_ms'],
  ['latency_max', 'max_ms'],
  ['latency_p50', 'p50_ms'],
  ['latency_p95', 'p95_ms'],
  ['latency_p99', 'p99_ms'],
];

/** @param group with vmstat and iostat only where they belong to this one test */
export function buildResult(draft: Draft, group: LogGroup, { device, cores }: Hardware): NormalizedResult {
  const measurements = new Measurements();
  const { file, test } = draft;
  const { result } = test;
  if (result) {
    const at = { file, line: result.line };
    measurements.reported('throughput', result.nopm, { ...at, unit: 'NOPM' });
    measurements.reported('tpm', result.tpm, at);
  }
  addLatencies(measurements, draft);
  if (test.duration && result) {
    measurements.reported('elapsed', test.duration.value * 60, { file, line: test.duration.line });
  }
  const counts = [
    ['failed_clients', test.failedVus, 'count_failed_clients'],
    ['errors', test.procedureErrors, 'count_error_lines'],
  ] as const;
  for (const [metric, counted, formula] of counts) {
    if (counted) measurements.computed(metric, counted.value, { file, line: counted.line, formula });
  }
  const status = statusOf(draft);
  // What one new order cost.
  const q = status === 'ok' && result ? perSecond(tprocCModel, result.nopm) : null;
  return {
    test: testName(draft.load),
    range: null,
    repeat: 1,
    status,
    unit: 'NOPM',
    clients: draft.load.vus,
    command: null,
    tool: draft.tool,
    device: addHost(measurements, group, { device, q, cores }),
    measurements: measurements.list,
  };
}

/** A result that was printed though virtual users failed is kept: it shows what happened, and is not compared. */
function statusOf({ test }: Draft): ResultStatus {
  return test.result === null || test.failedVus !== null ? 'failed' : 'ok';
}

function addLatencies(measurements: Measurements, { profile }: Draft): void {
  if (!profile) return;
  for (const [metric, field] of LATENCIES) {
    const time = toSeconds(profile.profile.newOrder, field);
    if (time) measurements.reported(metric, time.value, { file: profile.file, line: time.line });
  }
}

import { addHost } from '../../../assemble/beside';
import { Measurements } from '../../../assemble/measurements';
import type { Hardware } from '../../../assemble/parts-of-drafts';
import type { MetricId } from '../../../model/metric';
import type { NormalizedResult, ResultStatus } from '../../../model/run';
import type { NumberAt } from '../../number-line';
import { warmupTest } from '../about';
import { scriptTests, testOfType } from '../names';
import { isIncomplete, type ScriptField, type SummaryField, throughputOf } from '../summary/pgbench-log';
import { addLogged } from './add-logged';
import type { Draft } from './drafts';
import { commandOf } from './workload';

/** The range that recorded logs have in their names where a test has none. */
const NO_RANGE = 100;
const UNIT = 'transactions/s';

/** What both the whole and a script print as they store it. */
const COUNTS: readonly (readonly [MetricId, ScriptField & SummaryField])[] = [
  ['transactions', 'processed'],
  ['errors', 'failed'],
  ['retried_transactions', 'retried'],
  ['retries', 'retries'],
  ['skipped_transactions', 'skipped'],
];
/** Printed in milliseconds. */
const TIMES: readonly (readonly [MetricId, SummaryField])[] = [
  ['latency_avg', 'latencyAvgMs'],
  ['latency_stddev', 'latencyStddevMs'],
  ['schedule_lag_avg', 'lagAvgMs'],
  ['schedule_lag_max', 'lagMaxMs'],
  ['initial_connection_time', 'initialConnectionMs'],
  ['connection_time', 'averageConnectionMs'],
];

/** The result of a summary, and one for each script of a mix that had a share in it. */
export function buildResults(draft: Draft, hardware: Hardware): NormalizedResult[] {
  return [buildWhole(draft, hardware), ...buildScripts(draft)];
}

function buildWhole(draft: Draft, { device, cores }: Hardware): NormalizedResult {
  const { file, summary, named, aborted, logged } = draft;
  const { values } = summary;
  const measurements = new Measurements();
  const tps = throughputOf(summary);
  const add = (metric: MetricId, at: NumberAt | undefined) =>
    measurements.reported(metric, at?.value, { file, line: at?.line ?? 0 });
  measurements.reported('throughput', tps?.value, { file, line: tps?.line ?? 0, unit: UNIT });
  add('throughput_with_connecting', values.tpsIncluding);
  for (const [metric, field] of COUNTS) add(metric, values[field]);
  add('late_transactions', values.late);
  for (const [metric, field] of TIMES) add(metric, toSeconds(values[field]));
  add('elapsed', values.durationS);
  if (aborted?.clients) {
    const at = { file: aborted.file, line: aborted.line, formula: 'count_aborted_clients' } as const;
    measurements.computed('failed_clients', aborted.clients, at);
  }
  if (logged) addLogged(measurements, logged, null);
  const status = statusOf(draft);
  const q = status === 'failed' ? null : (tps?.value ?? null);
  const used = addHost(measurements, draft.host, { device, cores, q });
  const test = named?.test ?? testOfType(summary.type);
  return { ...baseOf(draft, test, status), device: used, measurements: measurements.list };
}

/** Scripts of weight 0 never ran; their latencies and shares are of the mix, which is in the label of the workload. */
function buildScripts(draft: Draft): NormalizedResult[] {
  const { file, summary, logged } = draft;
  const tests = scriptTests(summary.scripts.map(({ name }) => name));
  const status = statusOf(draft);
  return summary.scripts.flatMap(({ values }, index) => {
    if (values.weight?.value === 0) return [];
    const measurements = new Measurements();
    const add = (metric: MetricId, at: NumberAt | undefined) =>
      measurements.reported(metric, at?.value, { file, line: at?.line ?? 0 });
    const { tps } = values;
    measurements.reported('throughput', tps?.value, { file, line: tps?.line ?? 0, unit: UNIT });
    for (const [metric, field] of COUNTS) add(metric, values[field]);
    add('latency_avg', toSeconds(values.latencyAvgMs));
    add('latency_stddev', toSeconds(values.latencyStddevMs));
    if (logged) addLogged(measurements, logged, index);
    const own = tps ? status : 'failed';
    return [{ ...baseOf(draft, tests[index] ?? '', own), measurements: measurements.list }];
  });
}

function baseOf(draft: Draft, test: string, status: ResultStatus): Omit<NormalizedResult, 'measurements'> {
  const { summary, named, isWarmup } = draft;
  const range = named?.range ?? NO_RANGE;
  return {
    test: isWarmup ? warmupTest(test) : test,
    range: range === NO_RANGE ? null : range,
    repeat: 1,
    status,
    unit: UNIT,
    clients: summary.values.clients?.value ?? named?.clients ?? null,
    command: commandOf(summary)?.text ?? null,
    tool: summary.version ? `pgbench ${summary.version.client}` : 'pgbench',
    device: null,
  };
}

/** Numbers of a run whose clients gave up are stored as evidence and not compared. */
function statusOf({ summary, aborted, isWarmup }: Draft): ResultStatus {
  if (aborted || isIncomplete(summary) || !throughputOf(summary)) return 'failed';
  return isWarmup ? 'warmup' : 'ok';
}

/** The point is moved in the text: 4.517 / 1000 is not 0.004517. */
function toSeconds(at: NumberAt | undefined): NumberAt | undefined {
  if (!at) return undefined;
  const moved = Number(`${at.value}e-3`);
  return { value: Number.isFinite(moved) ? moved : at.value / 1000, line: at.line };
}

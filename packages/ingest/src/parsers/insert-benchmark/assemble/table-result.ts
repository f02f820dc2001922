import { Measurements } from '../../../assemble/measurements';
import type { MetricId } from '../../../model/metric';
import type { NormalizedResult, ResultStatus } from '../../../model/run';
import { toFinite } from '../../../text/finite';
import type { AssembleContext } from '../../family';
import { STEP_UNITS, stepKind, targetPerClient } from '../names';
import type { TableColumn, TableRow } from '../tables/report-table-log';
import { GIB } from './add-report';
import { SLA_SHARE } from './build-result';

const KIB = 1024;

/** Columns that mean the same in every step. Per operation: of inserts in l.*, of queries in q*. */
const COLUMNS: readonly [column: TableColumn, metric: MetricId, factor: number][] = [
  ['rps', 'reads_per_s', 1],
  ['rmbps', 'read_kb_per_s', KIB],
  ['wps', 'writes_per_s', 1],
  ['wmbps', 'write_kb_per_s', KIB],
  ['rpq', 'reads_per_op', 1],
  ['rkbpq', 'read_kb_per_op', 1],
  ['wpi', 'writes_per_insert', 1],
  ['wkbpi', 'write_kb_per_insert', 1],
  ['csps', 'cs_per_s', 1],
  ['cpups', 'cpu_percent', 1],
  ['cspq', 'cs_per_op', 1],
  ['cpupq', 'cpu_us_per_op', 1],
  ['dbgb1', 'db_size', GIB],
  ['dbgb2', 'data_size', GIB],
  ['rss', 'rss', GIB],
  ['maxop', 'latency_max', 1],
  ['p50', 'rate_p50', 1],
  ['p99', 'rate_p99', 1],
];

/** One row as a result: every number as the table printed it, in base units. NA and inf are not numbers. */
export function tableResult(
  { file, row, step }: { file: string; row: TableRow; step: string },
  context: AssembleContext,
): NormalizedResult {
  const kind = stepKind(step) ?? 'insert';
  const measurements = new Measurements();
  const at = { file, line: row.line };
  const cell = (column: TableColumn) => toFinite(row.cells[column]);
  measurements.reported('throughput', cell(kind === 'query' ? 'qps' : 'ips'), {
    ...at,
    unit: STEP_UNITS[kind],
  });
  if (kind === 'query') measurements.reported('insert_rate', cell('ips'), at);
  for (const [column, metric, factor] of COLUMNS) {
    const value = cell(column);
    measurements.reported(metric, value === null ? null : value * factor, at);
  }
  if (kind !== 'query') measurements.reported('write_kb_per_op', cell('wkbpi'), at);
  return {
    test: step,
    range: null,
    repeat: 1,
    status: statusOf({ file, row, step }, context),
    unit: STEP_UNITS[kind],
    clients: null,
    command: null,
    tool: null,
    device: null,
    measurements: measurements.list,
  };
}

/** Tables do not say how many clients there were, so only what one client must sustain can be missed for sure. */
function statusOf(
  { file, row, step }: { file: string; row: TableRow; step: string },
  context: AssembleContext,
): ResultStatus {
  const target = targetPerClient(step);
  const achieved = toFinite(row.cells.ips);
  if (target === null || achieved === null || achieved >= target * SLA_SHARE) return 'ok';
  const message = `${row.tag} ${step}: ${achieved} inserts/s of ${target} that one client must sustain, below 95%`;
  context.note('SLA_FAILED', file, message, row.line);
  return 'sla_failed';
}

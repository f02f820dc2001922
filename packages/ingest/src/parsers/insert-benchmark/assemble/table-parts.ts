import path from 'node:path';
import { addToGroup, groupBy } from '../../../assemble/add-to-group';
import { Measurements, newResult } from '../../../assemble/measurements';
import { aloneOf } from '../../../assemble/table-alone';
import type { MetricId } from '../../../model/metric';
import { type NormalizedResult, type ResultStatus, UNKNOWN_WORKLOAD } from '../../../model/run';
import { toFinite } from '../../../text/finite';
import { type AssembleContext, type LocatedLog, logsOfType, newPart, type RunPart } from '../../family';
import { isStep, parseRunName, rowsOfPath, STEP_UNITS, stepKind, targetPerClient } from '../names';
import type { ReportTable, TableColumn, TableRow } from '../tables/report-table-log';
import { GIB, SLA_SHARE } from './build-result';

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
function tableResult(
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
  const status = statusOf({ file, row, step }, context);
  return newResult({ test: step, status, unit: STEP_UNITS[kind], clients: null, tool: null, measurements });
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

type TableFile = LocatedLog<ReportTable>;

/** A row and the step that it is of. */
interface StepRow {
  file: TableFile;
  row: TableRow;
  step: string;
}

/**
 * Tables of many versions: a run for each version of a directory. Several tables of an upload may repeat a number
 * (`o.sum.t.<version>`, `mrg.<step>`, `mrg.some`, and again in those of other selections of versions); it counts once.
 */
export function tableParts(logs: readonly LocatedLog[], context: AssembleContext): RunPart[] {
  const files = logsOfType<ReportTable>(logs, 'iibench-summary');
  for (const file of files) context.claim(file);
  const absolute = files.filter(({ log }) => !log.ratios);
  const rows = [...absolute].sort(byPrecision).flatMap((file) => stepRows(file, context));
  const parts = new Map<string, RunPart>();
  for (const { file, row, step } of withoutCopies(rows, context)) {
    const directory = path.posix.dirname(file.path);
    const key = JSON.stringify([directory, row.tag]);
    const part = parts.get(key) ?? versionPart(row.tag, directory);
    parts.set(key, part);
    part.results.push(tableResult({ file: file.path, row, step }, context));
  }
  const directories = groupBy(parts.values(), ({ directory }) => directory);
  return [...directories.values()].flatMap((columns) => inOneTable(columns, context));
}

/** Columns of one directory are compared with each other, so they stay together. */
function inOneTable(columns: readonly RunPart[], { rootLabel }: AssembleContext): RunPart[] {
  const results = columns.flatMap((part) => part.results);
  const first = results[0]?.measurements[0];
  if (!first) return [...columns];
  const reads = new Map<string, number[]>();
  for (const { test, measurements } of results) {
    if (stepKind(test) !== 'query') continue;
    for (const { metric, value } of measurements)
      if (metric === 'reads_per_op') addToGroup(reads, test, value);
  }
  const alone = aloneOf({ path: first.file, rootLabel, reads: [...reads.values()] });
  const table = { key: path.posix.dirname(first.file), alone };
  return columns.map((part) => ({ ...part, table }));
}

/** `o.sum.t.*` prints one decimal more than `mrg.*`, which `mrg.some` repeats. */
function byPrecision(a: TableFile, b: TableFile): number {
  const rank = ({ path: file }: TableFile) => {
    const name = path.posix.basename(file);
    if (name.startsWith('o.sum.')) return 0;
    return name.endsWith('.some') ? 2 : 1;
  };
  return rank(a) - rank(b);
}

/** Rows with their steps: as the table says, else its name, else the order that the steps ran in. */
function stepRows(file: TableFile, context: AssembleContext): StepRow[] {
  const { rows } = file.log;
  const name = path.posix.basename(file.path);
  const named = /^(?:mrg|o\.sum\.t)\.(.+)$/.exec(name)?.[1];
  const step = named !== undefined && isStep(named) ? named : null;
  if (step !== null || rows.every((row) => row.step !== null)) {
    return rows.flatMap((row) => {
      const own = row.step ?? step;
      return own === null ? [] : [{ file, row, step: own }];
    });
  }
  const sequence = sequenceOf(rows);
  if (!sequence) {
    const message =
      'its steps are unknown: neither its name, a line above its rows nor their number tells them; not read';
    context.note('NAME_UNPARSED', file.path, message);
    return [];
  }
  return rows.flatMap((row, index) => {
    const own = sequence[index];
    return own === undefined ? [] : [{ file, row, step: own }];
  });
}

/** A row is a copy when another table has the version and step with the same rates. Different rates are a repeat. */
function withoutCopies(rows: readonly StepRow[], context: AssembleContext): StepRow[] {
  const seen = new Map<string, StepRow[]>();
  const copies = new Map<string, { count: number; of: string }>();
  const kept = rows.filter((candidate) => {
    const { variant } = parseRunName(candidate.row.tag);
    const key = JSON.stringify([variant, candidate.step, candidate.row.cells.ips, candidate.row.cells.qps]);
    const known = seen.get(key) ?? [];
    const original = known.find(({ file }) => file !== candidate.file && isSameSize(file, candidate));
    seen.set(key, [...known, candidate]);
    if (!original) return true;
    const counted = copies.get(candidate.file.path) ?? { count: 0, of: original.file.path };
    counted.count += 1;
    copies.set(candidate.file.path, counted);
    return false;
  });
  for (const [file, { count, of }] of copies) {
    const message = `${count} rows are also in ${of} or another table; each counts once`;
    context.note('SUMMARY_SUPERSEDED', file, message);
  }
  return kept;
}

function isSameSize(file: TableFile, { file: other, row }: StepRow): boolean {
  const [a, b] = [rowsOf(file.log.rows[0]?.tag ?? '', file.path), rowsOf(row.tag, other.path)];
  return a === null || b === null || a === b;
}

function rowsOf(tag: string, file: string): number | null {
  return parseRunName(tag).rows ?? rowsOfPath(path.posix.dirname(file));
}

function versionPart(tag: string, directory: string): RunPart {
  const { variant, rows } = parseRunName(tag);
  const workload = { ...UNKNOWN_WORKLOAD, rowsPerTable: rows ?? rowsOfPath(directory) };
  return newPart({
    benchmark: 'insert-benchmark',
    label: tag,
    directory,
    variant,
    workload,
    isSummary: true,
  });
}

const LOAD = ['l.i0', 'l.x', 'l.i1'];
const QUERIES_2021 = [100, 200, 400, 600, 800, 1000].flatMap((rate) => [`q${rate}.1`, `q${rate}.2`]);
const QUERIES = ['qr100.L1', 'qp100.L2', 'qr500.L3', 'qp500.L4', 'qr1000.L5', 'qp1000.L6'];

/** Steps in the order they run: of 2021, and since 2023 with l.i2 and without it. */
const SEQUENCES: readonly (readonly string[])[] = [
  [...LOAD, ...QUERIES_2021],
  [...LOAD, 'l.i2', ...QUERIES],
  [...LOAD, ...QUERIES],
];

/**
 * Steps of a table that holds one version and does not name its steps (`o.sum.t.<tag>`): one row for each in the order
 * they ran. Null when the rows are not as many as any form has, or a load has queries.
 */
function sequenceOf(rows: readonly TableRow[]): readonly string[] | null {
  const sequence = SEQUENCES.find(({ length }) => length === rows.length);
  const [first] = rows;
  if (!sequence || !first || rows.some(({ tag }) => tag !== first.tag)) return null;
  const fits = rows.every((row, index) => {
    const isLoad = sequence[index]?.startsWith('l.') ?? false;
    return !isLoad || toFinite(row.cells.qps) === 0;
  });
  return fits ? sequence : null;
}

import path from 'node:path';
import { addToGroup } from '../../../assemble/add-to-group';
import { aloneOf } from '../../../assemble/table-alone';
import { UNKNOWN_WORKLOAD } from '../../../model/run';
import { type AssembleContext, type LocatedLog, logsOfType, type RunPart } from '../../family';
import { isStep, parseRunName, rowsOfPath, stepKind } from '../names';
import type { ReportTable, TableRow } from '../tables/report-table-log';
import { sequenceOf } from './step-sequence';
import { tableResult } from './table-result';

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
    const part = parts.get(key) ?? emptyPart(row.tag, directory);
    parts.set(key, part);
    part.results.push(tableResult({ file: file.path, row, step }, context));
  }
  const directories = new Map<string, RunPart[]>();
  for (const part of parts.values()) addToGroup(directories, part.directory, part);
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

function emptyPart(tag: string, directory: string): RunPart {
  const { variant, rows } = parseRunName(tag);
  return {
    benchmark: 'insert-benchmark',
    label: tag,
    directory,
    variant,
    workload: { ...UNKNOWN_WORKLOAD, rowsPerTable: rows ?? rowsOfPath(directory) },
    server: null,
    cores: null,
    isSummary: true,
    results: [],
  };
}

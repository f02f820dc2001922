import path from 'node:path';
import { byDirectory, groupBy } from '../../../assemble/add-to-group';
import { Measurements, newResult } from '../../../assemble/measurements';
import { aloneOf } from '../../../assemble/table-alone';
import { baseName } from '../../../identity/names/base-name';
import { type FileName, parseFileName } from '../../../identity/names/file-name';
import { parseRunDirectory } from '../../../identity/names/run-directory';
import { scanKrowsPerClient, scanKrowsTotal } from '../../../model/formulas';
import { naturalOrder } from '../../../model/natural-order';
import type { Measurement, NormalizedResult, Workload } from '../../../model/run';
import { testInfo } from '../../../model/test';
import { testLabel } from '../../../model/test-label';
import {
  type AssembleContext,
  type Assembler,
  type LocatedLog,
  logsOfType,
  newPart,
  type RunPart,
} from '../../family';
import { isWarmupTest } from '../../sysbench/about';
import type { SysbenchLog } from '../../sysbench/log/sysbench-log';
import type { TableCell, TableLog } from '../table-log';
import { KROWS, readsOf, runsOf } from './column-runs';
import { withJoinedCounters } from './joined-counters';
import { type CellSeries, type NamedTable, type ScanRule, TableGroup, throughputOf } from './table-group';

/**
 * Each column of the tables of one directory becomes a run for each client count. Tables that restate each other are
 * merged; what raw logs of the upload say better is left out later, as for every summary.
 */
export const mytoolsSummaryAssembler: Assembler = {
  hasOwnNames: 'all',
  assemble(logs, context) {
    const all = logsOfType<TableLog>(logs, 'mytools-summary');
    for (const table of all) context.claim(table);
    const absolute = new Set(all.flatMap(({ log }) => (log.cells.length > 0 ? (log.columns ?? []) : [])));
    const parts = [...byDirectory(all)].flatMap(([directory, tables]) => {
      noteUnnamed(tables, context);
      const groups = groupTables(tables, { directory, logs, context });
      return [
        ...groups.flatMap((group, index) => partsOf(group, { directory, index, context })),
        ...tables.flatMap((table) => ratioParts(table, { directory, absolute })),
      ];
    });
    return withJoinedCounters(parts, logs, context);
  },
};

interface GroupContext {
  directory: string;
  /** Place among the groups of the directory. Runs of others than the first need a label, or they would be its repeats. */
  index: number;
  context: AssembleContext;
}

function partsOf(group: TableGroup, { directory, index, context }: GroupContext): RunPart[] {
  const columns = groupBy(group.cells, ({ label, occurrence }) => JSON.stringify([label, occurrence]));
  const groupLabel = index === 0 ? null : path.posix.basename(group.first.path);
  const { tables, rowsPerTable } = readTablePath(group.first.path);
  const parts = [...columns.values()].flatMap((cells) => {
    const label = cells[0]?.label ?? '';
    const { variant, primaryKey } = parseRunDirectory(label);
    return runsOf(cells, group.scanRule).map(({ clients, step, drafts }): RunPart => {
      const words = [groupLabel, step].filter((word) => word !== null);
      const workload = { tables, rowsPerTable, clients, primaryKey, cached: null };
      return newPart({
        ...{ benchmark: 'sysbench', label, directory, variant, isSummary: true },
        workload: { ...workload, label: words.join(', ') || null },
        results: drafts.map(({ result }) => result),
      });
    });
  });
  const unlike = parts.flatMap(({ results }) => results).find(({ unit }) => unit === KROWS);
  if (group.scanRule === null) noteScans(unlike?.measurements[0], context);
  const alone = aloneOf({
    path: group.first.path,
    rootLabel: context.rootLabel,
    reads: readsOf(group.cells),
    isUnlikeOthers: unlike !== undefined,
  });
  return parts.map((part) => ({ ...part, table: { key: JSON.stringify([directory, index]), alone } }));
}

/**
 * The columns of a table that only has ratios, and its base with 1.00 for every test: a separate workload
 * (docs/decisions/0005-published-ratios.md).
 *
 * @param absolute columns whose absolute values are in the upload
 */
function ratioParts(
  { path: file, log: { ratios, columns } }: LocatedLog<TableLog>,
  { directory, absolute }: { directory: string; absolute: ReadonlySet<string> },
): RunPart[] {
  if (!ratios || columns === null || columns.every((label) => absolute.has(label))) return [];
  const { clients, tables, rowsPerTable } = readTablePath(file);
  const name = path.posix.basename(file).replace(/\.(?:tsv|csv|txt)$/, '');
  const ratiosTo = { table: ONLY_USERS.test(name) ? name.replace(USERS, '') : name, base: ratios.to };
  const tests = new Map(ratios.cells.map((cell) => [testLabel(cell.test, cell.range), cell]));
  const base = [...tests.values()].map((cell) => ({ ...cell, column: -1 }));
  const cells = columns.includes(ratios.to) ? ratios.cells : [...base, ...ratios.cells];
  return [...groupBy(cells, ({ column }) => column)].map(([column, own]): RunPart => {
    const label = columns[column] ?? ratios.to;
    const { variant, primaryKey } = parseRunDirectory(label);
    return newPart({
      ...{ benchmark: 'sysbench', label, directory, variant, isSummary: true },
      workload: { tables, rowsPerTable, clients, primaryKey, cached: null, label: null, ratiosTo },
      results: own.map((cell) => toRatio(cell, { file, clients })),
    });
  });
}

function toRatio(
  { column, test, range, values, line }: TableCell,
  { file, clients }: { file: string; clients: number | null },
): NormalizedResult {
  const { unit, warmup } = testInfo('sysbench', test, range);
  const measurements = new Measurements();
  const at = { file, line, unit };
  for (const { metric, value } of values) {
    if (column >= 0) measurements.reported(metric, value, at);
    else measurements.computed(metric, 1, { ...at, formula: 'base_of_ratios' });
  }
  const status = warmup ? 'warmup' : 'ok';
  return newResult({ test, range, status, unit, clients, tool: null, measurements });
}

/** Says once that scans of a table can be compared with those of the same table only. */
function noteScans(at: Measurement | undefined, context: AssembleContext): void {
  if (!at) return;
  const message =
    'scans are Krows/s of one client since 2025-04-19, of all clients before, and no log tells which: ' +
    'compare them within this table only';
  context.note('OLD_SCAN_RULE', at.file, message, at.line);
}

/**
 * A csv does not name its columns; the matching tsv holds the same numbers with names and is read instead. Without
 * one the owner of the numbers is unknown: a run called `col-1` would be joined with the `col-1` of every other csv.
 */
function noteUnnamed(tables: readonly LocatedLog<TableLog>[], context: AssembleContext): void {
  for (const table of tables) {
    if (table.log.columns !== null || table.log.cells.length === 0) continue;
    const named = tables.find(
      ({ path, log }) => log.columns !== null && path === table.path.replace(/\.csv$/, '.tsv'),
    );
    if (named) noteDifference(table, named, context);
    else {
      const message =
        'the columns have no names: kept, not read; the table as .tsv names them in `col-1 : ...` lines';
      context.note('NAME_UNPARSED', table.path, message);
    }
  }
}

function noteDifference(
  unnamed: LocatedLog<TableLog>,
  named: LocatedLog<TableLog>,
  context: AssembleContext,
): void {
  const keyOf = ({ column, test, range }: TableLog['cells'][number]) => JSON.stringify([column, test, range]);
  const known = new Map(named.log.cells.map((cell) => [keyOf(cell), throughputOf(cell)]));
  const other = unnamed.log.cells.find((cell) => known.get(keyOf(cell)) !== throughputOf(cell));
  if (!other) {
    context.note(
      'NO_RESULT',
      unnamed.path,
      `the numbers of ${named.path}, which names its columns, once more`,
    );
    return;
  }
  const { test, column, line } = other;
  const there = known.get(keyOf(other)) ?? 'nothing';
  const message = `${test} of column ${column + 1} is ${throughputOf(other)} here and ${there} in ${named.path}, which counts`;
  context.note('VALUES_DISAGREE', unnamed.path, message, line);
}

/** Blocks of costs name their clients, so they come before tables that do not. */
const SHAPES: readonly TableLog['shape'][] = ['met', 'sum', 'qps'];

/**
 * Groups the tables of one directory: those that say the same of what they share restate the same runs. One that
 * says otherwise is of other runs, with the same names.
 *
 * @param logs of the whole upload: raw logs tell client counts and the rule of scans
 */
function groupTables(
  tables: readonly LocatedLog<TableLog>[],
  { directory, logs, context }: { directory: string; logs: readonly LocatedLog[]; context: AssembleContext },
): TableGroup[] {
  const clients = tables.flatMap(({ log }) => log.cells.flatMap((cell) => cell.clients ?? []));
  const beside = lookBeside(logs, directory, clients);
  const named = tables
    .flatMap((table): NamedTable[] => {
      const { columns } = table.log;
      if (columns === null || table.log.cells.length === 0) return [];
      return [{ ...table, columns, scanRule: scanRuleOf(table.log, columns, beside) }];
    })
    .sort(
      (a, b) => SHAPES.indexOf(a.log.shape) - SHAPES.indexOf(b.log.shape) || naturalOrder(a.path, b.path),
    );
  const groups: TableGroup[] = [];
  for (const table of named) {
    const place = placerOf(table, beside);
    const group = groups.find((candidate) => candidate.conflict(table, place) === null);
    if (group) {
      group.add(table, place);
      continue;
    }
    const [first] = groups;
    const conflict = first?.conflict(table, place);
    if (first && conflict) {
      const label = testLabel(conflict.test, conflict.range);
      const message = `${label} of ${table.columns[conflict.column]} differs from ${first.first.path}: read as different runs`;
      context.note('VALUES_DISAGREE', table.path, message, conflict.line);
    }
    const added = new TableGroup(table);
    added.add(table, place);
    groups.push(added);
  }
  return groups;
}

function placerOf({ path, log }: NamedTable, beside: Beside): (cell: TableCell) => CellSeries {
  const place = readTablePath(path);
  return ({ clients, step, test }) => {
    if (step) {
      const known = step.count === beside.clients.length ? beside.clients[step.index - 1] : undefined;
      if (known !== undefined) return { clients: known, step: null };
      return { clients: null, step: `client count ${step.index} of ${step.count}` };
    }
    // Warm-ups have their own client count: point-query.warm runs one for each table.
    const isPlaced = log.shape === 'qps' && !isWarmupTest(test);
    return { clients: clients ?? (isPlaced ? place.clients : null), step: null };
  };
}

/** The rule that a table counts scans by, as far as raw logs in its directory show it; the form of 2020 is older than the new one. */
function scanRuleOf(log: TableLog, columns: readonly string[], { scans }: Beside): ScanRule | null {
  if (log.isOldForm) return 'total';
  for (const cell of log.cells) {
    const raw = scans.get(scanKey(columns[cell.column] ?? '', cell));
    const value = throughputOf(cell);
    if (!raw || raw.perClient === raw.total) continue;
    if (value === raw.perClient) return 'per client';
    if (value === raw.total) return 'total';
  }
  return null;
}

/** What the logs below a table's directory say of what the table leaves out. */
interface Beside {
  /** Client counts of the measured tests, rising. */
  clients: number[];
  /** Throughputs of a scan by both rules, rounded as tables are, by run directory and name of the scan. */
  scans: Map<string, { perClient: number; total: number }>;
}

/** @param clients counts that are known from elsewhere, of tables in the same directory */
function lookBeside(logs: readonly LocatedLog[], directory: string, clients: Iterable<number>): Beside {
  const found = new Set(clients);
  const scans: Beside['scans'] = new Map();
  for (const { path: filePath, log } of logs) {
    if (directory !== '.' && !filePath.startsWith(`${directory}/`)) continue;
    const name = parseFileName(baseName(filePath));
    if (!name || name.prepare || name.clients === null) continue;
    if (!isWarmupTest(name.test)) found.add(name.clients);
    const scan = isSysbench(log) && name.test.startsWith('scan') ? scanByBothRules(log) : null;
    if (scan) scans.set(scanKey(path.posix.basename(path.posix.dirname(filePath)), name), scan);
  }
  return { clients: [...found].toSorted((a, b) => a - b), scans };
}

function scanKey(label: string, { test, range }: Pick<FileName, 'test' | 'range'>): string {
  return JSON.stringify([label, test, range]);
}

function isSysbench(log: LocatedLog['log']): log is SysbenchLog {
  return log.type === 'sysbench';
}

function scanByBothRules({ tableSize, summary }: SysbenchLog): { perClient: number; total: number } | null {
  const latency = summary?.latencyAvgMs?.value ?? 0;
  const queries = summary?.queriesPerS?.value ?? 0;
  if (tableSize === null || latency <= 0 || queries <= 0) return null;
  return {
    perClient: scanKrowsPerClient(tableSize, latency),
    total: Math.round(scanKrowsTotal(tableSize, queries)),
  };
}

/** What the path of a table says of the workload of all its columns. */
type TablePathInfo = Pick<Workload, 'clients' | 'tables' | 'rowsPerTable'>;

/** A directory of one concurrency, `dop40`, also within a name: `res.dop8.180.180`, `qps.abs.dop40.tsv`. */
const DOP = /(?:^|\.)dop(\d{1,6})(?=\.|$)/;
/** Users, tables, and millions of rows in each: `40u.8t.10m`. */
const SIZES = /(?:^|\.)(\d{1,6})u\.(\d{1,6})t\.(\d{1,6})m(?=\.|$)/;
/** Users alone: `qps.rel.ma106.16u.tsv`, not the range of `o.met.pg180.1u.48u`. */
const ONLY_USERS = /^(?!.*\.\d+u(?=\.).*\.\d+u(?:\.|$)).*\.(\d{1,6})u(?=\.|$)/;
const USERS = /\.(\d{1,6})u(?=\.|$)/;
const MILLION = 1_000_000;

/** Reads the nearest part of the path that says something, from the file's own name upwards. */
function readTablePath(tablePath: string): TablePathInfo {
  const parts = tablePath.split(path.posix.sep).toReversed();
  const sizes = firstMatch(parts, SIZES);
  const clients =
    toCount(firstMatch(parts, DOP)?.[1]) ??
    toCount(sizes?.[1]) ??
    toCount(firstMatch(parts, ONLY_USERS)?.[1]);
  const millions = toCount(sizes?.[3]);
  return {
    clients,
    tables: toCount(sizes?.[2]),
    rowsPerTable: millions === null ? null : millions * MILLION,
  };
}

function firstMatch(parts: readonly string[], pattern: RegExp): RegExpExecArray | null {
  for (const part of parts) {
    const found = pattern.exec(part);
    if (found) return found;
  }
  return null;
}

function toCount(digits: string | undefined): number | null {
  const count = digits === undefined ? 0 : Number(digits);
  return count > 0 ? count : null;
}

import { naturalOrder } from '../../../model/natural-order';
import { testLabel } from '../../../model/test-label';
import type { AssembleContext, LocatedLog } from '../../family';
import { isWarmupTest } from '../../sysbench/about';
import type { TableCell, TableLog } from '../table-log';
import { type Beside, lookBeside, scanKey } from './beside';
import { type CellSeries, type NamedTable, type ScanRule, TableGroup, throughputOf } from './table-group';
import { readTablePath } from './table-path';

/** Blocks of costs name their clients, so they come before tables that do not. */
const SHAPES: readonly TableLog['shape'][] = ['met', 'sum', 'qps'];

/**
 * Groups the tables of one directory: those that say the same of what they share restate the same runs. One that
 * says otherwise is of other runs, with the same names.
 *
 * @param logs of the whole upload: raw logs tell client counts and the rule of scans
 */
export function groupTables(
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

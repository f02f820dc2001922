import path from 'node:path';
import { addToGroup } from '../../../assemble/add-to-group';
import { Measurements } from '../../../assemble/measurements';
import { parseRunDirectory } from '../../../layout/run-directory';
import {
  type AssembleContext,
  type Assembler,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../../family';
import { SCAN_UNIT, sysbenchModel } from '../../sysbench/about';
import type { TableLog } from '../table-log';
import { groupBy } from './group-by';
import { groupTables } from './group-tables';
import { type ColumnPart, type Draft, splitColumn } from './split-column';
import type { GroupedCell, ScanRule, TableGroup } from './table-group';
import { readTablePath } from './table-path';
import { noteUnnamed } from './unnamed';

/** Unit of a scan by the rule before 2025-04-19, and of one whose rule nobody told. */
const OLD_SCAN_UNIT = 'Krows/s';
const LOAD_UNIT = 'rows/s';

/**
 * Each column of the tables of one directory becomes a run for each client count. Tables that restate each other are
 * merged; what raw logs of the upload say better is left out later, as for every summary.
 */
export const mytoolsSummaryAssembler: Assembler = {
  assemble(logs, context) {
    const directories = new Map<string, LocatedLog<TableLog>[]>();
    for (const table of logsOfType<TableLog>(logs, 'mytools-summary')) {
      context.claim(table);
      const directory = path.posix.dirname(table.path);
      addToGroup(directories, directory, table);
    }
    return [...directories].flatMap(([directory, tables]) => {
      noteUnnamed(tables, context);
      const groups = groupTables(tables, { directory, logs, context });
      return groups.flatMap((group, index) => partsOf(group, { directory, isFirst: index === 0, context }));
    });
  },
};

interface GroupContext {
  directory: string;
  /** Runs of other groups need a label, or they would be repeats of the first one's. */
  isFirst: boolean;
  context: AssembleContext;
}

function partsOf(group: TableGroup, { directory, isFirst, context }: GroupContext): RunPart[] {
  const columns = groupBy(group.cells, ({ label, occurrence }) => JSON.stringify([label, occurrence]));
  const groupLabel = isFirst ? null : path.posix.basename(group.first.path);
  const { tables, rowsPerTable } = readTablePath(group.first.path);
  const parts = [...columns.values()].flatMap((cells) => {
    const label = cells[0]?.label ?? '';
    const { variant, primaryKey } = parseRunDirectory(label);
    return runsOf(cells, group.scanRule).map(({ clients, step, drafts }): RunPart => {
      const words = [groupLabel, step].filter((word) => word !== null);
      return {
        benchmark: 'sysbench',
        label,
        directory,
        variant,
        workload: {
          tables,
          rowsPerTable,
          clients,
          primaryKey,
          cached: null,
          label: words.length > 0 ? words.join(', ') : null,
        },
        server: null,
        cores: null,
        results: drafts.map(({ result }) => result),
        isSummary: true,
      };
    });
  });
  if (group.scanRule === null) noteScans(parts, context);
  return parts;
}

/** Says once that scans of a table can be compared with those of the same table only. */
function noteScans(parts: readonly RunPart[], context: AssembleContext): void {
  const scan = parts.flatMap(({ results }) => results).find(({ unit }) => unit === OLD_SCAN_UNIT);
  const at = scan?.measurements[0];
  if (!at) return;
  const message =
    'scans are Krows/s of one client since 2025-04-19, of all clients before, and no log tells which: ' +
    'compare them within this table only';
  context.note('OLD_SCAN_RULE', at.file, message, at.line);
}

/** The runs of one column: one for each client count, known or not. */
function runsOf(cells: readonly GroupedCell[], scanRule: ScanRule | null): ColumnPart[] {
  const only = onlyClients(cells);
  return splitColumn(cells.map((cell) => toDraft(cell, { only, scanRule })));
}

/** The client count that all measured tests of a column share as far as they say: it holds for those that do not. */
function onlyClients(cells: readonly GroupedCell[]): number | null {
  const known = new Set(
    cells.flatMap(({ test, range, clients }) =>
      clients === null || sysbenchModel.placeTest(test, range).warmup ? [] : [clients],
    ),
  );
  return known.size === 1 ? ([...known][0] ?? null) : null;
}

function toDraft(
  { test, range, clients, step, sources }: GroupedCell,
  { only, scanRule }: { only: number | null; scanRule: ScanRule | null },
): Draft {
  const info = sysbenchModel.placeTest(test, range);
  const own = clients ?? (step === null && !info.warmup ? only : null);
  // Of one client both rules give the same.
  const isPerClient = scanRule === 'per client' || own === 1;
  const scanUnit = isPerClient ? SCAN_UNIT : OLD_SCAN_UNIT;
  const queryUnit = test === 'prepare' ? LOAD_UNIT : info.unit;
  const unit = info.unit === SCAN_UNIT ? scanUnit : queryUnit;
  const measurements = new Measurements();
  for (const { file, cell } of sources) {
    for (const { metric, value } of cell.values) {
      const at = { file, line: cell.line };
      measurements.reported(metric, value, metric === 'throughput' ? { ...at, unit } : at);
    }
  }
  return {
    warmup: info.warmup,
    step,
    result: {
      test,
      range,
      repeat: 1,
      status: info.warmup ? 'warmup' : 'ok',
      unit,
      clients: own,
      command: null,
      tool: null,
      device: null,
      measurements: measurements.list,
    },
  };
}

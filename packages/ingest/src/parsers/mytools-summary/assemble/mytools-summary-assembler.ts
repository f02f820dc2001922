import path from 'node:path';
import { addToGroup } from '../../../assemble/add-to-group';
import { aloneOf } from '../../../assemble/table-alone';
import { parseRunDirectory } from '../../../layout/run-directory';
import type { Measurement } from '../../../model/run';
import {
  type AssembleContext,
  type Assembler,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../../family';
import type { TableLog } from '../table-log';
import { KROWS, readsOf, runsOf } from './column-runs';
import { groupBy } from './group-by';
import { groupTables } from './group-tables';
import type { TableGroup } from './table-group';
import { readTablePath } from './table-path';
import { noteUnnamed } from './unnamed';

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
      return groups.flatMap((group, index) => partsOf(group, { directory, index, context }));
    });
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

/** Says once that scans of a table can be compared with those of the same table only. */
function noteScans(at: Measurement | undefined, context: AssembleContext): void {
  if (!at) return;
  const message =
    'scans are Krows/s of one client since 2025-04-19, of all clients before, and no log tells which: ' +
    'compare them within this table only';
  context.note('OLD_SCAN_RULE', at.file, message, at.line);
}

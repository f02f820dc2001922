import path from 'node:path';
import type { TableMapping } from '../../../manifest/table-schema';
import {
  type AssembleContext,
  type Assembler,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../../family';
import { partsOfResults } from '../../results-json/assemble/parts-of-results';
import type { ResultsTableLog } from '../table-log';
import { toResultRows } from './to-result-rows';

/** Headings that a message names. */
const NAMED = 20;

/** Tables that basecase.json explains become results like those of the open format; the others get a diagnostic. */
export const tableAssembler: Assembler = {
  assemble(logs, context) {
    return logsOfType<ResultsTableLog>(logs, 'results-table').flatMap((located) => {
      context.claim(located);
      return partsOf(located, context);
    });
  },
};

function partsOf(located: LocatedLog<ResultsTableLog>, context: AssembleContext): RunPart[] {
  const { path: file, log } = located;
  const mapping = context.table(path.posix.dirname(file));
  if (!mapping) {
    const message = `results-table: a table with the columns ${columnsText(log.columns)}: say in basecase.json which is which ("table")`;
    context.note('NO_RESULT', file, message);
    return [];
  }
  const missing = namedColumns(mapping).filter((column) => !log.columns.includes(column));
  if (missing.length > 0) {
    const names = missing.map((column) => `"${column}"`).join(', ');
    const message = `no column ${names}, which basecase.json names: the table has ${columnsText(log.columns)}`;
    context.note('results-table:COLUMN_MISSING', file, message);
    return [];
  }
  const rows = toResultRows(located, mapping, context);
  const head = { basecaseResults: 1, tool: mapping.tool } as const;
  return partsOfResults({ ...located, log: { type: 'results-json', parts: [{ head, rows }] } }, context);
}

function namedColumns({ columns, values = [], versions = [] }: TableMapping): string[] {
  return [...Object.values(columns), ...values.map(({ column }) => column), ...versions].filter(
    (name) => name !== undefined,
  );
}

function columnsText(columns: readonly string[]): string {
  const more = columns.length > NAMED ? ` and ${columns.length - NAMED} more` : '';
  return columns.slice(0, NAMED).join(', ') + more;
}

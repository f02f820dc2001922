import type { TableMapping } from '../../../manifest/table-schema';
import { cellNumber, hasUnclearComma, splitCells } from '../../../model/table/delimited';
import { metricName, readValueHeading } from '../../../model/table/heading';
import type { AssembleContext, LocatedLog } from '../../family';
import { RowStore } from '../../results-json/reading/row-store';
import { resultSchema } from '../../results-json/schema/results-schema';
import type { ResultsTableLog } from '../table-log';
import { RowNotes } from './row-notes';

/** A column of values, and what is known of them without looking at a row. */
interface ValueColumn {
  column: string;
  metric: string | undefined;
  unit: string | undefined;
  better: TableMapping['better'];
  /** Set where the column is one of a version. */
  version?: string;
}

/** Columns that are texts of a result of the open format, by the name that they have there too. */
const TEXTS = ['version', 'product', 'config', 'machine', 'workload', 'at'] as const;

/**
 * The rows of a table as results of the open format, one for each value. Cells without a number, and rows that hold something
 * else than the mapping says, are reported.
 *
 * @param mapping names only columns that the table has
 */
export function toResultRows(
  { path: file, log }: LocatedLog<ResultsTableLog>,
  mapping: TableMapping,
  context: AssembleContext,
): RowStore {
  const indexOf = new Map(log.columns.map((column, index) => [column, index]));
  const values = valueColumns(mapping);
  const notes = new RowNotes();
  const repeats = new Map<string, number>();
  const results = new RowStore();
  for (const [index, text] of log.rows.entries()) {
    const line = log.lines[index] ?? 0;
    const cells = splitCells(text, log.separator) ?? [];
    const cell = (column: string | undefined) => {
      const at = column === undefined ? undefined : indexOf.get(column);
      return (at === undefined ? '' : cells[at]) || undefined;
    };
    const said = saidOfRow(mapping, cell);
    // Metrics of one row are of one repeat, also where another row lacks one of them.
    const repeat = said.repeat ?? (mapping.values ? countRepeat(repeats, said) : undefined);
    for (const column of values) {
      const raw = cell(column.column) ?? '';
      const value = cellNumber(raw, log.separator, mapping.comma);
      if (typeof value !== 'number') {
        const isUnclear = mapping.comma === undefined && hasUnclearComma(raw, log.separator);
        noteMissing(notes, { column: column.column, raw, value, line, isUnclear });
        continue;
      }
      const parsed = resultSchema.safeParse({ ...said, repeat, ...measuredOf(column, mapping, cell), value });
      if (parsed.success) results.add({ ...parsed.data, line });
      else {
        const [issue] = parsed.error.issues;
        const field = String(issue?.path[0] ?? 'row');
        const message = `${field}: ${issue?.message ?? 'not valid'}`;
        notes.add(`row ${field}`, { code: 'results-table:ROW_INVALID', message, line });
      }
    }
  }
  results.close();
  notes.tell(file, context);
  return results;
}

function valueColumns({ columns, values, versions, unit, better }: TableMapping): ValueColumn[] {
  // The heading is the version, and says nothing of what was measured.
  if (versions)
    return versions.map((version) => ({ column: version, version, metric: undefined, unit, better }));
  const named = values ?? (columns.value === undefined ? [] : [{ column: columns.value }]);
  return named.map((own) => {
    const { column, ...said }: Partial<ValueColumn> & { column: string } = own;
    return {
      column,
      metric: said.metric,
      unit: said.unit ?? readValueHeading(column).unit ?? unit,
      better: said.better ?? better,
    };
  });
}

type Cell = (column: string | undefined) => string | undefined;

function saidOfRow({ columns }: TableMapping, cell: Cell) {
  const texts = Object.fromEntries(
    TEXTS.flatMap((name) => {
      const text = cell(columns[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  );
  return {
    ...texts,
    test: cell(columns.test),
    clients: wholeNumber(cell(columns.clients)),
    repeat: wholeNumber(cell(columns.repeat)),
  };
}

/** Text other than a whole number stays text: the error of the schema has the expected form. */
function wholeNumber(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : text;
}

function countRepeat(repeats: Map<string, number>, said: object): number {
  const key = JSON.stringify(said);
  const repeat = (repeats.get(key) ?? 0) + 1;
  repeats.set(key, repeat);
  return repeat;
}

function measuredOf(column: ValueColumn, { columns, unit: unitOfAll }: TableMapping, cell: Cell) {
  // One column of values: the unit of a row precedes the unit of the table.
  const unit = cell(columns.unit) ?? (columns.value === undefined ? column.unit : (unitOfAll ?? column.unit));
  const heading = column.version === undefined ? column.column : 'value';
  const metric = cell(columns.metric) ?? column.metric ?? metricName(heading, unit ?? null);
  const { version, better } = column;
  return { metric, unit, better, ...(version !== undefined && { version }) };
}

function noteMissing(
  notes: RowNotes,
  {
    column,
    raw,
    value,
    line,
    isUnclear,
  }: { column: string; raw: string; value: null | undefined; line: number; isUnclear: boolean },
): void {
  if (value === null) {
    const message = `${column}: an empty cell in place of a value`;
    notes.add(`empty ${column}`, { code: 'METRIC_MISSING', message, line, options: { severity: 'info' } });
  } else {
    const ask = isUnclear
      ? ': its comma may be a decimal one, or part thousands. Say which in basecase.json: "comma" of "table" is "decimal" or "thousands"'
      : '';
    const message = `${column}: expected a number, found "${raw.slice(0, 40)}"${ask}`;
    notes.add(`unreadable ${column}`, { code: 'VALUE_UNREADABLE', message, line });
  }
}

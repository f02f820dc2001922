import path from 'node:path';
import type { TableMapping } from '../../manifest/table-schema';
import {
  cellNumber,
  hasUnclearComma,
  isBesideTable,
  RowLines,
  readTableHeading,
  readTableSample,
  rowCells,
  splitCells,
  type TableHeading,
} from '../../model/table/delimited';
import { metricName, readValueHeading, versionHeading } from '../../model/table/heading';
import {
  type AssembleContext,
  type Assembler,
  type FormatFamily,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../family';
import type { LogParser, ParsedLog } from '../parser';
import { partsOfResults } from '../results-json/assemble/parts-of-results';
import { RowStore } from '../results-json/reading/row-store';
import { resultSchema } from '../results-json/schema/results-schema';
import { resultsTableFormat as about } from './about';
import { queryTable } from './query-table';
import { RowNotes } from './row-notes';

/** Of one file: as many as a thousand tests of a hundred versions in ten columns have. */
const MAX_CELLS = 1_000_000;
const MAX_CHARACTERS = 32 * 2 ** 20;

/** Lines that are looked at to see what a file is. */
const SAMPLE_ROWS = 20;
/** What detection sees of a file; one that is as long may go on. */
const SAMPLE_BYTES = 64 * 1024;

/** Below every other: whoever knows a table by its name or its columns reads it. */
const LAST_OF_ALL = 0.1;

/** CSV, TSV and tables with semicolons whose first line has headings. */
const resultsTable: LogParser = {
  kind: 'results-table',
  about: 'a table with headings, whose columns basecase.json explains',
  score: () => 0,
  fallback: {
    most: LAST_OF_ALL,
    score: ({ bytes, head }) => {
      if (!mayHaveHeadings(head)) return 0;
      const isCut = bytes.length >= SAMPLE_BYTES;
      return readTableSample(bytes.toString('utf8'), { isCut, mostRows: SAMPLE_ROWS }) ? LAST_OF_ALL : 0;
    },
  },
  open(reporter) {
    const [rows, lines]: [string[], number[]] = [[], []];
    let heading: TableHeading | null = null;
    let rowLines: RowLines | null = null;
    let characters = 0;
    let isFull = false;

    const stop = (line: number, code: 'LINE_UNPARSED' | 'results-table:TOO_MANY', message: string) => {
      isFull = true;
      reporter.report(code, message, { line });
    };

    const readRow = (text: string, { columns, separator }: TableHeading, line: number) => {
      if (!rowCells(text, { columns, separator })) {
        const cells = splitCells(text, separator);
        const found = cells ? `${cells.length} cells` : 'a quote that is not closed on its line';
        const expected = `${columns.length} cells as in the line of headings, found ${found}`;
        return reporter.unparsed(expected, line, Buffer.from(text));
      }
      characters += text.length;
      if ((rows.length + 1) * columns.length > MAX_CELLS || characters > MAX_CHARACTERS) {
        const most = `${MAX_CELLS} cells or ${MAX_CHARACTERS} characters`;
        return stop(line, 'results-table:TOO_MANY', `more than ${most}; the rows from here on are not read`);
      }
      rows.push(text);
      lines.push(line);
    };

    return {
      line(bytes, start, end, line) {
        if (isFull) return;
        const text = bytes.toString('utf8', start, end);
        if (heading && rowLines) {
          for (const row of rowLines.add(text, line)) if (!isFull) readRow(row.text, heading, row.line);
          return;
        }
        if (isBesideTable(text.replace(/^\uFEFF/, ''))) return;
        heading = readTableHeading(text);
        if (heading) rowLines = new RowLines(heading);
        else stop(line, 'LINE_UNPARSED', 'expected a line of headings');
      },
      end(): ResultsTableLog | null {
        if (!heading) return null;
        for (const row of rowLines?.end() ?? []) if (!isFull) readRow(row.text, heading, row.line);
        return rows.length > 0 ? { type: 'results-table', ...heading, rows, lines } : null;
      },
    };
  },
};

/** Most files are none, and their first line tells. One that is cut may be. */
function mayHaveHeadings(head: string): boolean {
  const first = head.split('\n', SAMPLE_ROWS).find((line) => !isBesideTable(line)) ?? '';
  return !head.includes('\n') || readTableHeading(first) !== null;
}

/** Headings that a message names. */
const NAMED = 20;

/** Tables that basecase.json explains become results like those of the open format; the others get a diagnostic. */
const tableAssembler: Assembler = {
  hasOwnNames: 'all',
  assemble(logs, context) {
    return logsOfType<ResultsTableLog>(logs, 'results-table').flatMap((located) => {
      context.claim(located);
      return partsOf(located, context);
    });
  },
};

function partsOf(located: LocatedLog<ResultsTableLog>, context: AssembleContext): RunPart[] {
  const { path: file, log } = located;
  const mapping = context.table(path.posix.dirname(file)) ?? queryTable(log);
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

export const resultsTableFormat: FormatFamily = {
  ...about,
  parsers: [resultsTable],
  assembler: tableAssembler,
};

/** A column of values, and what is known of them without looking at a row. */
interface ValueColumn {
  column: string;
  metric: string | undefined;
  unit: string | undefined;
  better: TableMapping['better'];
  /** Set where the column is one of a version. */
  version?: string;
  product?: string;
  /** Set where several columns are of that version. */
  repeat?: number;
}

/** Columns that are texts of a result of the open format, by the name that they have there too. */
const TEXTS = ['version', 'product', 'config', 'machine', 'workload', 'at'] as const;

/**
 * The rows of a table as results of the open format, one for each value. Cells without a number, and rows that hold something
 * else than the mapping says, are reported.
 *
 * @param mapping names only columns that the table has
 */
function toResultRows(
  { path: file, log }: LocatedLog<ResultsTableLog>,
  mapping: TableMapping,
  context: AssembleContext,
): RowStore {
  const { name } = path.posix.parse(file);
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
    const said = { ...saidOfRow(mapping, cell), ...(mapping.columns.test === undefined && { test: name }) };
    // Metrics of one row are of one repeat, also where another row lacks one of them.
    const repeatOfRow = said.repeat ?? (mapping.values ? countRepeat(repeats, said) : undefined);
    for (const column of values) {
      const raw = cell(column.column) ?? '';
      const value = cellNumber(raw, log.separator, mapping.comma);
      if (typeof value !== 'number') {
        const isUnclear = mapping.comma === undefined && hasUnclearComma(raw, log.separator);
        noteMissing(notes, { column: column.column, raw, value, line, isUnclear });
        continue;
      }
      const parsed = resultSchema.safeParse({
        ...{ ...said, repeat: repeatOfRow ?? column.repeat },
        ...measuredOf(column, mapping, cell),
        value,
      });
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
  if (versions) {
    const hasRepeats = versions.some((column) => (versionHeading(column, true)?.place ?? 1) > 1);
    return versions.map((column) => {
      const said = versionHeading(column, true);
      return {
        ...{ column, version: said?.version ?? column, metric: undefined, better },
        unit: said?.unit ?? unit,
        ...(said?.product != null && { product: said.product }),
        ...(hasRepeats && { repeat: said?.place ?? 1 }),
      };
    });
  }
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
  const { version, product, better } = column;
  return {
    metric,
    unit,
    better,
    ...(version !== undefined && { version }),
    ...(product !== undefined && { product }),
  };
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

/** Rows of a table as text, which is a fifth of what their cells would take: they are split when they are needed. */
export interface ResultsTableLog extends ParsedLog, TableHeading {
  type: 'results-table';
  rows: string[];
  /** Line of each row. */
  lines: number[];
}

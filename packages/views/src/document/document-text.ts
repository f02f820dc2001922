import {
  type MatrixDiff,
  markdownLine,
  markdownText,
  NO_VALUE,
  type TableFormat,
  toCsvLine,
  toMarkdownTable,
  toSheetCell,
} from '@basecase/analysis';
import { countText, joinNames } from '../text/words';
import {
  type DocumentCell,
  type DocumentHead,
  type DocumentRow,
  type DocumentTable,
  documentTitle,
  groupLabels,
  rowsOf,
  type ViewDocument,
} from './view-document';

type DocumentFormat = Exclude<TableFormat, 'text'>;

/**
 * A document as text. Markdown has the cells as they are printed, with the legend above them; TSV and CSV the same
 * tables one after another, numbers without spaces and a missing one empty; JSON has the numbers at full precision.
 */
export function documentText(document: ViewDocument, format: DocumentFormat): string {
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`;
  const draw = { md: drawMarkdown, tsv: drawTsv, csv: drawCsv }[format];
  return `${draw(document).join('\n')}\n`;
}

function drawMarkdown(document: ViewDocument): string[] {
  const { meta, sentence, notes, tables } = document;
  return [
    `## ${markdownText(documentTitle(document))}`,
    '',
    ...(meta.length > 0 ? [markdownLine(meta.join(' / ')), ''] : []),
    `**${markdownText(sentence.strong)}**${markdownText(sentence.rest)}`,
    ...notes.flatMap((note) => ['', markdownLine(note)]),
    ...tables.flatMap((table) => [
      '',
      `### ${markdownText(table.title)}`,
      '',
      ...(table.hint ? [markdownLine(table.hint), ''] : []),
      ...toMarkdownTable(headLine(table), linesOf(table, printed)),
      ...table.notes.flatMap((note) => ['', markdownLine(note)]),
    ]),
  ];
}

function drawTsv(document: ViewDocument): string[] {
  // A tab or a line break in a name would be another cell.
  return drawSheets(document, (fields) =>
    fields.map((field) => toSheetCell(field.replaceAll(/[\t\r\n]+/g, ' '))).join('\t'),
  );
}

function drawCsv(document: ViewDocument): string[] {
  return drawSheets(document, toCsvLine);
}

function drawSheets({ tables }: ViewDocument, toLine: (fields: readonly string[]) => string): string[] {
  return tables.flatMap((table, index) => [
    ...(index > 0 ? [''] : []),
    toLine([[table.title, table.hint].filter(Boolean).join(': ')]),
    toLine(headLine(table)),
    ...linesOf(table, readable).map(toLine),
  ]);
}

function headLine(table: DocumentTable): string[] {
  const groups = groupLabels(table);
  return [table.corner, ...table.heads.map((head, index) => headText(head, groups[index] ?? ''))];
}

function headText({ label, note, isBase }: DocumentHead, group: string): string {
  return [group, label, note, isBase && note !== 'base' ? 'base' : ''].filter(Boolean).join(' ');
}

function linesOf(table: DocumentTable, cellText: (cell: DocumentCell) => string): string[][] {
  return rowsOf(table).map((row) => [rowText(row), ...row.cells.map(cellText)]);
}

function rowText({ name, note, isBase }: DocumentRow): string {
  return [name, note, isBase ? '(base)' : ''].filter(Boolean).join(' ');
}

function printed({ text, note }: DocumentCell): string {
  return note === '' ? text : `${text} (${note})`;
}

/** For programs that read numbers: the space between thousands would make a word of them. */
function readable(cell: DocumentCell): string {
  if (cell.text === NO_VALUE && cell.note === '') return '';
  return printed(cell).replaceAll('\u202f', '');
}

/** Content types of a table as text. */
export const TABLE_TYPES = {
  json: 'application/json',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
} as const;

/** Differences of a later document from an earlier one, each counted once over all tables. */
type DocumentDiff = NonNullable<ReturnType<typeof diffDocuments>>;

/**
 * Compares two documents of one view by their numbers, not by their texts.
 *
 * @returns null when they have no number's cell in common: nothing of the earlier one is left
 */
export function diffDocuments(earlier: ViewDocument, later: ViewDocument) {
  const [was, is] = [indexOf(earlier), indexOf(later)];
  const shared = [...was.cells].filter(([key]) => is.cells.has(key));
  // Words alone, a remark in a row of the same name, make no view.
  const hasNumbers = [...was.cells.values()].some(({ value }) => value !== null);
  const isLeft = shared.some(([, { value }]) => value !== null);
  if ((hasNumbers && !isLeft) || (was.cells.size > 0 && shared.length === 0)) return null;
  return {
    /** Cells of both whose number is another now. */
    cells: shared.filter(([key, cell]) => !isSame(cell, is.cells.get(key))).length,
    newColumns: countMissing(is.columns, was.columns),
    goneColumns: countMissing(was.columns, is.columns),
    newRows: countMissing(is.rows, was.rows),
    goneRows: countMissing(was.rows, is.rows),
  };
}

export function isSameDocument({ cells, newColumns, goneColumns, newRows, goneRows }: DocumentDiff): boolean {
  return cells + newColumns + goneColumns + newRows + goneRows === 0;
}

interface Index {
  cells: Map<string, DocumentCell>;
  columns: Set<string>;
  rows: Set<string>;
}

/** A version that is a row of three tables is one row. */
function indexOf({ tables }: ViewDocument): Index {
  const index: Index = { cells: new Map(), columns: new Set(), rows: new Set() };
  for (const table of tables) {
    for (const { key } of table.heads) index.columns.add(key);
    for (const row of rowsOf(table)) {
      index.rows.add(row.key);
      for (const [position, head] of table.heads.entries()) {
        const cell = row.cells[position];
        if (cell) index.cells.set(JSON.stringify([table.id, row.key, head.key]), cell);
      }
    }
  }
  return index;
}

/** Cells without a number are compared as words: `failed`, `SLA failed`, a name. */
function isSame(cell: DocumentCell, other: DocumentCell | undefined): boolean {
  if (!other) return false;
  if (cell.value === null && other.value === null) return cell.text === other.text;
  return cell.value === other.value;
}

function countMissing(keys: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...keys].filter((key) => !others.has(key)).length;
}

/** Whether the live view still shows what was frozen. */
export type LiveStatus =
  | { state: 'same' }
  | { state: 'gone' }
  | ({ state: 'differs'; newRows?: number; goneRows?: number } & MatrixDiff);

const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `21 November 2026`, in UTC. */
export function dateText(iso: string): string {
  return DATE.format(new Date(iso));
}

/** `parser version 2`; `parser versions 1 and 2` where the runs were read at different times. */
export function parserText(versions: readonly number[]): string {
  if (versions.length < 2) return `parser version ${versions[0] ?? 'unknown'}`;
  return `parser versions ${joinNames(versions.map(String))}`;
}

/** What has become of the live view, in one sentence. */
export function liveText(status: LiveStatus): string {
  if (status.state === 'same') return 'The live view shows the same numbers.';
  if (status.state === 'gone') return 'Its sources were deleted: these numbers exist only here.';
  const { cells, newColumns, goneColumns, newRows = 0, goneRows = 0 } = status;
  const parts = [
    ...(cells > 0 ? [`differs in ${countText(cells, 'cell')}`] : []),
    ...(newColumns > 0 ? [`has ${countText(newColumns, 'more column', 'more columns')}`] : []),
    ...(goneColumns > 0 ? [`lacks ${countText(goneColumns, 'column')}`] : []),
    ...(newRows > 0 ? [`has ${countText(newRows, 'more row', 'more rows')}`] : []),
    ...(goneRows > 0 ? [`lacks ${countText(goneRows, 'row')}`] : []),
  ];
  return `The live view now ${joinNames(parts)}.`;
}

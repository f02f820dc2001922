import { NO_VALUE, type TableFormat, toCsvLine, toMarkdownTable, toSheetCell } from '@basecase/analysis';
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
    `## ${documentTitle(document)}`,
    '',
    ...(meta.length > 0 ? [meta.join(' / '), ''] : []),
    `**${sentence.strong}**${sentence.rest}`,
    ...notes.flatMap((note) => ['', note]),
    ...tables.flatMap((table) => [
      '',
      `### ${table.title}`,
      '',
      ...(table.hint ? [table.hint, ''] : []),
      ...toMarkdownTable(headLine(table), linesOf(table, printed)),
      ...table.notes.flatMap((note) => ['', note]),
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

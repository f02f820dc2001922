import { type Column, type Level, type Read, readCell } from '@basecase/analysis';
import type { DocumentOverHttp } from '@basecase/contract/types';
import type { ShownRuns } from '@basecase/db/types';

type Table = DocumentOverHttp['tables'][number];
type Row = Table['sections'][number]['rows'][number];
type Chart = NonNullable<DocumentOverHttp['chart']>;

/** A number of a standalone table, with everything that was decided about it. */
export interface DocumentCell extends Omit<Row['cells'][number], 'level'> {
  level: Level | null;
}

/** `key` is the same as long as the column means the same. `starts`: a line stands before the column. */
export type DocumentHead = Table['heads'][number];

export interface DocumentRow extends Omit<Row, 'cells'> {
  cells: DocumentCell[];
}

export interface DocumentTable extends Omit<Table, 'sections'> {
  /** Rows under their headings; one section without a label where there is nothing to head. */
  sections: { label: string; rows: DocumentRow[] }[];
}

/** Lines over places in order, drawn without scripts. */
export interface DocumentChart extends Omit<Chart, 'lines'> {
  lines: { label: string; points: ({ value: number; level: Level } | null)[] }[];
}

/** A view as it is read, without anything that can be changed: what a permalink keeps and what is copied. */
export interface ViewDocument extends Omit<DocumentOverHttp, 'chart' | 'tables'> {
  chart: DocumentChart | null;
  tables: DocumentTable[];
}

/** JSON has no infinity, so a ratio to nothing keeps its text only. */
export function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

/** The head of a column of numbers. */
export function numberHead(key: string, label: string, note = ''): DocumentHead {
  return { key, label, note, starts: false, isBase: false, isWords: false };
}

/** A row that is neither the base nor a mean. */
export function plainRow(key: string, name: string, cells: DocumentCell[]): DocumentRow {
  return { key, name, note: '', isBase: false, isMean: false, cells };
}

/** A text, or a number that nothing was decided about. */
export function plainCell(text: string, value: number | null = null): DocumentCell {
  return { text, note: '', level: null, mark: null, value: finite(value) };
}

/** A column of a document: its text, the number behind it, and what was decided about it. */
export interface DocumentColumn<Row> extends Column<Row> {
  key: string;
  /** Second line of its head. */
  note?: string;
  value?: Read<Row, number | null>;
  look?: (row: Row) => Partial<DocumentCell>;
}

interface TableNaming<Row>
  extends Pick<DocumentTable, 'id' | 'title' | 'hint' | 'corner'>,
    Partial<Pick<DocumentTable, 'groups' | 'notes'>> {
  /** The head of a row, and what belongs to it. */
  name: Read<Row, string>;
  noteOf?: Read<Row, string>;
}

/** A table of a document from its columns. */
export function documentTable<Row extends { key: string }>(
  { name, noteOf = () => '', ...naming }: TableNaming<Row>,
  columns: readonly DocumentColumn<Row>[],
  sections: readonly { label: string; rows: readonly Row[] }[],
): DocumentTable {
  return {
    ...naming,
    groups: naming.groups ?? [],
    heads: columns.map(({ key, head, note, kind }) => ({
      ...numberHead(key, head, note),
      isWords: kind === 'words',
    })),
    sections: sections.map(({ label, rows }) => ({
      label,
      rows: rows.map((row) => ({
        ...plainRow(
          row.key,
          readCell(name, row),
          columns.map(({ text, value, look }) => ({
            ...plainCell(readCell(text, row), value && readCell(value, row)),
            ...look?.(row),
          })),
        ),
        note: readCell(noteOf, row),
      })),
    })),
    notes: naming.notes ?? [],
  };
}

export function rowsOf({ sections }: DocumentTable): DocumentRow[] {
  return sections.flatMap(({ rows }) => rows);
}

/** Of each column the label of its group; empty where all columns are alike. */
export function groupLabels({ groups, heads }: Pick<DocumentTable, 'groups' | 'heads'>): string[] {
  if (groups.length < 2) return heads.map(() => '');
  return groups.flatMap(({ label, span }) => Array.from({ length: span }, () => label));
}

/** `MySQL 5.6.51 to 9.5.0 on 8-core`. */
export function documentTitle({ title, on }: Pick<ViewDocument, 'title' | 'on'>): string {
  return [title, on].filter(Boolean).join(' ');
}

/** Heads and titles of a table are about this many rows high. */
const ROWS_AROUND = 4;
/** So is the chart. */
const CHART_ROWS = 14;
/** Each panel of nights. */
const PANEL_ROWS = 4;

/** Height of a document in rows, for the frame of an embedding page. */
export function documentRows({ chart, nights, tables }: ViewDocument): number {
  const rows = tables.reduce(
    (sum, table) => sum + ROWS_AROUND + table.sections.length + rowsOf(table).length,
    0,
  );
  return (
    rows + (chart === null ? 0 : CHART_ROWS) + (nights ? CHART_ROWS + nights.panels.length * PANEL_ROWS : 0)
  );
}

/** A document of a live view, and what it was made of. */
export interface LoadedDocument {
  document: ViewDocument;
  /** Path and query that name what the page chose by itself: product, servers, workloads. */
  path: string;
  /** What was read, by slugs: the runs behind the document are those of its columns, with the tests that it shows. */
  read: (ShownRuns & { columns: string[] })[];
}

/** What a page says of a document that it shares: the name of the view, and how many rows it has. */
export function sharedDocument(document: ViewDocument): { title: string; rows: number } {
  return { title: documentTitle(document), rows: documentRows(document) };
}

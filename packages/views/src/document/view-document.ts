import { type Column, type Level, type Read, readCell } from '@basecase/analysis';
import type { ShownRuns } from '@basecase/db/types';
import type { NightsChart } from './nights-chart';

/** A number of a standalone table, with everything that was decided about it. */
export interface DocumentCell {
  text: string;
  /** Small print after the number: `SLA failed`, the version of a point; empty without. */
  note: string;
  /** Fill; null for a plain number. */
  level: Level | null;
  /** Direction of the number; null without a mark. */
  mark: 'up' | 'dn' | null;
  /** The verdict, where noise judges. */
  verdict?: string;
  /** The number at full precision, in the unit of the cell; null where there is none, or none that is finite. */
  value: number | null;
}

export interface DocumentHead {
  /** Unique in its table, and the same as long as the column means the same. */
  key: string;
  label: string;
  /** Second line: the unit, the config. */
  note: string;
  /** First column of its group: a line stands before it. */
  starts: boolean;
  isBase: boolean;
  /** The column holds words, aligned left. */
  isWords: boolean;
}

export interface DocumentRow {
  key: string;
  name: string;
  note: string;
  isBase: boolean;
  /** A mean over the rows of its section. */
  isMean: boolean;
  cells: DocumentCell[];
}

export interface DocumentTable {
  id: string;
  title: string;
  /** The numbers and their divisor. */
  hint: string;
  /** Head of the first column. */
  corner: string;
  /** First line of the head; one or none when all columns are alike. */
  groups: { label: string; span: number }[];
  heads: DocumentHead[];
  /** Rows under their headings; one section without a label where there is nothing to head. */
  sections: { label: string; rows: DocumentRow[] }[];
  /** What must be known to read it, one sentence each. */
  notes: string[];
}

/** Lines over places in order, drawn without scripts. */
export interface DocumentChart {
  description: string;
  places: string[];
  from: number;
  to: number;
  ticks: { value: number; text: string }[];
  /** A value at which a line across the drawing helps: 1.00 of ratios. */
  reference: number | null;
  lines: { label: string; points: ({ value: number; level: Level } | null)[] }[];
}

/** A view as it is read, without anything that can be changed: what a permalink keeps and what is copied. */
export interface ViewDocument {
  /** `MySQL 5.6.51 to 9.5.0`. */
  title: string;
  /** `on 8-core`. */
  on: string;
  /** Origin, server and workload. */
  meta: string[];
  /** What the numbers say; what is strong is what was found. */
  sentence: { strong: string; rest: string };
  /** What must be known to read any of it. */
  notes: string[];
  chart: DocumentChart | null;
  /** Nights over time; left out where there are none. */
  nights?: NightsChart;
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

import { type Column, type ColumnKind, type Read, readCell } from '@basecase/analysis';
import { bytesText, dayText, groupDigits, timeText } from '@basecase/views/text';
import type { ReactNode } from 'react';
import { ScrollTable, type ScrollTableProps } from './scroll-table';

/** A column on a page: `cell` draws it where its text is not enough. */
export interface PageColumn<Row> extends Pick<Column<Row>, 'kind'> {
  head: ReactNode;
  headClass?: string;
  text?: Read<Row, ReactNode>;
  cell?: (row: Row) => ReactNode;
  className?: string | ((row: Row) => string | undefined);
  title?: Read<Row, string>;
}

interface Group<Row> {
  key: string;
  /** Heads the rows; empty or null for rows without a head. */
  label: ReactNode;
  /** A cell in front of the label. */
  before?: ReactNode;
  rows: readonly Row[];
}

export interface ColumnTableProps<Row> extends Omit<ScrollTableProps, 'head' | 'hasBodies' | 'children'> {
  /** Null leaves a column out. */
  columns: readonly (PageColumn<Row> | null)[];
  rows?: readonly Row[];
  /** Instead of rows: one body per group. */
  bodies?: readonly Group<Row>[];
  groupClass?: string;
  /** Default: the key or the id of the row, else its place. */
  rowKey?: (row: Row) => string;
  rowClass?: (row: Row) => string | undefined;
  /** Cells name their column, where its head is a text, for a narrow screen that shows no head. */
  hasLabels?: boolean;
  /** Shown instead of a table without rows. */
  empty?: ReactNode;
  /** Rows after the last one. */
  children?: ReactNode;
}

/** A table from its columns: head, rows and the text of an empty table. */
export function ColumnTable<Row extends object>(props: ColumnTableProps<Row>) {
  const { columns, rows, bodies, groupClass = 'group-row', rowKey, rowClass, hasLabels, empty } = props;
  const { children, ...table } = props;
  if (empty !== undefined && rows?.length === 0) return <p className="inset mid">{empty}</p>;
  const shown = columns.filter((column) => column !== null);
  const drawRow = (row: Row, index: number) => (
    <tr key={rowKey?.(row) ?? keyOf(row, index)} className={rowClass?.(row)}>
      {shown.map((column, place) => drawCell(column, row, { place, hasLabels }))}
    </tr>
  );
  return (
    <ScrollTable
      {...table}
      head={shown.map(({ head, kind, headClass }) => ({
        label: head,
        className: (headClass ?? KIND_CLASS[kind ?? 'name']) || undefined,
      }))}
      hasBodies={bodies !== undefined}
    >
      {rows?.map(drawRow)}
      {bodies?.map(({ key, label, before, rows: own }) => (
        <tbody key={key}>
          {label ? (
            <tr className={groupClass || undefined}>
              {before}
              <th scope="rowgroup" colSpan={before ? shown.length - 1 : shown.length}>
                {label}
              </th>
            </tr>
          ) : null}
          {own.map(drawRow)}
        </tbody>
      ))}
      {children}
    </ScrollTable>
  );
}

const KIND_CLASS: Partial<Record<ColumnKind, string>> = { number: 'num', bytes: 'num', words: 'words' };

function drawText(kind: ColumnKind | undefined, value: ReactNode): ReactNode {
  if (typeof value === 'number') return kind === 'bytes' ? bytesText(value) : groupDigits(value);
  if (typeof value !== 'string' || (kind !== 'day' && kind !== 'time')) return value;
  return <time dateTime={value}>{kind === 'day' ? dayText(value) : timeText(value)}</time>;
}

function keyOf(row: { key?: unknown; id?: unknown }, index: number): string {
  return String(row.key ?? row.id ?? index);
}

function drawCell<Row>(
  column: PageColumn<Row>,
  row: Row,
  { place, hasLabels }: { place: number; hasLabels: boolean | undefined },
): ReactNode {
  const { kind, text, cell, className, title } = column;
  const own = typeof className === 'function' ? className(row) : className;
  const props = {
    className: [KIND_CLASS[kind ?? 'name'], own].filter(Boolean).join(' ') || undefined,
    title: title && readCell(title, row),
  };
  const content = cell ? cell(row) : text && drawText(kind, readCell(text, row));
  if (kind === 'name') {
    return (
      <th key={place} scope="row" {...props}>
        {content}
      </th>
    );
  }
  return (
    <td
      key={place}
      data-label={hasLabels && typeof column.head === 'string' ? column.head : undefined}
      {...props}
    >
      {content}
    </td>
  );
}

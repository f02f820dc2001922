import { type Column, markdownText, type Read, readCell } from '@basecase/analysis';

/** The columns of a table by their heads. */
export function columnsOf<Row>(texts: Readonly<Record<string, Read<Row, string | number>>>): Column<Row>[] {
  return Object.entries(texts).map(([head, text]) => ({ head, text: (row) => String(readCell(text, row)) }));
}

/** A table for programs: a head, then a line for each row. */
export function tsvTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ head }) => head), ...cellsOf(columns, rows)];
  return lines.map((cells) => `${cells.map((cell) => cell.replace(/\s+/g, ' ')).join('\t')}\n`).join('');
}

/** Lines of a table for a terminal, without its head: all columns but the last have one width. */
export function textTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  const lines = cellsOf(columns, rows);
  const widths = columns.map((_, column) => Math.max(0, ...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/**
 * Lines of a Markdown table; none without rows.
 *
 * @param href page of the first cell of a row; null: none
 */
export function markdownTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  href: (row: Row) => string | null = () => null,
): string[] {
  if (rows.length === 0) return [];
  const align = columns.map(({ kind }) => (kind === 'number' ? '---:' : '---'));
  const cells = rows.map((row) =>
    columns.map(({ kind, text }, index) => {
      const cell = kind === 'number' ? readCell(text, row) : markdownText(readCell(text, row));
      const page = index === 0 ? href(row) : null;
      return page === null ? cell : `[${cell}](${page})`;
    }),
  );
  return [columns.map(({ head }) => head), align, ...cells].map((line) => `| ${line.join(' | ')} |`);
}

function cellsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[][] {
  return rows.map((row) => columns.map(({ text }) => readCell(text, row)));
}

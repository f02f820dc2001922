/** First column left, others right, two spaces between, no spaces at line ends. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = (rows[0] ?? []).map((_, column) => width(column));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** RFC 4180: quotes only where a comma, a quote or a line break needs them. */
export function toCsvLine(fields: readonly string[]): string {
  return fields
    .map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
    .join(',');
}

/** First column left, others right. A `|` in a name would end the cell, so it is escaped. */
export function toMarkdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = `| ${header.map((_, column) => (column === 0 ? ':---' : '---:')).join(' | ')} |`;
  return [line(header), rule, ...rows.map(line)];
}

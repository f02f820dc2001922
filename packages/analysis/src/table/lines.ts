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

/** What spreadsheets take for the beginning of a formula, also after spaces and quotes, and in wide characters. */
const FORMULA = /^(?:[\t\r\n]|[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
/** A sign alone, or before a number: `-0.5`, `+3%`, `-1e-9`. */
const SIGNED_NUMBER = /^[+-](?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?%?)?$/i;

/**
 * A cell that a spreadsheet shows and does not run: names come from uploads, and `=HYPERLINK(…)` is a name, too. An
 * apostrophe before it makes it text; numbers stay numbers.
 */
export function toSheetCell(field: string): string {
  return FORMULA.test(field) && !SIGNED_NUMBER.test(field) ? `'${field}` : field;
}

/** RFC 4180: quotes only where a comma, a quote or a line break needs them. For spreadsheets: see `toSheetCell`. */
export function toCsvLine(fields: readonly string[]): string {
  return fields
    .map(toSheetCell)
    .map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field))
    .join(',');
}

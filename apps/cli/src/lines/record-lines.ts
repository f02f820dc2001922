/** How results are printed for programs: one record a line. */
export type RecordFormat = 'ndjson' | 'tsv';

export type Cell = string | number | null;

/** One record as a line, its columns in the order given. A missing value is null, in TSV an empty field. */
export function toRecordLine<Column extends string>(
  columns: readonly Column[],
  record: Readonly<Record<Column, Cell>>,
  format: RecordFormat,
): string {
  if (format === 'tsv') return `${columns.map((column) => toTsvField(record[column])).join('\t')}\n`;
  return `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, record[column]])))}\n`;
}

/** A file name may hold a tab or a line break; in TSV it would make a column or a row. */
function toTsvField(value: Cell): string {
  return String(value ?? '').replace(/[\t\r\n]/g, ' ');
}

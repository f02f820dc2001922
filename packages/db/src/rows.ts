import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';
import { NotFoundError } from './errors';

/** A connection, or a pool of them. */
export type Queries = Pick<Pool | PoolClient, 'query'>;

type Statement = string | QueryConfig;
type Values = readonly unknown[];

export async function listRows<Row extends QueryResultRow>(
  client: Queries,
  sql: Statement,
  values?: Values,
): Promise<Row[]> {
  return (await client.query<Row>(sql, values as unknown[] | undefined)).rows;
}

/** The first row; null without one. */
export async function findRow<Row extends QueryResultRow>(
  client: Queries,
  sql: Statement,
  values?: Values,
): Promise<Row | null> {
  return (await listRows<Row>(client, sql, values))[0] ?? null;
}

/**
 * The first row.
 *
 * @param missing message of the error
 * @throws NotFoundError without a row
 */
export async function getRow<Row extends QueryResultRow>(
  client: Queries,
  sql: Statement,
  values: Values,
  missing: string,
): Promise<Row> {
  const row = await findRow<Row>(client, sql, values);
  if (!row) throw new NotFoundError(missing);
  return row;
}

/** The first column of all rows. */
export async function listValues<Value>(client: Queries, sql: Statement, values?: Values): Promise<Value[]> {
  const rows = await listRows<Record<string, Value>>(client, sql, values);
  return rows.map((row) => Object.values(row)[0] as Value);
}

/** The first column of the first row; null without a row. */
export async function findValue<Value>(
  client: Queries,
  sql: Statement,
  values?: Values,
): Promise<Value | null> {
  return (await listValues<Value>(client, sql, values))[0] ?? null;
}

/** The same of a statement that always gives a row, as `INSERT ... RETURNING id`. */
export async function getValue<Value>(client: Queries, sql: Statement, values?: Values): Promise<Value> {
  const value = await findValue<Value>(client, sql, values);
  if (value === null) throw new Error('A statement that always gives a row gave none.');
  return value;
}

/** Rows for pages: times are ISO 8601. */
export async function listViews<View extends object>(
  client: Queries,
  sql: Statement,
  values?: Values,
): Promise<View[]> {
  return (await listRows<Record<string, unknown>>(client, sql, values)).map((row) => withIsoTimes<View>(row));
}

function withIsoTimes<View extends object>(row: object): View {
  const fields = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(fields) as View;
}

/** Fields of rows as arrays, for `unnest`. */
export function arraysOf<Row>(rows: readonly Row[], ...fields: (keyof Row)[]): unknown[][] {
  return fields.map((field) => rows.map((row) => row[field]));
}

/** Fields of a row in the order of a statement's parameters. */
export function valuesOf<Row, Field extends keyof Row>(row: Row, ...fields: Field[]): Row[Field][] {
  return fields.map((field) => row[field]);
}

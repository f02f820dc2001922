import type { TableMapping } from '../../manifest/table-schema';
import { splitCells, type TableHeading } from '../../model/table/delimited';
import { readValueHeading } from '../../model/table/heading';

/** Headings of the column that names the query, and of one that counts its runs. */
const QUERY = /^(?:query|query[ _]?(?:id|no\.?|num|number|name)|q)$/i;
const RUN = /^(?:run|iteration|iter|repeat|rep|try|trial|pass)(?:[ _]?(?:id|no|num|number))?$/i;
/** `1`, `q1`, `Q14b`, `query_7.sql`, `tpch-q21`, `tpcds_q99` */
const NAME = /^(?:tpc-?(?:h|ds)[-_ ]?)?(?:q|query)?[-_ ]?0*(\d{1,3}[a-d]?)(?:\.sql)?$/i;
/** `seconds`, `time_ms`, `elapsed (s)`, `execution_time_seconds` */
const TIME =
  /^(?:(?:avg|mean|median|total|query|exec|execution|wall)[ _]?)?(?:time|elapsed|duration|runtime|latency|secs?|seconds|ms|millis)\b|^(?:time|elapsed|duration|runtime|latency)_/i;
/** Units as headings write them. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:s|secs?|seconds?)$/i, 's'],
  [/^(?:ms|msecs?|millis|milliseconds?)$/i, 'ms'],
  [/^(?:us|µs|micros|microseconds?)$/i, 'us'],
];
/** Columns that make rows unlike, in a way that only their author knows. */
const OTHERS =
  /engine|system|database|dbms|version|config|scale|\bsf\b|stream|machine|threads|clients|users/i;
const MIN_QUERIES = 3;

interface Table extends TableHeading {
  rows: readonly string[];
}

/**
 * What the columns of a table of TPC-H, TPC-DS or another suite of queries are: a query in each row, and one column of times whose
 * heading names the unit. Null for a table that leaves a doubt, which basecase.json explains.
 */
export function queryTable({ columns, rows, separator }: Table): TableMapping | null {
  const test = columns.find(isQueryColumn);
  const times = columns.filter(isTimeColumn);
  const [value, ...more] = times;
  if (test === undefined || value === undefined || more.length > 0) return null;
  if (columns.some(isMixing) || rows.length < MIN_QUERIES) return null;
  const at = columns.indexOf(test);
  if (!rows.every((row) => NAME.test((splitCells(row, separator) ?? [])[at]?.trim() ?? ''))) return null;
  const repeat = columns.find((column) => RUN.test(column));
  return {
    tool: 'query suite',
    columns: { test, value, ...(repeat !== undefined && { repeat }) },
    unit: timeUnit(value) ?? 's',
    better: 'lower',
  };
}

/** True for the heading of what names a query. */
export function isQueryColumn(name: string): boolean {
  return QUERY.test(name);
}

/** True for the heading of a time with its unit. */
export function isTimeColumn(name: string): boolean {
  return TIME.test(name) && timeUnit(name) !== null;
}

/** True for the heading of what makes rows unlike. */
export function isMixing(name: string): boolean {
  return OTHERS.test(name);
}

/** `q14b` of `tpch-q14b.sql` or `14b`; null for other names. */
export function queryOf(name: string): string | null {
  const [, number] = NAME.exec(name.trim()) ?? [];
  return number === undefined ? null : `q${number.toLowerCase()}`;
}

/** Unit of time that a heading names: `s`, `ms`, `us`; null where it names none. */
export function timeUnit(name: string): string | null {
  const { unit } = readValueHeading(name);
  return UNITS.find(([form]) => unit !== null && form.test(unit))?.[1] ?? null;
}

import type { TableMapping } from '../../manifest/table-schema';
import { splitCells, type TableHeading } from '../../model/table/delimited';
import { readValueHeading } from '../../model/table/heading';

/** Headings of the column that names the query, and of one that counts its runs. */
const QUERY = /^(?:query|query[ _]?(?:id|no|num|number|name)|q)$/i;
const RUN = /^(?:run|iteration|iter|repeat|rep|try|trial|pass)(?:[ _]?(?:id|no|num|number))?$/i;
/** `1`, `q1`, `Q14b`, `query_7.sql`, `tpch-q21`, `tpcds_q99` */
const NAME = /^(?:tpc-?(?:h|ds)[-_ ]?)?(?:q|query)?[-_ ]?\d{1,3}[a-d]?(?:\.sql)?$/i;
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
  const test = columns.find((column) => QUERY.test(column));
  const times = columns.filter((column) => TIME.test(column) && unitOf(column) !== null);
  const [value, ...more] = times;
  if (test === undefined || value === undefined || more.length > 0) return null;
  if (columns.some((column) => OTHERS.test(column)) || rows.length < MIN_QUERIES) return null;
  const at = columns.indexOf(test);
  if (!rows.every((row) => NAME.test((splitCells(row, separator) ?? [])[at]?.trim() ?? ''))) return null;
  const repeat = columns.find((column) => RUN.test(column));
  return {
    tool: 'query suite',
    columns: { test, value, ...(repeat !== undefined && { repeat }) },
    unit: unitOf(value) ?? 's',
    better: 'lower',
  };
}

/** Unit of time that a heading names, null where it names none. */
function unitOf(column: string): string | null {
  const { unit } = readValueHeading(column);
  return UNITS.find(([form]) => unit !== null && form.test(unit))?.[1] ?? null;
}

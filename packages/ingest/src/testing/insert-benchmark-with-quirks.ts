import { roundHalfEven } from '../model/formulas';
import { BUCKETS, type IibenchLog, type Operation } from '../parsers/insert-benchmark/client/iibench-log';
import {
  TABLE_COLUMNS,
  type TableColumn,
  type TableRow,
} from '../parsers/insert-benchmark/tables/report-table-log';

/** bc cuts decimals off, it does not round. */
export function cutDecimals(value: number): string {
  return value === 0 ? '0' : (Math.floor(value * 10 + 1e-9) / 10).toFixed(1);
}

/** A ratio as the author's script prints it. */
function ratio(cell: string, base: string): string {
  if (cell === 'NA' || base === 'NA') return 'NA';
  if (Number(base) === 0) return Number(cell) === 0 ? '1' : 'inf';
  const value = Number(cell) / Number(base);
  // printf rounds 1.125, which is exact in binary, to the even 1.12; toFixed rounds it up.
  return (Number.isInteger(value * 8) ? roundHalfEven(value * 100) / 100 : value).toFixed(2);
}

/** Rows of `o.rt.t.<operation>`: a row for each client, their sum, and its percentages. */
export function responseTimeRows(clients: readonly IibenchLog[], operation: Operation): string[][] {
  const rows = clients.flatMap(({ responseTimes }, index) => {
    const times = responseTimes[operation];
    return times ? [{ ...times, tag: `t${index + 1}:DBMS` }] : [];
  });
  // An operation that the step does not have.
  if (rows.length === 0) return [['0.000', 'pct:DBMS']];
  const sums = BUCKETS.map((_, bucket) => rows.reduce((sum, { counts }) => sum + (counts[bucket] ?? 0), 0));
  const all = sums.reduce((sum, count) => sum + count, 0);
  const max = Math.max(...rows.map((row) => row.max)).toFixed(3);
  return [
    ...rows.map((row) => [...row.counts.map(String), row.max.toFixed(3), row.tag]),
    [...sums.map(String), max, 'sum:DBMS'],
    [...sums.map((count) => ((count / all) * 100).toFixed(3)), max, 'pct:DBMS'],
  ];
}

/**
 * The script counts every line between the names of the columns and the histograms, so `get_min_trxid = 250001 in ...`
 * is a row with a rate of 250001, and the empty line after it one of 0. A tenth is (lines - 3) / 10 of them.
 */
export function tenths(
  lines: readonly string[],
  column: number,
  values: ReadonlyMap<number, number>,
): string[] {
  const header = lines.findIndex((line) => line.startsWith('i_sec'));
  const end = lines.findIndex((line) => line.startsWith('Insert rt:'));
  const rows = lines.slice(header + 1, end).map((text, index) => {
    const word = text.startsWith('get_min') ? Number(text.split(' ')[column - 1] ?? 0) : 0;
    return values.get(header + 2 + index) ?? (Number.isNaN(word) ? 0 : word);
  });
  const size = Math.max(0, Math.floor((rows.length - 3) / 10));
  return Array.from({ length: 10 }, (_, part) => {
    if (size === 0) return '-nan';
    const own = rows.slice(part * size, (part + 1) * size);
    return String(roundHalfEven(own.reduce((sum, value) => sum + value, 0) / size));
  });
}

/** Rows after the first one of each group and step, relative to it. */
export function toRatios(rows: readonly TableRow[]): Pick<TableRow, 'tag' | 'step' | 'cells'>[] {
  const bases = new Map<string, TableRow>();
  return rows.flatMap((row) => {
    const key = `${row.step} ${row.group}`;
    const base = bases.get(key);
    if (!base) {
      bases.set(key, row);
      return [];
    }
    const cells: Partial<Record<TableColumn, string>> = {};
    for (const column of TABLE_COLUMNS) {
      cells[column] = ratio(row.cells[column] ?? 'NA', base.cells[column] ?? 'NA');
    }
    return [{ tag: row.tag, step: row.step, cells }];
  });
}

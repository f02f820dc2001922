import type { Histogram } from '../../../model/details';
import {
  BUCKETS,
  type ClientTotals,
  type IndexCreation,
  type Operation,
  type ResponseTimes,
} from '../client/iibench-log';

/** `Insert rt:         0         0         4        55         1         0         0         0         0         0    0.021487` */
const RESPONSE_TIMES = /^ {0,2}(Insert|Delete|Query) rt: {1,20}(\d[\d. ]{1,200})$/;
const TOTALS = /^Totals: (\d{1,12}\.\d) secs, (\d{1,12}\.\d) rows\/sec, (\d{1,15}) rows, (.{1,80})$/;
const RETRIES = /^(\d{1,15}) (\d{1,15}) (\d{1,15}) insert-delete-query retry$/;
/** Clients before 2023 did not delete. */
const OLD_RETRIES = /^(\d{1,15}) insert retry, (\d{1,15}) query retry$/;
export const CREATED = /^Created secondary indexes in (\d{1,12}(?:\.\d{1,6})?) seconds$/;
export const INDEX_CREATION = /^(\d{1,9}) seconds : (create .{1,80})$/;

interface OperationTimes {
  operation: Operation;
  times: ResponseTimes;
}

export function toHistogram({ operation, times }: OperationTimes, of: string | null): Histogram {
  const { counts, line } = times;
  return {
    ...{ id: `${operation}_latency`, label: `${operation} response time`, unit: 's', of },
    buckets: counts.map((count, index) => ({ upTo: BUCKETS[index] ?? null, count })),
    ...{ line, lineEnd: line },
  };
}

/** A histogram's second line. The first one names the bounds and holds no counts. */
export function parseResponseTimes(text: string, line: number): OperationTimes | null {
  const found = RESPONSE_TIMES.exec(text);
  const numbers = found?.[2]?.trim().split(/ +/).map(Number) ?? [];
  const max = numbers.pop();
  if (!found || max === undefined || numbers.length !== BUCKETS.length) return null;
  if (![...numbers, max].every(Number.isFinite)) return null;
  const operation = (found[1] ?? '').toLowerCase() as Operation;
  return { operation, times: { counts: numbers, max, line } };
}

export function parseTotals(text: string, line: number): ClientTotals | null {
  const found = TOTALS.exec(text);
  if (!found) return null;
  const [, seconds, rowsPerS, rows, words = ''] = found;
  const now = RETRIES.exec(words);
  const old = OLD_RETRIES.exec(words);
  if (!now && !old) return null;
  const retries = now
    ? { insert: Number(now[1]), delete: Number(now[2]), query: Number(now[3]) }
    : { insert: Number(old?.[1]), delete: null, query: Number(old?.[2]) };
  return { seconds: Number(seconds), rowsPerS: Number(rowsPerS), rows: Number(rows), retries, line };
}

export function parseCreatedIndexes(text: string, line: number): { seconds: number; line: number } | null {
  const found = CREATED.exec(text);
  return found && { seconds: Number(found[1]), line };
}

export function parseIndexCreation(text: string, line: number): IndexCreation | null {
  const found = INDEX_CREATION.exec(text);
  return found && { seconds: Number(found[1]), words: (found[2] ?? '').trim(), line };
}

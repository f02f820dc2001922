import type { DetailsBuilder } from '../../../files/details-builder';
import { percentilesOf } from '../../../model/metric';
import { type LastStatus, testOf } from '../ycsb-log';

/**
 * `2023-06-05 16:13:48:459 10 sec: 16699 operations; 611.11 current ops/sec; est completion in ... [READ: Count=...`,
 * without the time in 0.1, without the rate in the first line. The locale of the JVM may print `7453,01`.
 * Source: Status and StatusThread of github.com/brianfrankcooper/YCSB.
 */
export const STATUS =
  /^[\t >]{0,40}(?:[0-9][0-9: .,-]{18,31} )?(\d{1,9}) sec: (\d{1,15}) operations; (?:(\d{1,15}(?:[.,]\d{1,9})?) current ops\/sec; ?)?/;
/** `[READ: Count=70818, Max=316671, Min=457, Avg=1511,13, 90=2753, 99=7463, 99.9=15911, 99.99=211071]`, of the interval. */
const BLOCK = /\[([A-Z][\w-]{0,60}): ([^\][]{1,400})\]/g;
/** `[READ AverageLatency(us)=1234.56]` of 0.1. */
const OLD_BLOCK = /\[([A-Z][\w-]{0,60}) AverageLatency\(us\)=(\d{1,15}(?:[.,]\d{1,9})?)\]/g;
const LONE_BLOCK = /^[\t >]{0,40}\[[A-Z][\w-]{0,60}: [A-Z]/;
/** A comma within a number is followed by a digit, one between two pairs by a blank. */
const PAIR = /(Count|Max|Min|Avg|\d[\d.]{0,8})=(-?\d{1,20}(?:[.,]\d{1,9})?|NaN)(?=,? |,?$)/g;

/** The start of a progress line; null for other lines. */
export function readStatus(text: string): Omit<LastStatus, 'lines' | 'line'> | null {
  const [found, seconds, operations, rate] = STATUS.exec(text) ?? [];
  if (found === undefined) return null;
  return {
    seconds: Number(seconds),
    operations: Number(operations),
    rate: rate === undefined ? null : toDecimal(rate),
  };
}

/** Latencies of one kind of operation in an interval: microseconds by `Avg`, `99`, ...; null where it had none. */
export interface StatusBlock {
  operation: string;
  values: Map<string, number | null>;
}

export function readBlocks(text: string): StatusBlock[] {
  const blocks: StatusBlock[] = [];
  for (const [, operation = '', pairs = ''] of text.matchAll(BLOCK)) {
    const values = new Map<string, number | null>();
    for (const [, key = '', value = ''] of pairs.matchAll(PAIR)) values.set(key, toDecimal(value));
    // Extremes of an interval without operations are those of the type: 9223372036854775807.
    if (values.get('Count') === 0)
      for (const key of values.keys()) if (key !== 'Count') values.set(key, null);
    blocks.push({ operation, values });
  }
  for (const [, operation = '', value = ''] of text.matchAll(OLD_BLOCK)) {
    blocks.push({ operation, values: new Map([['Avg', toDecimal(value)]]) });
  }
  return blocks;
}

const COLUMNS: ReadonlyMap<string, { id: string; label: string }> = new Map([
  ['Avg', { id: 'latency_avg', label: 'avg' }],
  ...percentilesOf('latency').map(([percent, id]) => [`${percent}`, { id, label: `p${percent}` }] as const),
  ['Max', { id: 'latency_max', label: 'max' }],
]);

/** Adds latencies of an interval by what its line calls them. */
export function addBlocks(
  details: DetailsBuilder,
  { text, seconds, line }: { text: string; seconds: number; line: number },
): void {
  if (!STATUS.test(text) && !LONE_BLOCK.test(text)) return;
  for (const { operation, values } of readBlocks(text)) {
    for (const [key, value] of values) {
      const column = COLUMNS.get(key);
      const latency = value === null ? null : Number(`${value}e-6`);
      if (column) details.series({ ...column, unit: 's', of: testOf(operation) }).add(seconds, latency, line);
    }
  }
}

/** True where a block of latencies begins and does not end: the line was broken in two. */
export function isBroken(text: string): boolean {
  return text.lastIndexOf('[') > text.lastIndexOf(']');
}

function toDecimal(text: string): number | null {
  const value = Number(text.replace(',', '.'));
  return Number.isFinite(value) ? value : null;
}

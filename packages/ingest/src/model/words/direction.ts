import type { Direction } from '../metric-entry';
import type { Unit } from './units';

const BAD = /err|fail|abort|retr|timeout|latenc|wait|stall|conflict|deadlock|miss|lag|dropped|rss|cpu|alloc/i;
const GOOD = /score|throughput|speed|hit|efficien|goodput|\b(?:ops|qps|tps|rps|iops|tpmc?)\b/i;

/**
 * Whether more is better, inferred from name and unit unless specified: rates are throughput, times, sizes and costs per operation
 * are paid, unless the name says otherwise. `none` where neither tells.
 */
export function inferDirection(name: string, { kind }: Unit): Direction {
  if (BAD.test(name)) return 'lower-is-better';
  if (GOOD.test(name) || kind === 'rate') return 'higher-is-better';
  if (kind === 'time' || kind === 'bytes' || kind === 'per-operation') return 'lower-is-better';
  return 'none';
}

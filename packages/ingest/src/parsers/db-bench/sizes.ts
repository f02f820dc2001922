import { toFinite } from '../../text/finite';

const KIB = 1024;
/** RocksDB's KB, MB, GB and TB are powers of 1024. */
const UNITS: Readonly<Record<string, number>> = {
  B: 1,
  KB: KIB,
  MB: KIB ** 2,
  GB: KIB ** 3,
  TB: KIB ** 4,
};

export const MIB = KIB ** 2;
export const GIB = KIB ** 3;

/** `16GB`, `167.93MB` in bytes; null for anything else. */
export function toBytes(text: string): number | null {
  const [, digits, unit = ''] = /^(\d{1,15}(?:\.\d{1,15})?)([KMGT]?B)$/.exec(text) ?? [];
  const value = toFinite(digits);
  const factor = UNITS[unit];
  return value === null || factor === undefined ? null : Math.round(value * factor);
}

const DECIMAL: Readonly<Record<string, number>> = { '': 0, k: 3, K: 3, M: 6, G: 9, T: 12, P: 15 };
const BINARY: Readonly<Record<string, number>> = { '': 0, K: 1, M: 2, G: 3, T: 4, P: 5 };
const TIME_EXPONENTS: Readonly<Record<string, number>> = { nsec: -9, usec: -6, msec: -3, sec: 0 };

/** Digits and a suffix as fio prints counts: `1380`, `37.7k`, `4105.8k`. */
const COUNT = /^(\d+(?:\.\d+)?)([kKMGTP]?)$/;

/**
 * @param text `37.7k`; suffixes are powers of 1000
 * @param exponent power of ten that the number is in: -6 for microseconds
 * @returns exact to the digits printed; null when it is not a number
 */
export function parseCount(text: string | undefined, exponent = 0): number | null {
  const [, digits, suffix = ''] = COUNT.exec(text ?? '') ?? [];
  if (digits === undefined) return null;
  // By notation and not by multiplication: 9.22 usec is 0.00000922 s.
  const value = Number(`${digits}e${exponent + (DECIMAL[suffix] ?? 0)}`);
  return Number.isFinite(value) ? value : null;
}

/** Seconds of a value in `nsec`, `usec`, `msec` or `sec`. */
export function parseTime(text: string | undefined, unit: string): number | null {
  const exponent = TIME_EXPONENTS[unit];
  return exponent === undefined ? null : parseCount(text, exponent);
}

/** Seconds of one `nsec`, `usec`, ... as a power of ten; null for an unknown unit. */
export function timeExponent(unit: string): number | null {
  return TIME_EXPONENTS[unit] ?? null;
}

/** Bytes of `589MiB`, `618MB`, `12.0KiB`, `512B`: MiB are 1024s, MB are 1000s. */
export function parseBytes(text: string): number | null {
  const [, digits, prefix = '', binary] = /^(\d+(?:\.\d+)?)([kKMGTP]?)(i?)B$/.exec(text) ?? [];
  if (digits === undefined) return null;
  if (binary === '' && prefix !== '') return parseCount(`${digits}${prefix}`);
  const value = Number(digits) * 1024 ** (BINARY[prefix] ?? 0);
  return Number.isFinite(value) ? value : null;
}

/**
 * A block size as tests are named after it: `16.0KiB`, `16k` and `16384` are `16K`.
 *
 * @returns null when it is not one size (`4k-64k`, `4k,16k`)
 */
export function toBlockSize(text: string): string | null {
  const [, digits, prefix = ''] = /^(\d+(?:\.\d+)?)([kKmMgGtT]?)(?:i?[bB])?$/.exec(text) ?? [];
  const bytes = Number(digits) * 1024 ** (BINARY[prefix.toUpperCase()] ?? 0);
  if (!Number.isSafeInteger(bytes) || bytes <= 0) return null;
  if (bytes % 1024 ** 2 === 0) return `${bytes / 1024 ** 2}M`;
  return bytes % 1024 === 0 ? `${bytes / 1024}K` : `${bytes}`;
}

/** Bytes of `16K`, `2M`, `512`. */
export function blockBytes(blockSize: string): number | null {
  return parseBytes(`${blockSize}${/\d$/.test(blockSize) ? 'B' : 'iB'}`);
}

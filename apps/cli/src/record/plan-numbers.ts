import { InvalidArgumentError } from 'commander';

/** `3%` and `0.03`. */
export function parseResolution(text: string): number {
  const [, digits, sign] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  const value = Number(digits) / (sign === '%' ? 100 : 1);
  if (value >= 0.002 && value <= 0.5) return value;
  throw new InvalidArgumentError('Expected 0.2% to 50%, e.g. --resolution 3%.');
}

/** `8..48`, or `24` for exactly that many. */
export function parseRounds(text: string): { least: number; most: number } {
  const [, least, most = least] = /^([1-9]\d*)(?:\.\.([1-9]\d*))?$/.exec(text) ?? [];
  if (least === undefined) throw new InvalidArgumentError('Expected least..most, e.g. --rounds 8..48.');
  return { least: Number(least), most: Number(most) };
}

/** CPUs: `0.3`. */
export function parseCpus(text: string): number {
  if (/^\d{1,4}(?:\.\d{1,3})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number of CPUs, e.g. --most-others 0.3.');
}

/** A whole number from 0 on. */
export function parseCount(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}

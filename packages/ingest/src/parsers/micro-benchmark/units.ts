/** Units of time as powers of ten of a second, as Google Benchmark, Go and JMH call them. */
const EXPONENTS: Readonly<Record<string, number>> = { ns: -9, us: -6, µs: -6, ms: -3, s: 0, sec: 0 };
/** Those that are none: seconds of one. */
const SECONDS: Readonly<Record<string, number>> = { min: 60, hr: 3600, day: 86_400 };

/** What a number counts, and what it is in base units. */
export interface Scaled {
  /** `time`: seconds per operation; `rate`: operations per second. */
  kind: 'time' | 'rate';
  value: number;
}

/** Seconds of a value in `ns`, `us`, `ms`, `s`, `min`, ...; null for a unit that is none of time. */
export function toSeconds(value: number, unit: string): number | null {
  const exponent = Object.hasOwn(EXPONENTS, unit) ? EXPONENTS[unit] : undefined;
  if (exponent !== undefined) return scale(value, exponent);
  const seconds = Object.hasOwn(SECONDS, unit) ? SECONDS[unit] : undefined;
  return seconds === undefined ? null : value * seconds;
}

/**
 * A value in `ns/op`, `ms/op`, ... as seconds, in `ops/s`, `ops/us`, ... as operations per second.
 *
 * @returns null for any other unit, whose meaning is unknown
 */
export function toBaseUnit(value: number, unit: string): Scaled | null {
  const [, ofTime] = /^(\S+)\/op$/.exec(unit) ?? [];
  if (ofTime !== undefined) {
    const seconds = toSeconds(value, ofTime);
    return seconds === null ? null : { kind: 'time', value: seconds };
  }
  const [, ofRate = ''] = /^ops\/(\S+)$/.exec(unit) ?? [];
  const exponent = Object.hasOwn(EXPONENTS, ofRate) ? EXPONENTS[ofRate] : undefined;
  if (exponent !== undefined) return { kind: 'rate', value: scale(value, exponent === 0 ? 0 : -exponent) };
  const seconds = Object.hasOwn(SECONDS, ofRate) ? SECONDS[ofRate] : undefined;
  return seconds === undefined ? null : { kind: 'rate', value: value / seconds };
}

/** The point is moved in the text where there is one to move: 325 / 1e9 need not be 3.25e-7. */
export function scale(value: number, exponent: number): number {
  const [, digits, printed = '0'] = /^(-?[\d.]+)(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return digits === undefined ? value * 10 ** exponent : Number(`${digits}e${Number(printed) + exponent}`);
}

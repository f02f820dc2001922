/** Possible values of a printed number: 9.85 is anything from 9.845 to 9.855. */
export interface Range {
  low: number;
  high: number;
}

/** @param decimals digits after the point that the tool prints */
export function printed(value: number, decimals: number): Range {
  const half = 0.5 * 10 ** -decimals;
  return { low: Math.max(0, value - half), high: value + half };
}

export const exact = (value: number): Range => ({ low: value, high: value });

export function times(a: Range, b: Range): Range {
  return { low: a.low * b.low, high: a.high * b.high };
}

/** A divisor that may be 0 leaves the quotient open above. */
export function over(a: Range, b: Range): Range {
  return {
    low: b.high > 0 ? a.low / b.high : 0,
    high: b.low > 0 ? a.high / b.low : Number.POSITIVE_INFINITY,
  };
}

export function plus(...ranges: readonly Range[]): Range {
  return {
    low: ranges.reduce((sum, { low }) => sum + low, 0),
    high: ranges.reduce((sum, { high }) => sum + high, 0),
  };
}

/** From a to anything above it, and from anything below to b: for order, `avg <= max`. */
export const atLeast = ({ low }: Range): Range => ({ low, high: Number.POSITIVE_INFINITY });

/** The same with a part of it more on both sides: 0.01 is one percent. */
export function widen({ low, high }: Range, slack: number): Range {
  return { low: low * (1 - slack), high: high * (1 + slack) };
}

export function overlap(a: Range, b: Range): boolean {
  return a.low <= b.high && b.low <= a.high;
}

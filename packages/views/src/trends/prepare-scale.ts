import { toPrintfFixed } from '@basecase/analysis';

export interface Scale {
  from: number;
  to: number;
  ticks: { value: number; text: string }[];
}

const STEPS = [1, 2, 2.5, 5, 10];
const WANTED_TICKS = 5;
/** A flat line is not stretched until its noise looks like a cliff. */
const LEAST_SPAN = 0.2;

/** Absolute values start at zero. Ratios may start elsewhere; then 1.00 is in the drawing. */
export function prepareScale(values: readonly number[], mode: 'rel' | 'abs'): Scale {
  if (mode === 'abs') {
    const top = Math.max(0, ...values);
    const step = stepOf(top === 0 ? 1 : top);
    return scaleOf(0, Math.max(step, Math.ceil(top / step) * step), step);
  }
  const [low, high] = [Math.min(1, ...values), Math.max(1, ...values)];
  const missing = Math.max(0, LEAST_SPAN - (high - low)) / 2;
  const step = stepOf(high - low + 2 * missing);
  const from = Math.max(0, Math.floor((low - missing) / step + EPSILON) * step);
  return scaleOf(from, Math.ceil((high + missing) / step - EPSILON) * step, step);
}

/** Steps are added up in floating point. */
const EPSILON = 1e-9;

/** A round step that gives about the wanted number of ticks. */
function stepOf(span: number): number {
  const raw = span / WANTED_TICKS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = STEPS.find((step) => step * power >= raw) ?? 10;
  return factor * power;
}

function scaleOf(from: number, to: number, step: number): Scale {
  const count = Math.round((to - from) / step);
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) + (isHalf(step) ? 1 : 0)));
  return {
    from,
    to,
    ticks: Array.from({ length: count + 1 }, (_, index) => {
      const value = from + index * step;
      return { value, text: tickText(value, { to, decimals }) };
    }),
  };
}

/** 0.25 needs a decimal more than 0.2. */
function isHalf(step: number): boolean {
  const lead = step / 10 ** Math.floor(Math.log10(step));
  return Math.abs(lead - 2.5) < EPSILON;
}

const UNITS: readonly [size: number, letter: string][] = [
  [1e6, 'M'],
  [1e3, 'K'],
];
/** Up to here a number is as short as with a letter. */
const LARGE = 10;

/** All ticks in the unit that the largest of them needs. */
function tickText(value: number, { to, decimals }: { to: number; decimals: number }): string {
  const [size, letter] = UNITS.find(([unit]) => to >= LARGE * unit) ?? [1, ''];
  if (value === 0 || size === 1) return toPrintfFixed(value, value === 0 ? 0 : decimals);
  return `${Number((value / size).toPrecision(4))}${letter}`;
}

import { type MetricId, metricOf } from '../model/metric';

/** A number and the line it was read from. */
export interface NumberAt {
  value: number;
  line: number;
}

/** One kind of line with numbers. `valueLines` of its parser has the pattern, so that unreadable numbers are reported. */
export interface NumberLine {
  pattern: RegExp;
  /** Empty for lines of another kind. A group that is absent has no number. */
  read(text: string, line: number): (readonly [MetricId, NumberAt & { printed: string }])[];
}

/**
 * Describes a line with numbers of metrics.
 *
 * @param metrics metric of each group of the pattern
 * @param unit of the times in the line
 */
export function numberLine(pattern: RegExp, metrics: readonly MetricId[], unit = 's'): NumberLine {
  return {
    pattern,
    read(text, line) {
      const groups = pattern.exec(text)?.slice(1) ?? [];
      return metrics.flatMap((metric, index) => {
        const printed = groups[index] ?? '';
        const exponent = metricOf(metric).unit === 's' ? exponentOf(unit) : 0;
        const at = numberAt(printed, line, exponent ?? 0);
        return at ? [[metric, { ...at, printed }] as const] : [];
      });
    },
  };
}

/** As Java and Go print numbers: `959.0`, `1.2098756170999897E10`. */
const NUMBER = /^(-?\d+(?:\.\d+)?)(?:[eE]([+-]?\d{1,4}))?$/;

/**
 * A printed number times a power of ten: the point is moved in the text, because 4517 / 1e6 need not be 0.004517.
 *
 * @returns null where it is not a finite number
 */
export function toNumber(text: string, exponent = 0): number | null {
  const [, digits, printed = '0'] = NUMBER.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  const value = Number(`${digits}e${Number(printed) + exponent}`);
  return Number.isFinite(value) ? value : null;
}

/** The number that a line prints; null where it is absent or unreadable. */
export function numberAt(text: string | undefined, line: number, exponent = 0): NumberAt | null {
  const value = toNumber(text ?? '', exponent);
  return value === null ? null : { value, line };
}

/** Powers of ten of units of time, to seconds. */
const EXPONENTS: Readonly<Record<string, number>> = { s: 0, ms: -3, us: -6, ns: -9 };

/** A time unit in seconds, as a power of ten; null for other units. */
export function exponentOf(unit: string): number | null {
  return Object.hasOwn(EXPONENTS, unit) ? (EXPONENTS[unit] ?? null) : null;
}

const EXTREMES: Readonly<Record<string, MetricId>> = {
  avg: 'latency_avg',
  average: 'latency_avg',
  min: 'latency_min',
  max: 'latency_max',
};

/** Metric of `Avg`, `Average`, `Min`, `Max`; null for other words. */
export function extremeMetric(word: string): MetricId | null {
  const lower = word.toLowerCase();
  return Object.hasOwn(EXTREMES, lower) ? (EXTREMES[lower] ?? null) : null;
}

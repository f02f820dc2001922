import { type MetricId, metricOf } from '../model/metric';

/** A number and the line it was read from. */
export interface NumberAt {
  value: number;
  line: number;
}

/** Powers of ten of seconds. */
const EXPONENTS = { s: 0, ms: -3, us: -6 } as const;

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
export function numberLine(
  pattern: RegExp,
  metrics: readonly MetricId[],
  unit: keyof typeof EXPONENTS = 's',
): NumberLine {
  return {
    pattern,
    read(text, line) {
      const groups = pattern.exec(text)?.slice(1) ?? [];
      return metrics.flatMap((metric, index) => {
        const printed = groups[index];
        // The point is moved in the text: 4.517 / 1000 is not 0.004517.
        const value = Number(`${printed}e${metricOf(metric).unit === 's' ? EXPONENTS[unit] : 0}`);
        return printed === undefined || !Number.isFinite(value)
          ? []
          : [[metric, { value, line, printed }] as const];
      });
    },
  };
}

import type { FormulaName } from '../model/formulas';
import { type MetricId, metricOf } from '../model/metric';
import type { Measurement, NormalizedResult } from '../model/run';

/** Where a value was read: one line, or the lines of the samples that a mean is taken over. */
export interface ReadAt {
  file: string;
  line: number;
  lineEnd?: number;
}

/** The measurements of one result: at most one per metric and source, all finite, each with its place. */
export class Measurements {
  readonly list: Measurement[] = [];

  /** A value as a log or a summary printed it. */
  reported(metric: MetricId, value: number | null | undefined, at: ReadAt & { unit?: string }): void {
    this.#add(metric, value, null, at);
  }

  /** A value derived here. */
  computed(
    metric: MetricId,
    value: number | null,
    at: ReadAt & { formula: FormulaName; unit?: string },
  ): void {
    this.#add(metric, value, at.formula, at);
  }

  #add(
    metric: MetricId,
    value: number | null | undefined,
    formula: FormulaName | null,
    at: ReadAt & { unit?: string },
  ): void {
    if (value === null || value === undefined || !Number.isFinite(value)) return;
    const source = formula === null ? 'reported' : 'computed';
    if (this.list.some((known) => known.metric === metric && known.source === source)) return;
    // Of a damaged log the last line that counts may stand before the first.
    const lines = [at.line, at.lineEnd ?? at.line] as const;
    this.list.push({
      metric,
      value,
      unit: at.unit ?? metricOf(metric).unit,
      source,
      formula,
      file: at.file,
      line: Math.min(...lines),
      lineEnd: Math.max(...lines),
    });
  }
}

/** A result as it is before parts are joined, which number its repeats. */
export function newResult({
  measurements,
  ...result
}: Pick<NormalizedResult, 'test' | 'status' | 'unit' | 'clients' | 'tool'> &
  Partial<Pick<NormalizedResult, 'range' | 'command' | 'device'>> & {
    measurements: Measurements;
  }): NormalizedResult {
  const defaults = { range: null, repeat: 1, command: null, device: null };
  return { ...defaults, ...result, measurements: measurements.list };
}

import { formatRatio } from '@basecase/analysis';
import type { RegressionPage } from '@basecase/db/types';
import { groupDigits } from '../../text/count-text';

export interface ThroughputWords {
  /** After a value: `queries/s`; `of 14.0` where ratios to 14.0 are all that was published. */
  unit: string;
  /** Unit of the bars: `queries/s`, `relative to 14.0`. */
  scale: string;
  /** Over a column of values. */
  heading: string;
  text: (value: number) => string;
}

/** How a record writes its throughput. A table that was published as ratios has no queries per second. */
export function throughputWords({
  workload,
  test,
}: Pick<RegressionPage, 'workload' | 'test'>): ThroughputWords {
  const { unit } = test;
  if (workload.relativeTo === null) return { unit, scale: unit, heading: unit, text: numberText };
  const { base } = workload.relativeTo;
  return { unit: `of ${base}`, scale: `relative to ${base}`, heading: 'as published', text: formatRatio };
}

/** Integers in groups of three; what is under 100 keeps three digits. */
export function numberText(value: number): string {
  return value >= 100 ? groupDigits(Math.round(value)) : String(Number(value.toPrecision(3)));
}

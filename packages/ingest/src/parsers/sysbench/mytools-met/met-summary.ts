import type { MetricId } from '../../../model/metric';

/** A value of a summary that run scripts computed, with its line. In the metric's own unit. */
export interface MetValue {
  metric: MetricId;
  value: number;
  line: number;
}

/** One `sb.met` file: at most one value per metric. `throughput` is the o/s it divided by. */
export interface MetSummary {
  type: 'met';
  values: MetValue[];
}

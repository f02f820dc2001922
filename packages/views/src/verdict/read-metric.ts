import type { Matrix } from '@basecase/analysis';
import { cpuMicros, type MetricId } from '@basecase/ingest/model';

/**
 * A value of one cell. CPU µs per operation is stored where it was computed here; figures that were published or
 * reported as cpu/o become it by the same formula: percent of all cores / 100 × cores × 1,000,000.
 *
 * @param cores of the server; null when they are not known, then cpu/o cannot be turned into a time
 */
export function readMetric(
  { values }: Pick<Matrix, 'values'>,
  metric: MetricId,
  { row, column, cores }: { row: number; column: number; cores: number | null },
): number | null {
  const own = values[metric]?.[row]?.[column] ?? null;
  if (own !== null || metric !== 'cpu_us_per_op') return own;
  const percent = values.cpu_per_op?.[row]?.[column] ?? null;
  return percent === null || cores === null ? null : cpuMicros(percent, cores);
}

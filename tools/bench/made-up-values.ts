import { type MetricId, metricOf } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';

/** Throughput, the five costs per operation and two latencies: what a cell of a real run has, and about how large. */
const SCALES: Partial<Record<MetricId, number>> = {
  throughput: 20000,
  cpu_per_op: 0.0005,
  cs_per_op: 4,
  reads_per_op: 0.02,
  read_kb_per_op: 0.3,
  write_kb_per_op: 40,
  latency_avg: 0.0005,
  latency_p95: 0.001,
};
export const MADE_UP_METRICS = Object.keys(SCALES) as MetricId[];

/** SQL: a number from 0 to 1 that follows from a text, so that the same seed gives the same numbers. */
export const share = (text: string) => `(abs(hashtext(${text})::bigint) / 2147483648.0)`;

/** SQL: the number of a run's version among the versions that are measured, from 1. */
export const VERSION_NUMBER = 'dense_rank() OVER (ORDER BY variant_id)';

export interface MadeUpValues {
  /** Ids of the runs; null: all. */
  runs: readonly number[] | null;
  /** SQL: width of the band that a value moves in when nothing changed. */
  noise: string;
  /** SQL: what throughput is multiplied by. */
  change: string;
  metrics?: readonly MetricId[];
}

/**
 * Makes up the measurements of results that did not fail: every test has its own level.
 *
 * In the order of runs, as imports write them: the rows of a run lie side by side.
 */
export async function makeUpValues(
  client: PoolClient,
  { runs, noise, change, metrics = MADE_UP_METRICS }: MadeUpValues,
): Promise<void> {
  await client.query(
    `INSERT INTO measurements (heatmap_id, result_id, metric, source, value, unit, formula)
     SELECT results.heatmap_id, results.id, given.metric, 'computed', given.scale * (0.5 + ${share('test_id || given.metric')})
         * (1 + ${noise} * (${share('results.id || given.metric')} - 0.5))
         * CASE WHEN given.metric = 'throughput' THEN ${change} ELSE 1 END,
       given.unit, 'made up'
     FROM results JOIN runs ON runs.heatmap_id = results.heatmap_id AND runs.id = run_id,
       unnest($1::text[], $2::float8[], $3::text[]) AS given (metric, scale, unit)
     WHERE ($4::bigint[] IS NULL OR run_id = ANY ($4)) AND status <> 'failed'
     ORDER BY results.id`,
    [metrics, metrics.map((metric) => SCALES[metric]), metrics.map((metric) => metricOf(metric).unit), runs],
  );
}

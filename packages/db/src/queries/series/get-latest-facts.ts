import type { RunFacts } from '@basecase/ingest/model';
import type { Database } from '../../database';

const FACTS = `
SELECT facts FROM unnest($1::bigint[]) WITH ORDINALITY AS asked (id, place)
JOIN run_places ON run_id = asked.id
JOIN runs ON runs.heatmap_id = run_places.heatmap_id AND runs.id = asked.id
ORDER BY place`;

/**
 * Facts of machine and compiler, each from the last run that has it. A run that differs was made
 * on another machine, in effect.
 *
 * @param runs ids, in order
 */
export async function getLatestFacts(
  { pool }: Pick<Database, 'pool'>,
  runs: readonly string[],
): Promise<RunFacts> {
  const { rows } = await pool.query<{ facts: RunFacts | null }>(FACTS, [runs]);
  return Object.assign({}, ...rows.map(({ facts }) => facts ?? {}));
}

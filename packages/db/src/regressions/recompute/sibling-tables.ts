import { type Matrix, releaseLineKey } from '@basecase/analysis';
import type { PoolClient } from 'pg';
import { listValues } from '../../rows';
import type { HeatmapColumn } from '../load-heatmap';
import type { FoundChange } from './find-changes';

/**
 * Siblings of a workload: tables of one published report that differ only in their base hold the same runs, some as
 * absolute values and some as ratios. For uploaded runs it is the workload alone.
 * The best come first: absolute values, then the table with the most columns.
 */
const SIBLINGS = `
SELECT workloads.id, array_agg(DISTINCT runs.variant_id) AS variants
FROM workloads AS asked
JOIN workloads ON workloads.id = asked.id OR (
  asked.published_title IS NOT NULL AND workloads.published_title = asked.published_title
  AND workloads.benchmark_id = asked.benchmark_id
  AND workloads.tables IS NOT DISTINCT FROM asked.tables
  AND workloads.rows_per_table IS NOT DISTINCT FROM asked.rows_per_table
  AND workloads.clients IS NOT DISTINCT FROM asked.clients
  AND workloads.primary_key IS NOT DISTINCT FROM asked.primary_key
  AND workloads.cached IS NOT DISTINCT FROM asked.cached
  AND workloads.label IS NOT DISTINCT FROM asked.label)
LEFT JOIN heatmaps ON heatmaps.workload_id = workloads.id AND heatmaps.server_id = $1
LEFT JOIN runs ON runs.heatmap_id = heatmaps.id
WHERE asked.id = $2
GROUP BY workloads.id
ORDER BY workloads.published_base IS NOT NULL, count(DISTINCT runs.variant_id) DESC, workloads.id`;

/** Ids of the workloads that are evaluated together on a server, the best source first. */
export async function listSiblings(
  client: PoolClient,
  { serverId, workloadId }: { serverId: number; workloadId: number },
): Promise<number[]> {
  return listValues<number>(client, SIBLINGS, [serverId, workloadId]);
}

/** The test and the column of a change or a stop. */
type JudgedCell = Pick<FoundChange, 'test' | 'firstBad'>;

/** Cells that some table has judged: test and column. */
export type JudgedCells = Set<string>;

/** Adds every cell of a table that has a value and a column of its release line before it, and where its tests stopped. */
export function noteJudged(
  judged: JudgedCells,
  matrix: Matrix<HeatmapColumn>,
  stops: readonly JudgedCell[],
): void {
  for (const { test, firstBad } of stops)
    judged.add(cellKey(test, matrix.columns[firstBad]?.variantId ?? -1));
  for (const [row, { key, name }] of matrix.rows.entries()) {
    const started = new Set<string>();
    for (const [index, column] of matrix.columns.entries()) {
      if ((matrix.values.throughput?.[row]?.[index] ?? null) === null) continue;
      const line = releaseLineKey(column);
      // A report may name the range of a test in one table and leave it out in the next.
      if (started.has(line)) for (const test of [key, name]) judged.add(cellKey(test, column.variantId));
      started.add(line);
    }
  }
}

/** Changes that no better table has judged. */
export function notJudgedYet<Change extends JudgedCell>(
  changes: readonly Change[],
  matrix: Matrix<HeatmapColumn>,
  judged: JudgedCells,
): Change[] {
  return changes.filter(({ test, firstBad }) => {
    const variantId = matrix.columns[firstBad]?.variantId ?? -1;
    return !judged.has(cellKey(test, variantId));
  });
}

function cellKey(test: string, variantId: number): string {
  return `${variantId} ${test}`;
}

import { nightLineName } from '@basecase/analysis';
import type { Database } from '../../database';
import type { SeriesChangeRecord } from '../../types/series';
import type { ColumnsOfLine } from './night-lines';

/** A record with the test that it is of. */
export type RecordOfTest = SeriesChangeRecord & { testId: number };

const RECORDS = `
SELECT test_id AS "testId", regressions.slug, variants.slug AS "firstBad", kind, state, verdict,
  (count(*) OVER (PARTITION BY cause))::int - 1 AS "sameNight"
FROM regressions
JOIN variants ON variants.id = first_bad_id
JOIN products ON products.id = regressions.product_id
WHERE server_id = $1 AND workload_id = $2 AND withdrawn_at IS NULL AND products.name = $3
  AND regressions.series ->> 'line' = $4 AND first_bad_id = ANY ($5)
ORDER BY regressions.id`;

/** Records of a line of nights that are alive, of all tests. */
export async function listSeriesRecords(
  { pool }: Database,
  { serverId, workloadId, line }: { serverId: number; workloadId: number; line: ColumnsOfLine },
): Promise<RecordOfTest[]> {
  const { rows } = await pool.query<RecordOfTest>(RECORDS, [
    serverId,
    workloadId,
    line.line.product,
    nightLineName(line.line),
    line.columns.map(({ variantId }) => variantId),
  ]);
  return rows;
}

import { nightLineName } from '@basecase/analysis';
import type { Database } from '../../database';
import type { SeriesChangeRecord } from '../../types/series';
import type { ColumnsOfLine } from './night-lines';
import { listRows } from '../../rows';

/** A record with the test that it is of. */
export type RecordOfTest = SeriesChangeRecord & { testId: number };

const RECORDS = `
SELECT test_id AS "testId", regressions.slug, variants.slug AS "firstBad", kind, state, verdict,
  (count(*) OVER (PARTITION BY cause))::int - 1 AS "sameNight"
FROM regressions
JOIN variants ON variants.id = first_bad_id
JOIN products ON products.id = regressions.product_id
WHERE regressions.heatmap_id = $1 AND withdrawn_at IS NULL AND products.name = $2
  AND regressions.series ->> 'line' = $3 AND first_bad_id = ANY ($4)
ORDER BY regressions.id`;

/** Records of a line of nights that are alive, of all tests. */
export async function listSeriesRecords(
  { pool }: Database,
  { heatmapId, line }: { heatmapId: number; line: ColumnsOfLine },
): Promise<RecordOfTest[]> {
  return listRows<RecordOfTest>(pool, RECORDS, [
    heatmapId,
    line.line.product,
    nightLineName(line.line),
    line.columns.map(({ variantId }) => variantId),
  ]);
}

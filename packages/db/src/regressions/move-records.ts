import type { PoolClient } from 'pg';
import { listRows } from '../rows';
import { scopeKey } from './recompute/plan-records';
import type { RecordScope } from './stored-record';
import { addEvents } from './write-record';

/** A test of a heatmap whose results have another name now. */
export interface RenamedTest {
  heatmapId: number;
  fromId: number;
  intoId: number;
  from: string;
  to: string;
}

/** Records whose two columns have no result with the old name, and at least one with the new name. */
const RECORDS = `
SELECT id, kind, workload_id AS "workloadId", test_id AS "testId", product_id AS "productId", fingerprint,
  withdrawn_at IS NOT NULL AS withdrawn
FROM regressions WHERE heatmap_id = $1 AND test_id = $2
  AND (SELECT count(*) FILTER (WHERE results.test_id = $2) = 0 AND count(*) FILTER (WHERE results.test_id = $3) > 0
    FROM runs JOIN results ON results.heatmap_id = runs.heatmap_id AND results.run_id = runs.id
    WHERE runs.heatmap_id = $1 AND runs.variant_id IN (first_bad_id, last_good_id))
ORDER BY id`;

/** One that is alive already with the new name stays the only one. */
const MOVE = `
UPDATE regressions SET test_id = $3, fingerprint = $4, changed_at = now() WHERE heatmap_id = $1 AND id = $2
  AND (withdrawn_at IS NOT NULL OR NOT EXISTS (SELECT FROM regressions AS other
    WHERE other.heatmap_id = $1 AND other.fingerprint = $4 AND other.withdrawn_at IS NULL))`;

type Row = Omit<RecordScope, 'line'> & { id: number; fingerprint: string; withdrawn: boolean };

/** Records of tests that were renamed keep their addresses and histories, with an event and without a message. */
export async function moveRecords(client: PoolClient, tests: readonly RenamedTest[]): Promise<void> {
  // All are chosen before one is moved: a name that one test gives up may be the new one of another.
  const chosen: { test: RenamedTest; record: Row }[] = [];
  for (const test of tests) {
    const rows = await listRows<Row>(client, RECORDS, [test.heatmapId, test.fromId, test.intoId]);
    chosen.push(...rows.map((record) => ({ test, record })));
  }
  for (const { test, record } of chosen) {
    const { heatmapId, intoId, from, to } = test;
    const fingerprint = record.fingerprint.replace(scopeKey(record), () =>
      scopeKey({ ...record, testId: intoId }),
    );
    const { rowCount } = await client.query(MOVE, [heatmapId, record.id, intoId, fingerprint]);
    if (!rowCount || record.withdrawn) continue;
    await addEvents(client, [
      {
        ...{ heatmapId, regressionId: record.id, by: 'job' },
        ...{ kind: 'line changed', detail: { renamedTest: [from, to] } },
      },
    ]);
  }
}

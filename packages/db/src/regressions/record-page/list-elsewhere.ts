import type { Database } from '../../database';
import type { ElsewhereEntry } from '../../types/regression-page';
import type { RegressionEntry, RegressionState } from '../../types/regressions';
import { loadHeatmap } from '../load-heatmap';
import { ratioOf, toRecordView, valueAt } from './record-view';

/** Workloads that are looked at, those with a record first: each is a heatmap to be judged. */
const MAX_ELSEWHERE = 8;

/**
 * Other heatmaps with runs of the same two versions with one config and build; repeats of the same published table
 * are left out. A record of the same test and version is included. Of several configs the record's own is first, then
 * one with a record.
 */
const CANDIDATES = `
WITH own AS MATERIALIZED (
  SELECT heatmap_id, server_id, workload_id, product_id, test_id, kind, first_bad, last_good, first_bad_id
  FROM regressions WHERE heatmap_id = $1 AND id = $2
)
SELECT DISTINCT ON (candidates.server_id, candidates.workload_id) candidates.server_id AS "serverId",
  candidates.workload_id AS "workloadId", records.slug, records.state, records.build,
  good_variant.slug AS good, bad_variant.slug AS bad
FROM own
JOIN variants AS own_variant ON own_variant.id = own.first_bad_id
JOIN workloads AS own_workload ON own_workload.id = own.workload_id
JOIN versions AS good ON good.product_id = own.product_id AND good.name = own.last_good
JOIN versions AS bad ON bad.product_id = own.product_id AND bad.name = own.first_bad
JOIN variants AS bad_variant ON bad_variant.version_id = bad.id
JOIN runs AS candidates ON candidates.variant_id = bad_variant.id
JOIN workloads ON workloads.id = candidates.workload_id AND workloads.benchmark_id = own_workload.benchmark_id
JOIN variants AS good_variant ON good_variant.version_id = good.id
  AND good_variant.config_id IS NOT DISTINCT FROM bad_variant.config_id
  AND good_variant.flavour IS NOT DISTINCT FROM bad_variant.flavour
  AND EXISTS (SELECT FROM runs WHERE runs.heatmap_id = candidates.heatmap_id AND runs.variant_id = good_variant.id)
LEFT JOIN regressions AS records ON records.heatmap_id = candidates.heatmap_id AND records.test_id = own.test_id AND records.kind = own.kind
  AND records.first_bad_id = bad_variant.id AND records.withdrawn_at IS NULL
WHERE candidates.heatmap_id <> own.heatmap_id
  AND NOT (candidates.server_id = own.server_id AND workloads.published_title IS NOT DISTINCT FROM
    own_workload.published_title AND own_workload.published_title IS NOT NULL)
ORDER BY candidates.server_id, candidates.workload_id,
  (bad_variant.config_id IS NOT DISTINCT FROM own_variant.config_id
    AND bad_variant.flavour IS NOT DISTINCT FROM own_variant.flavour) DESC,
  records.id IS NULL, records.build IS NULL DESC, bad_variant.slug`;

interface Candidate {
  serverId: number;
  workloadId: number;
  slug: string | null;
  state: RegressionState | null;
  build: RegressionEntry['build'];
  good: string;
  bad: string;
}

/** The same test between the same versions on other servers and in other workloads. */
export async function listElsewhere(
  { pool }: Pick<Database, 'pool'>,
  record: { id: number; heatmapId: number } & Pick<
    RegressionEntry,
    'product' | 'test' | 'firstBad' | 'lastGood'
  >,
): Promise<ElsewhereEntry[]> {
  const { rows } = await pool.query<Candidate>(CANDIDATES, [record.heatmapId, record.id]);
  const chosen = rows
    .sort((a, b) => Number(b.slug !== null) - Number(a.slug !== null))
    .slice(0, MAX_ELSEWHERE);
  const entries = await Promise.all(chosen.map((candidate) => toEntry({ pool }, record, candidate)));
  return entries.flatMap((entry) => entry ?? []);
}

async function toEntry(
  { pool }: Pick<Database, 'pool'>,
  record: Pick<RegressionEntry, 'product' | 'test' | 'firstBad' | 'lastGood'>,
  candidate: Candidate,
): Promise<ElsewhereEntry | null> {
  const heatmap = await loadHeatmap(pool, candidate);
  if (!heatmap) return null;
  const view = toRecordView(heatmap, {
    product: record.product,
    test: record.test.key,
    firstBad: { ...record.firstBad, column: candidate.bad },
    lastGood: { ...record.lastGood, column: candidate.good },
  });
  if (!view) return null;
  const { row, firstBad, lastGood } = view;
  const value = valueAt(view, { row, column: firstBad });
  return {
    server: heatmap.server,
    workload: heatmap.workload,
    build: candidate.build,
    slug: candidate.slug,
    state: candidate.state,
    firstBad: record.firstBad.version,
    lastGood: record.lastGood.version,
    ratio: ratioOf(value, valueAt(view, { row, column: lastGood })),
    verdict: view.judge(firstBad)[row]?.verdict ?? 'missing',
  };
}

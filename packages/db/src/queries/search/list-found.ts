import { groupBy, type RoundsRecording, throughputRatio } from '@basecase/analysis';
import type { Database } from '../../database';
import type {
  Found,
  FoundCell,
  FoundCells,
  FoundRecord,
  FoundUpload,
  SearchCell,
  WordMeaning,
} from '../../types/search';
import { iso } from '../build-sql';
import { toPattern } from '../search-words';
import { badReason } from '../views';

/**
 * Each step is over an index: from the heatmap and variant to its runs, from run and test to the result. Throughput is as the
 * compare page has it: the median over the results of a variant, computed before reported; bad runs and doubtful numbers
 * count for nothing. Rounds of a recording are paired as well.
 */
const LIST_CELLS = `
WITH asked AS (
  SELECT * FROM unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[])
    WITH ORDINALITY AS asked (server, workload, variant, base, test, ord)
), found AS MATERIALIZED (
  SELECT DISTINCT asked.*, heatmaps.id AS heatmap_id
  FROM asked JOIN heatmaps ON heatmaps.server_id = asked.server AND heatmaps.workload_id = asked.workload
  JOIN runs ON runs.heatmap_id = heatmaps.id AND runs.variant_id = asked.variant
  JOIN results ON results.heatmap_id = runs.heatmap_id AND results.run_id = runs.id AND results.test_id = asked.test
), shown AS MATERIALIZED (SELECT * FROM found ORDER BY ord LIMIT $6), measured AS MATERIALIZED (
  SELECT shown.ord, runs.id AS run, runs.variant_id, runs.rounds, results.repeat, (SELECT value FROM measurements
      WHERE measurements.heatmap_id = results.heatmap_id AND result_id = results.id AND metric = 'throughput' AND doubt IS NULL
      ORDER BY source = 'computed' DESC LIMIT 1) AS value
  FROM shown JOIN runs ON runs.heatmap_id = shown.heatmap_id AND runs.variant_id IN (shown.variant, shown.base)
  JOIN results ON results.heatmap_id = runs.heatmap_id AND results.run_id = runs.id AND results.test_id = shown.test
  WHERE results.status = 'ok' AND ${badReason()} IS NULL
), throughputs AS (
  SELECT ord, variant_id, percentile_cont(0.5) WITHIN GROUP (ORDER BY value) AS value FROM measured GROUP BY ord, variant_id
), records AS (
  SELECT ord, min(regressions.kind::text) AS kind FROM shown
  JOIN regressions ON regressions.heatmap_id = shown.heatmap_id AND regressions.test_id = shown.test
    AND first_bad_id = shown.variant AND last_good_id = shown.base AND withdrawn_at IS NULL AND verdict NOT LIKE 'possible%'
  GROUP BY ord
)
SELECT server, workload, variant, base, test, own.value, earlier.value AS before, records.kind AS record,
  (SELECT json_agg(json_build_object('id', rounds->>'id', 'restartEvery', (rounds->>'restartEvery')::int, 'round', repeat,
      'place', (variant_id = shown.variant)::int, 'value', measured.value) ORDER BY run, repeat)
    FROM measured WHERE measured.ord = shown.ord AND rounds IS NOT NULL) AS slices,
  (SELECT count(*)::int FROM found) AS total,
  (SELECT json_agg(json_build_object('server', server, 'workload', workload))
    FROM (SELECT DISTINCT server, workload FROM found) AS places) AS heatmaps
FROM shown
LEFT JOIN throughputs AS own ON own.ord = shown.ord AND own.variant_id = shown.variant
LEFT JOIN throughputs AS earlier ON earlier.ord = shown.ord AND earlier.variant_id = shown.base
LEFT JOIN records ON records.ord = shown.ord
ORDER BY shown.ord`;

type CellRow = SearchCell & {
  value: number | null;
  before: number | null;
  slices: Slice[] | null;
  record: FoundCell['record'];
  total: number;
  heatmaps: FoundCells['heatmaps'];
};

/**
 * Which of some cells have a result, and what the first of them say.
 *
 * @param limit cells whose ratio is read
 */
export async function listSearchCells(
  { pool }: Database,
  { cells, limit }: { cells: readonly SearchCell[]; limit: number },
): Promise<FoundCells> {
  if (cells.length === 0) return { total: 0, cells: [], heatmaps: [] };
  const { rows } = await pool.query<CellRow>({
    name: 'search-cells',
    text: LIST_CELLS,
    values: [
      cells.map(({ server }) => server),
      cells.map(({ workload }) => workload),
      cells.map(({ variant }) => variant),
      cells.map(({ base }) => base),
      cells.map(({ test }) => test),
      limit,
    ],
  });
  return {
    total: rows[0]?.total ?? 0,
    heatmaps: rows[0]?.heatmaps ?? [],
    cells: rows.map(({ value, before, slices, total: _total, heatmaps: _heatmaps, ...cell }) => ({
      ...cell,
      ratio: throughputRatio(
        { values: { throughput: [[before, value]] }, rounds: toRecordings(slices ?? []) },
        { row: 0, base: 0, column: 1 },
      ),
    })),
  };
}

/** One round of a cell. */
interface Slice extends Pick<RoundsRecording, 'id' | 'restartEvery'> {
  /** From 1. */
  round: number;
  /** 0: of the base; 1: of the cell. */
  place: 0 | 1;
  value: number | null;
}

function toRecordings(slices: readonly Slice[]): RoundsRecording[] {
  return [...groupBy(slices, ({ id }) => id)].flatMap(([id, own]): RoundsRecording[] => {
    const cells: (number | null)[][] = [[], []];
    for (const { place, round, value } of own) {
      const values = cells[place] ?? [];
      while (values.length < round) values.push(null);
      values[round - 1] ??= value;
    }
    return [{ id, restartEvery: own[0]?.restartEvery ?? 1, values: [cells] }];
  });
}

/** A condition for each word, and the values of their parameters. */
function conditions(
  meanings: readonly WordMeaning[],
  toCondition: (add: (value: unknown) => string, meaning: WordMeaning) => string,
): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown) => {
    values.push(value);
    return `$${values.length}`;
  };
  const where = meanings.map((meaning) => `(${toCondition(add, meaning)})`).join(' AND ');
  return { where, values };
}

/**
 * Records that have a meaning of every word: test, server, workload, or the first version. Open ones first, then the
 * largest.
 */
export async function listSearchRecords(
  { pool }: Database,
  { meanings, limit }: { meanings: readonly WordMeaning[]; limit: number },
): Promise<Found<FoundRecord>> {
  const { where, values } = conditions(
    meanings,
    (add, { tests, servers, workloads, variants }) =>
      `test_id = ANY (${add(tests)}::int[]) OR server_id = ANY (${add(servers)}::int[])
       OR workload_id = ANY (${add(workloads)}::int[]) OR first_bad_id = ANY (${add(variants)}::int[])`,
  );
  const { rows } = await pool.query<FoundRecord & { total: number }>(
    `WITH found AS (
       SELECT heatmap_id, id, count(*) OVER ()::int AS total, state IN ('new', 'investigating', 'confirmed') AS is_open,
         coalesce(abs(ln(ratio)), 'Infinity') AS size
       FROM regressions WHERE withdrawn_at IS NULL AND merged_into_id IS NULL AND ${where}
       ORDER BY is_open DESC, size DESC, id LIMIT $${values.length + 1})
     SELECT total, regressions.slug, kind, state, verdict NOT LIKE 'possible%' AS "isSure", server_id AS "serverId",
       workload_id AS "workloadId", json_build_object('name', tests.name, 'range', tests."range") AS test,
       products.name AS product, first_bad AS "firstBad", last_good AS "lastGood", last_seen AS "lastSeen", ratio
     FROM found
     JOIN regressions USING (heatmap_id, id)
     JOIN tests ON tests.id = test_id
     JOIN products ON products.id = product_id
     ORDER BY found.is_open DESC, found.size DESC, found.id`,
    [...values, limit],
  );
  return { total: rows[0]?.total ?? 0, items: rows.map(({ total: _, ...record }) => record) };
}

/** Uploads with every word in their name, in the name of the server they were sent for, or in what their runs are of. */
export async function listSearchUploads(
  { pool }: Database,
  { meanings, limit }: { meanings: readonly WordMeaning[]; limit: number },
): Promise<Found<FoundUpload>> {
  const { where, values } = conditions(meanings, (add, { word, servers, variants }) => {
    const pattern = add(toPattern(word));
    return `filename ILIKE ${pattern} OR server_name ILIKE ${pattern} OR id IN (
      SELECT DISTINCT upload_id FROM runs
      WHERE server_id = ANY (${add(servers)}::int[]) OR variant_id = ANY (${add(variants)}::int[]))`;
  });
  const { rows } = await pool.query<FoundUpload & { total: number }>(
    `SELECT count(*) OVER ()::int AS total, id::text, filename, state, server_name AS server,
       result_count AS results, ${iso('created_at')} AS "createdAt"
     FROM uploads WHERE ${where} ORDER BY uploads.id DESC LIMIT $${values.length + 1}`,
    [...values, limit],
  );
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map(({ total: _, ...upload }) => upload),
  };
}

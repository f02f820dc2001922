import type { Database } from '../database';
import { findHeatmapId } from '../epochs/heatmap-ids';
import { SettingError } from '../errors';
import { badReason } from '../queries/views';
import { listRows } from '../rows';
import type { ShownRuns } from '../types/servers';

/** Most runs of a view. */
const MAX_EXPORTED_RUNS = 2000;

/** Runs that count together, and what of them leaves. */
export interface RunGroup {
  /** Slug of their column; empty for a run that was asked for alone. */
  column: string;
  /** Ids in the order of time. */
  runs: readonly string[];
  /** Keys of tests; null: all. */
  tests: readonly string[] | null;
  /** Results that only warmed up leave too. */
  warmups: boolean;
}

/** A run with everything that is stored of it. */
export function wholeRun(id: string): RunGroup {
  return { column: '', runs: [id], tests: null, warmups: true };
}

/**
 * The runs behind a view, without bad runs: a group for each column, in the order of the columns.
 *
 * @param shown what it shows of each of its heatmaps
 * @throws SettingError for more than 2,000 runs
 */
export async function listRunGroups(database: Database, shown: readonly ShownRuns[]): Promise<RunGroup[]> {
  const listed = await Promise.all(shown.map((part) => groupsOf(database, part)));
  const groups = listed.flat();
  const count = groups.reduce((sum, { runs }) => sum + runs.length, 0);
  if (count > MAX_EXPORTED_RUNS) {
    throw new SettingError(
      `The view has ${count} runs, and at most ${MAX_EXPORTED_RUNS} are exported at once: choose fewer columns.`,
    );
  }
  return groups;
}

async function groupsOf(
  { pool }: Database,
  { server, workload, columns, tests, warmups = false }: ShownRuns,
): Promise<RunGroup[]> {
  const rows = await listRows<{ column: string; runs: string[] }>(
    pool,
    `SELECT variants.slug AS column, array_agg(runs.id::text ORDER BY runs.at, runs.id) AS runs FROM runs
     JOIN variants ON variants.id = variant_id
     WHERE runs.heatmap_id = $1 AND ($2::text[] IS NULL OR variants.slug = ANY ($2)) AND ${badReason('$1')} IS NULL
     GROUP BY variants.slug ORDER BY array_position($2, variants.slug), variants.slug`,
    [await findHeatmapId(pool, { server, workload }), columns],
  );
  return rows.map((row) => ({ ...row, tests, warmups }));
}

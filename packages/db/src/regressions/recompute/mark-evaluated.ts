import { type ConfigLines, RULE_VERSION } from '@basecase/analysis';
import type { PoolClient } from 'pg';
import type { ReleaseLineSummary } from '../../types/releases';
import type { StoredStops } from '../../types/workloads';
import type { StoredNoise } from '../noise/noise-view';

/** What is stored of a heatmap for the pages that list many of them. */
export interface HeatmapSummary {
  noise: StoredNoise;
  releases: ReleaseLineSummary[];
  stopped: StoredStops[];
  lines: ConfigLines | null;
  judgedRunId: number | null;
}

const NO_LINES: ConfigLines = { lines: [], proposals: [] };

/** Stores what an evaluation says of its heatmaps; a heatmap without a summary has no runs that are judged. */
export async function markEvaluated(
  client: PoolClient,
  serverId: number,
  {
    workloadIds,
    summaries,
  }: { workloadIds: readonly number[]; summaries: ReadonlyMap<number, HeatmapSummary> },
): Promise<void> {
  for (const workloadId of workloadIds) {
    const {
      noise = null,
      releases = [],
      stopped = [],
      lines = NO_LINES,
      judgedRunId = null,
    } = summaries.get(workloadId) ?? {};
    await client.query(
      `INSERT INTO heatmaps (server_id, workload_id, evaluated_at, rule_version, noise, releases, stopped, lines,
         judged_run_id, records_stops)
       VALUES ($1, $2, now(), $3, $4, $5, $6, $7, $8, true)
       ON CONFLICT (server_id, workload_id) DO UPDATE SET stale_since = NULL, records_stops = true, evaluated_at = excluded.evaluated_at,
         rule_version = excluded.rule_version, noise = excluded.noise, releases = excluded.releases,
         stopped = excluded.stopped, lines = excluded.lines, lines_decided_at = NULL,
         judged_run_id = excluded.judged_run_id`,
      [
        serverId,
        workloadId,
        RULE_VERSION,
        noise && JSON.stringify(noise),
        JSON.stringify(releases),
        JSON.stringify(stopped),
        lines && JSON.stringify(lines),
        judgedRunId,
      ],
    );
  }
}

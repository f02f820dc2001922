import type { ConfigLines } from '@basecase/analysis';
import type { ConfigLineEntry, ConfigLinesView } from '@basecase/contract/config-lines';
import { describeRecords } from '../corrections/describe-records';
import type { Database } from '../database';
import { takenBack } from '../epochs/changes';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../queries/views';
import { planHeatmap } from '../regressions/recompute/evaluate-heatmap';
import { listSiblings } from '../regressions/recompute/sibling-tables';
import { getValue, listRows } from '../rows';
import type { LinesPreview } from '../types/releases';
import { listLineDecisions, PENDING_LINES } from './line-decisions';

const LINES = `
SELECT ${HEATMAP_COLUMNS}, lines, lines_decided_at IS NOT NULL AS "isBeingJudged"
FROM heatmaps JOIN servers ON servers.id = server_id JOIN workloads ON workloads.id = workload_id
WHERE run_count > 0 AND (lines->'lines' <> '[]' OR lines->'proposals' <> '[]' OR lines ? 'steps')
ORDER BY servers.name, workloads.slug`;

type Place = Pick<ConfigLineEntry, 'server' | 'workload' | 'serverName' | 'workloadLabel' | 'isBeingJudged'>;

function toPlace(row: HeatmapRow & { isBeingJudged?: boolean }): Place {
  const { server, workload } = toHeatmapViews(row, []);
  return {
    server: server.slug,
    workload: workload.slug,
    serverName: server.name,
    workloadLabel: [workload.label, ...workload.details].join(', '),
    ...(row.isBeingJudged && { isBeingJudged: true }),
  };
}

/** The lines of all heatmaps as they were judged last, joins that need a decision, and the decisions. */
export async function getConfigLines(database: Pick<Database, 'pool'>): Promise<ConfigLinesView> {
  const [rows, decisions, pending] = await Promise.all([
    listRows<HeatmapRow & { lines: ConfigLines; isBeingJudged: boolean }>(database.pool, LINES),
    listLineDecisions(database),
    getValue<number>(database.pool, `SELECT count(*)::int FROM heatmaps WHERE ${PENDING_LINES}`),
  ]);
  const placed = rows.map((row) => ({ place: toPlace(row), ...row.lines }));
  return {
    lines: placed.flatMap(({ place, lines }) => lines.map((line) => ({ ...place, ...line }))),
    proposals: placed.flatMap(({ place, proposals }) => proposals.map((entry) => ({ ...place, ...entry }))),
    steps: placed.flatMap(({ place, steps = [] }) => steps.map((step) => ({ ...place, ...step }))),
    decisions,
    pending,
  };
}

const PENDING = `
SELECT ${HEATMAP_COLUMNS}, server_id AS "serverId", workload_id AS "workloadId"
FROM heatmaps JOIN servers ON servers.id = server_id JOIN workloads ON workloads.id = workload_id
WHERE ${PENDING_LINES}
ORDER BY servers.name, workloads.slug`;

/**
 * Changes that joining would make in heatmaps judged before there were lines; those without a line are left out. Nothing
 * is stored.
 */
export async function previewLines(database: Database): Promise<LinesPreview[]> {
  const pending = await listRows<HeatmapRow & { serverId: number; workloadId: number }>(
    database.pool,
    PENDING,
  );
  const previews: LinesPreview[] = [];
  for (const row of pending) {
    const preview = await takenBack(database, async (client) => {
      const { serverId, workloadId } = row;
      const workloadIds = await listSiblings(client, { serverId, workloadId });
      const plan = await planHeatmap(client, serverId, workloadIds, { isPreview: true });
      const lines = plan.summaries.get(workloadId)?.lines?.lines ?? [];
      return {
        lines,
        records: lines.length === 0 ? [] : await describeRecords(client, [{ ...plan, serverId }]),
      };
    });
    if (preview.lines.length > 0) previews.push({ ...toPlace(row), ...preview });
  }
  return previews;
}

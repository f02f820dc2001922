import type { PoolClient } from 'pg';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../queries/views';
import { sameNumbers } from '../regressions/recompute/apply-plan';
import type { HeatmapPlan } from '../regressions/recompute/evaluate-heatmap';
import type { RecordStep } from '../regressions/recompute/plan-records';
import type { RecordNumbers, RecordScope } from '../regressions/stored-record';
import type { RecordPreview, RecordState } from '../types/corrections';

/** The plan of heatmaps that are judged together on a server. */
export interface ServerPlan extends Pick<HeatmapPlan, 'steps' | 'testKey'> {
  serverId: number;
}

const PLACE = `SELECT ${HEATMAP_COLUMNS} FROM servers, workloads WHERE servers.id = $1 AND workloads.id = $2`;

/** What plans would do with records, in words and names; what stays as it is is left out. */
export async function describeRecords(
  client: PoolClient,
  plans: readonly ServerPlan[],
): Promise<RecordPreview[]> {
  const products = await productNames(client);
  const records: RecordPreview[] = [];
  for (const { serverId, steps, testKey } of plans) {
    for (const step of steps) {
      const told = toTold(step);
      if (!told) continue;
      const { rows } = await client.query<HeatmapRow>(PLACE, [serverId, told.scope.workloadId]);
      if (!rows[0]) continue;
      const { server, workload } = toHeatmapViews(rows[0], []);
      records.push({
        change: told.change,
        kind: told.scope.kind,
        slug: told.slug,
        server: { slug: server.slug, name: server.name, cores: server.cores },
        workload: { slug: workload.slug, label: workload.label },
        product: products.get(told.scope.productId) ?? '',
        test: testKey(told.scope.testId) || (await findTestKey(client, told.scope.testId)),
        before: told.before && toState(told.before),
        after: told.after && toState(told.after),
      });
    }
  }
  return records.sort((a, b) => CHANGES.indexOf(a.change) - CHANGES.indexOf(b.change));
}

/** Changes that need attention are first. */
const CHANGES: readonly RecordPreview['change'][] = ['new', 'back', 'withdrawn', 'merged', 'changed'];

interface Told {
  change: RecordPreview['change'];
  scope: RecordScope;
  slug: string | null;
  before: RecordNumbers | null;
  after: RecordNumbers | null;
}

function toTold(step: RecordStep): Told | null {
  switch (step.action) {
    case 'create':
      return { change: 'new', scope: step.change, slug: null, before: null, after: step.change };
    case 'reinstate':
      return {
        change: 'back',
        scope: step.change,
        slug: step.record.slug,
        before: null,
        after: step.change,
      };
    case 'update':
      if (sameNumbers(step.record, step.change)) return null;
      return {
        change: 'changed',
        scope: step.change,
        slug: step.record.slug,
        before: step.record,
        after: step.change,
      };
    case 'merge':
    case 'withdraw':
      return {
        change: step.action === 'merge' ? 'merged' : 'withdrawn',
        scope: step.record,
        slug: step.record.slug,
        before: step.record,
        after: null,
      };
  }
}

function toState({ firstBad, lastGood, verdict, ratio }: RecordNumbers): RecordState {
  return { firstBad, lastGood, verdict, ratio };
}

async function productNames(client: PoolClient): Promise<Map<number, string>> {
  const { rows } = await client.query<{ id: number; name: string }>('SELECT id, name FROM products');
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** An emptied heatmap has no tests any more, and its records have. */
async function findTestKey(client: PoolClient, id: number): Promise<string> {
  const { rows } = await client.query<{ key: string }>('SELECT key FROM tests WHERE id = $1', [id]);
  return rows[0]?.key ?? '';
}

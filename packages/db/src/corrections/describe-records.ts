import type { PoolClient } from 'pg';
import { HEATMAP_COLUMNS, type HeatmapRow, toHeatmapViews } from '../queries/views';
import { sameNumbers } from '../regressions/recompute/apply-plan';
import type { HeatmapPlan } from '../regressions/recompute/evaluate-heatmap';
import type { RecordStep } from '../regressions/recompute/plan-records';
import type { RecordNumbers, RecordScope } from '../regressions/stored-record';
import { findRow, findValue, listRows } from '../rows';
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
      const row = await findRow<HeatmapRow>(client, PLACE, [serverId, told.scope.workloadId]);
      if (!row) continue;
      const { server, workload } = toHeatmapViews(row, []);
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
  const now =
    'change' in step ? { scope: step.change, after: step.change } : { scope: step.record, after: null };
  const slug = 'record' in step ? step.record.slug : null;
  const told = (change: Told['change'], before: RecordNumbers | null): Told => ({
    change,
    slug,
    before,
    ...now,
  });
  switch (step.action) {
    case 'create':
      return told('new', null);
    case 'reinstate':
      return told('back', null);
    case 'update':
      return sameNumbers(step.record, step.change) ? null : told('changed', step.record);
    case 'merge':
      return told('merged', step.record);
    case 'withdraw':
      return told('withdrawn', step.record);
  }
}

function toState({ firstBad, lastGood, verdict, ratio }: RecordNumbers): RecordState {
  return { firstBad, lastGood, verdict, ratio };
}

async function productNames(client: PoolClient): Promise<Map<number, string>> {
  const rows = await listRows<{ id: number; name: string }>(client, 'SELECT id, name FROM products');
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** An emptied heatmap has no tests any more, and its records have. */
async function findTestKey(client: PoolClient, id: number): Promise<string> {
  return (await findValue<string>(client, 'SELECT key FROM tests WHERE id = $1', [id])) ?? '';
}

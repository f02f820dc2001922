import { nightLineName } from '@basecase/analysis';
import type { PoolClient } from 'pg';
import { type AskedHeatmaps, byHeatmap } from '../epochs/by-heatmap';
import { ENTRY_JOINS } from '../regressions/list-regressions';
import type { RecordNews } from '../regressions/recompute/apply-plan';
import { type EntryRow, entryJson, toEntry } from '../regressions/regression-entry';
import { getValue, listRows } from '../rows';
import type { RegressionNights } from '../types/regression-nights';
import { type PayloadRecord, webhookPayload } from './webhook-payload';

/** Name of the task that sends one message; its payload is `{ deliveryId }`. */
export const WEBHOOK_TASK = 'webhook';

/** The last try is about four hours after the first: the queue waits e^1, e^2, ... e^9 seconds in between. */
export const MAX_ATTEMPTS = 10;

const recordsOf = (is: AskedHeatmaps['is']) => `
SELECT ${entryJson(is)}, 0 AS "causeRecords", now() AS at
${ENTRY_JOINS}
WHERE regressions.heatmap_id ${is} AND regressions.id = ANY ($2)`;

type Row = EntryRow & { at: Date };

/**
 * Puts messages to all who want them into the queue, in the transaction that makes them true. Wants `prepareQueue`
 * before the transaction.
 */
export async function queueDeliveries(client: PoolClient, news: readonly RecordNews[]): Promise<void> {
  if (news.length === 0) return;
  const hooks = await listRows<{ id: number; events: string[] }>(
    client,
    'SELECT id, events FROM webhooks WHERE active ORDER BY id',
  );
  if (hooks.length === 0) return;
  const ids = news.map(({ regressionId }) => regressionId);
  const heatmapIds = news.map(({ heatmapId }) => heatmapId);
  const records = await byHeatmap(client, heatmapIds, ({ is, value }) =>
    listRows<Row>(client, recordsOf(is), [value, ids]),
  );
  for (const { event, regressionId } of news) {
    const found = records.find(({ id }) => id === regressionId);
    if (!found) continue;
    const payload = webhookPayload(event, found.at.toISOString(), toPayload(found));
    for (const hook of hooks) {
      if (hook.events.includes(event)) await queueDelivery(client, { webhookId: hook.id, event, payload });
    }
  }
}

/** When it was measured last is nothing that a message about new data has to say. */
function toPayload(row: EntryRow): PayloadRecord {
  const entry = toEntry(row, undefined);
  const { slug, kind, state, server, workload, product, test, firstBad, lastGood, fix, nights } = entry;
  return {
    ...{ slug, kind, state, product, verdict: entry.verdict, ratio: entry.ratio },
    server: server.name,
    workload: workload.slug,
    test: test.key,
    firstBad: firstBad.version,
    lastGood: lastGood.version,
    fixedSeen: fix.seen,
    nights: nights && { line: nightLineName(nights.line), ...partsOf(nights) },
  };
}

function partsOf({ low, high, nights, doubts, sureness, suspects }: RegressionNights) {
  return { low, high, nights, doubts, sureness, suspects };
}

/** Queues one message. @returns its id */
export async function queueDelivery(
  client: PoolClient,
  { webhookId, event, payload }: { webhookId: number; event: string; payload: string },
): Promise<number> {
  const id = await getValue<number>(
    client,
    `INSERT INTO webhook_deliveries (webhook_id, event, payload, next_try_at) VALUES ($1, $2, $3, now()) RETURNING id`,
    [webhookId, event, payload],
  );
  await addDeliveryJob(client, id);
  return id;
}

/**
 * Adds the job that sends a message, which is tried so many times and not before its next try is due; one that is in the
 * queue already stays one.
 */
export async function addDeliveryJob(client: PoolClient, id: number, attempts = MAX_ATTEMPTS): Promise<void> {
  await client.query(
    `SELECT graphile_worker.add_job($1, json_build_object('deliveryId', $2::bigint), job_key := $3, max_attempts := $4,
       run_at := (SELECT next_try_at FROM webhook_deliveries WHERE id = $2))`,
    [WEBHOOK_TASK, id, `webhook-${id}`, attempts],
  );
}

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blobs/blob-store';
import { deleteOldDeliveries, KEPT_DAYS, runWorker } from '../jobs/run-worker';
import { openRegressionBench, type RegressionBench } from '../testing/regression-bench';
import { until } from '../testing/upload-bench';
import { createWebhook, deleteWebhook, listDeliveries } from './webhooks';

let bench: RegressionBench;
let webhookId = '';

beforeAll(async () => {
  bench = await openRegressionBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  if (webhookId) await deleteWebhook(bench.database, webhookId);
  const url = 'https://hooks.example/';
  const made = await createWebhook(bench.database, { url, events: ['regression.new'], allowPrivate: false });
  webhookId = made.view.id;
});

/** Stores a message that is over, or is not, and was made this many days ago. */
async function store(state: 'waiting' | 'delivered' | 'failed', days: number): Promise<void> {
  await bench.database.pool.query(
    `INSERT INTO webhook_deliveries (webhook_id, event, payload, state, created_at, next_try_at, delivered_at)
     SELECT $1, $2, '{}', $3::delivery_state, at, CASE WHEN $3 = 'waiting' THEN at END,
       CASE WHEN $3 = 'delivered' THEN at END
     FROM (SELECT now() - $4 * interval '1 day' AS at) AS made`,
    [webhookId, `${state} ${days}`, state, days],
  );
}

const left = async () => (await listDeliveries(bench.database, webhookId)).map(({ event }) => event);

describe('old messages of webhooks', () => {
  it('go when they are over, and stay while they wait', async () => {
    for (const days of [KEPT_DAYS - 0.01, KEPT_DAYS + 0.01]) {
      for (const state of ['waiting', 'delivered', 'failed'] as const) await store(state, days);
    }
    expect(await deleteOldDeliveries(bench.database)).toBe(2);
    expect((await left()).toSorted()).toEqual([
      'delivered 29.99',
      'failed 29.99',
      'waiting 29.99',
      'waiting 30.01',
    ]);
    expect(await deleteOldDeliveries(bench.database)).toBe(0);
  });

  it('are deleted by a worker, unasked', async () => {
    await store('delivered', KEPT_DAYS + 1);
    await store('failed', 1);
    const stop = new AbortController();
    const worker = runWorker(bench.database, openBlobStore('/nowhere', bench.database), {
      signal: stop.signal,
    });
    try {
      await until(left, (events) => events.length === 1);
      expect(await left()).toEqual(['failed 1']);
    } finally {
      stop.abort();
      await worker;
    }
  });
});

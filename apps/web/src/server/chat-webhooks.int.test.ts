import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { WEBHOOK_EVENTS } from '@basecase/contract/words';
import { openBlobStore } from '@basecase/db/blobs/blob-store';
import { changeEvents } from '@basecase/db/regressions/events/change-event';
import { listEvents } from '@basecase/db/regressions/events/list-events';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import type { WebhookFilter, WebhookFormat } from '@basecase/db/types';
import { createWebhook, listDeliveries, redeliver, sendTest } from '@basecase/db/webhooks/webhooks';
import { runWorker } from '@basecase/db/worker';
import { messageBody } from '@basecase/views/webhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';

let bench: RegressionBench;
let received: { headers: IncomingMessage['headers']; body: string }[] = [];
let reply: (response: ServerResponse) => void = (response) => response.writeHead(200).end('ok');
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) });
  reply(response);
});
let url = '';

beforeAll(async () => {
  bench = await openRegressionBench();
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await bench.close();
});
beforeEach(() => bench.clear());
afterEach(() => {
  received = [];
  reply = (response) => response.writeHead(200).end('ok');
});

const add = (format: WebhookFormat, filter: WebhookFilter = {}, baseUrl: string | null = null) =>
  createWebhook(bench.database, { url, events: WEBHOOK_EVENTS, format, filter, baseUrl, allowPrivate: true });

/** Runs a worker until every record is judged and every message was tried. */
async function work(baseUrl: string | null = 'https://bench.example'): Promise<void> {
  const stop = new AbortController();
  const worker = runWorker(bench.database, openBlobStore('/nowhere', bench.database), {
    signal: stop.signal,
    allowPrivateWebhooks: true,
    messageBody,
    baseUrl,
  });
  try {
    await vi.waitFor(
      async () => {
        const { rows } = await bench.database.pool.query(
          `SELECT FROM heatmaps WHERE stale_since IS NOT NULL
           UNION ALL SELECT FROM webhook_deliveries WHERE state = 'waiting' AND status IS NULL AND error IS NULL`,
        );
        expect(rows).toHaveLength(0);
      },
      { timeout: 30_000, interval: 50 },
    );
  } finally {
    stop.abort();
    await worker;
  }
}

/** Titles of the Slack messages that came. */
const titles = (): string[] =>
  received.map(({ body }) => JSON.parse(body).blocks[0].elements[0].elements[0].text);
const slower = { t0: 0.8, t1: 0.7 };

it.each(['slack', 'teams'] as const)(
  '%s receives one message for all tests and servers of a version',
  async (format) => {
    await add(format);
    for (const server of ['pn53', '<!channel> *x*'])
      await bench.storeOnly(versionRun('16.0', {}, { server }), versionRun('17.0', slower, { server }));
    await work();
    expect(received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    await expect(`${JSON.stringify(JSON.parse(body), null, 2)}\n`).toMatchFileSnapshot(
      `./__snapshots__/webhook-${format}.json`,
    );
    expect(headers['content-type']).toBe('application/json');
    expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
  },
);

it('a chat receives that an event is fixed in part and as a whole, and withdrawn', async () => {
  await add('slack');
  await bench.storeOnly(versionRun('16.0'), versionRun('17.0', slower));
  await work();
  await bench.storeOnly(versionRun('18.0', { t1: 0.7 }));
  await work();
  await bench.storeOnly(versionRun('19.0'));
  await work();
  expect(titles()).toEqual([
    'New regression',
    '1 test fixed in 18.0, others are still slower',
    'Fixed in 19.0',
  ]);
  await bench.database.pool.query('UPDATE heatmaps SET stale_since = now()');
  await bench.database.pool.query(`UPDATE versions SET known = false WHERE name = '17.0'`);
  await work();
  expect(titles().at(-1)).toBe('Withdrawn: the runs no longer show it');
});

it('a chat message is sent again with the same bytes until it is taken', async () => {
  const { view, secret } = await add('slack', {}, 'https://added.example');
  expect(secret).toBeNull();
  reply = (response) => response.writeHead(503).end();
  await bench.storeOnly(versionRun('16.0'), versionRun('17.0', slower));
  await work(null);
  const [waiting] = await listDeliveries(bench.database, view.id);
  expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, status: 503 });
  reply = (response) => response.writeHead(200).end('ok');
  await redeliver(bench.database, String(waiting?.id));
  await work(null);
  expect(received).toHaveLength(2);
  expect(received[0]?.body).toBe(received[1]?.body);
  // The worker has no public address: the link has the one that the admin used.
  expect(received[0]?.body).toContain('https://added.example/regressions/');
});

it('a chat receives a test message, and none of a muted event', async () => {
  const { view } = await add('slack');
  await sendTest(bench.database, view.id);
  await work();
  expect(titles()).toEqual(['Test message from Basecase']);
  await bench.storeOnly(versionRun('16.0'), versionRun('17.0', slower));
  await work();
  const [event] = (await listEvents(bench.database)).events;
  await changeEvents(bench.database, event ? [event] : [], { change: { muted: true }, by: 'ann' });
  await bench.storeOnly(versionRun('18.0'));
  await work();
  expect(titles()).toEqual(['Test message from Basecase', 'New regression']);
});

it('a filter by server, product and size decides what is sent, in every format', async () => {
  // The servers and products have to be known.
  await bench.store(versionRun('15.0'), versionRun('15.0', {}, { server: 'other', product: 'MySQL' }));
  const { view } = await add('json', { server: 'pn53', product: 'postgresql', minPercent: 30 });
  expect(view.filter).toEqual({ server: 'pn53', product: 'PostgreSQL', minPercent: 30 });
  await add('slack', { server: 'other' });
  await add('slack', { minPercent: 100 });
  await add('slack', { branch: 'master' });
  await bench.storeOnly(
    versionRun('16.0'),
    versionRun('17.0', { t0: 0.8, t1: 0.5 }),
    versionRun('16.0', {}, { server: 'other', product: 'MySQL' }),
    versionRun('17.0', { t3: 0.8 }, { server: 'other', product: 'MySQL' }),
  );
  await work();
  expect(received.map(({ body }) => JSON.parse(body).data?.test ?? JSON.parse(body).text).sort()).toEqual([
    expect.stringMatching(/^New regression: MySQL 17\.0 on other: 1 of 12 tests slower: t3/),
    't1',
  ]);
});

it('refuses a filter by a missing server or product, and a size outside 0 to 100', async () => {
  for (const filter of [{ server: 'gone' }, { product: 'Gone' }, { minPercent: 101 }, { minPercent: -1 }])
    await expect(add('slack', filter)).rejects.toMatchObject({ code: 'SETTING_INVALID' });
});

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBlobStore } from '../blobs/blob-store';
import { runWorker } from '../jobs/run-worker';
import { changeEvents } from '../regressions/events/change-event';
import { listEvents } from '../regressions/events/list-events';
import { queueStale } from '../regressions/regression-job';
import { nightBuild, nightRuns } from '../testing/night-runs';
import { openRegressionBench, type RegressionBench, versionRun } from '../testing/regression-bench';
import { until } from '../testing/upload-bench';
import type { WebhookEvent } from '../types/webhooks';
import { type DeliveryOptions, deliverWebhook } from './deliver-webhook';
import { MAX_ATTEMPTS } from './queue-deliveries';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  sendTest,
  setWebhookActive,
} from './webhooks';

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

let bench: RegressionBench;
let receiver: Server;
let url = '';
let received: Received[] = [];
let reply: (response: ServerResponse) => void = (response) => response.writeHead(204).end();

beforeAll(async () => {
  bench = await openRegressionBench();
  receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    reply(response);
  });
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
  reply = (response) => response.writeHead(204).end();
});

const ALL: WebhookEvent[] = ['regression.new', 'regression.sure', 'regression.fixed', 'regression.withdrawn'];
const make = (events = ALL) => createWebhook(bench.database, { url, events, allowPrivate: true });
const options = (allowPrivate: boolean): DeliveryOptions => ({
  allowPrivate,
  messageBody: () => '{}',
  mail: null,
  baseUrl: null,
});
const types = () => received.map(({ body }) => JSON.parse(body).type);

/** Runs a worker until nothing waits. */
async function work(): Promise<void> {
  const stop = new AbortController();
  const worker = runWorker(bench.database, openBlobStore('/nowhere', bench.database), {
    signal: stop.signal,
    allowPrivateWebhooks: true,
  });
  const left = async () => {
    const { rows } = await bench.database.pool.query<{ left: number }>(
      `SELECT ((SELECT count(*) FROM heatmaps WHERE stale_since IS NOT NULL)
         + (SELECT count(*) FROM webhook_deliveries WHERE state = 'waiting' AND status IS NULL AND error IS NULL)
       )::int AS left`,
    );
    return rows[0]?.left;
  };
  try {
    await until(left, (count) => count === 0);
  } finally {
    stop.abort();
    await worker;
  }
}

it('tells nothing of an event that was muted, and of one that was not', async () => {
  await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.7 }));
  const [event] = (await listEvents(bench.database)).events;
  await changeEvents(bench.database, event ? [event] : [], { change: { muted: true }, by: 'ann' });
  await make();
  await bench.storeOnly(
    versionRun('16.0', {}, { server: 'other' }),
    versionRun('17.0', { t0: 0.7 }, { server: 'other' }),
  );
  await bench.storeOnly(versionRun('18.0', { t0: 0.7, t1: 0.5 }, { server: 'other' }));
  await work();
  expect(received.map(({ body }) => JSON.parse(body).data.firstBad)).toEqual(['18.0']);
});

describe('an event that is known until a version', () => {
  const know = async (knownUntil: string) => {
    const [event] = (await listEvents(bench.database)).events;
    await changeEvents(bench.database, event ? [event] : [], { change: { knownUntil }, by: 'ann' });
  };
  const messages = () =>
    received.map(({ body }) => {
      const { type, data } = JSON.parse(body);
      return [type, data.test, data.server, data.notFixedIn];
    });

  it('sends nothing until the version is measured, and then that it is not fixed, once', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.7 }));
    await know('18.2');
    await make();
    await bench.storeOnly(versionRun('18.1', { t0: 0.7 }));
    await bench.storeOnly(
      versionRun('16.0', {}, { server: 'other' }),
      versionRun('17.0', { t0: 0.7 }, { server: 'other' }),
    );
    await work();
    expect(messages()).toEqual([]);
    expect((await listEvents(bench.database)).events[0]).toMatchObject({
      knownUntil: '18.2',
      fixedIn: '18.2',
    });
    await bench.storeOnly(versionRun('18.2', { t0: 0.7 }));
    await work();
    await bench.storeOnly(versionRun('18.3', { t0: 0.7 }));
    await work();
    expect(messages()).toEqual([['regression.new', 't0', 'pn53', '18.2']]);
    expect((await listEvents(bench.database)).events[0]?.knownUntil).toBeNull();
  });

  it('is reported as fixed when the version is', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.7 }));
    await know('18.2');
    await make();
    await bench.storeOnly(versionRun('18.2'));
    await work();
    expect(messages()).toEqual([['regression.fixed', 't0', 'pn53', null]]);
  });

  it('is announced again by a later version than the expected one', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.7 }));
    await know('18.2');
    await make();
    await bench.storeOnly(versionRun('19.0', { t0: 0.7 }));
    await work();
    expect(messages()).toEqual([['regression.new', 't0', 'pn53', '18.2']]);
  });

  it('sends nothing when an upgrade judges the same runs again', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.7 }), versionRun('18.1', { t0: 0.7 }));
    await know('18.2');
    // As an older rule left it, that did not see the change in 18.1.
    await bench.database.pool.query(`UPDATE event_changes SET change = change || '{"knownUntil":"18.1"}'`);
    await bench.database.pool.query('UPDATE epochs SET newest = newest + 1, shared = newest + 1');
    await make();
    await bench.database.pool.query('UPDATE heatmaps SET rule_version = 1, stale_since = now()');
    await work();
    expect(messages()).toEqual([]);
  });

  it('cannot be known until a version that was measured and still has it', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.7 }), versionRun('18.2', { t0: 0.7 }));
    for (const version of ['17.0', '18.1', '18.2'])
      await expect(know(version)).rejects.toMatchObject({ code: 'SETTING_INVALID' });
    await know('18.3');
  });
});

describe('a webhook', () => {
  it('receives new, fixed and withdrawn records, after imports alone, and signed', async () => {
    const { secret } = await make();
    await bench.storeOnly(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    await work();
    expect(types()).toEqual(['regression.new']);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const { timestamp, ...message } = JSON.parse(body);
    expect(Date.parse(timestamp)).toBeGreaterThan(Date.now() - 60_000);
    expect(message).toEqual({
      type: 'regression.new',
      data: {
        slug: expect.stringMatching(/^t0-17\.0-/),
        path: expect.stringMatching(/^\/r\/t0-17\.0-/),
        title: 't0 is slower since PostgreSQL 17.0',
        kind: 'regression',
        state: 'new',
        server: 'pn53',
        workload: 'sysbench-cached-1x50m-1c-pk1',
        product: 'PostgreSQL',
        test: 't0',
        firstBad: '17.0',
        lastGood: '16.0',
        fixedIn: null,
        notFixedIn: null,
        verdict: 'regression',
        certainty: 'sure',
        ratio: expect.closeTo(0.8, 1),
        stop: null,
        nights: null,
      },
    });
    // As a receiver checks it, without this project's code.
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(String(secret).replace('whsec_', ''), 'base64');
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
    expect(Number(headers['webhook-timestamp'])).toBeCloseTo(Date.now() / 1000, -2);

    await bench.storeOnly(versionRun('18.0'));
    await work();
    expect(types()).toEqual(['regression.new', 'regression.fixed']);
    await bench.database.pool.query('UPDATE heatmaps SET stale_since = now()');
    await bench.database.pool.query(`UPDATE versions SET known = false WHERE name = '17.0'`);
    await work();
    expect(types().at(-1)).toBe('regression.withdrawn');
    const [view] = await listWebhooks(bench.database);
    expect(view?.lastDelivery).toMatchObject({ state: 'delivered', status: 204, error: null });
    expect(JSON.stringify(view)).not.toContain(secret);
  });

  it('receives nights with their interval and suspects, and how sure they are', async () => {
    await make();
    await bench.storeOnly(...nightRuns(0, 27, (night) => ({ t0: night < 25 ? 1 : 0.9 })));
    await work();
    const [{ body } = { body: '{}' }] = received;
    const { data } = JSON.parse(body);
    const [after, upTo] = [nightBuild(24).commit, nightBuild(25).commit];
    expect(data).toMatchObject({
      title: `t0 is slower since 26 May 2026 g${upTo?.slice(0, 8)} (PostgreSQL 19devel on pn53)`,
      firstBad: `19devel 20260526-g${upTo?.slice(0, 8)}`,
      verdict: 'possible regression',
      certainty: 'likely',
    });
    expect(data.nights).toEqual({
      line: '19devel@master',
      low: expect.closeTo(0.88, 1),
      high: expect.closeTo(0.91, 1),
      nights: 2,
      doubts: ['newest nights'],
      sureness: 'possible',
      suspects: {
        after,
        upTo,
        tied: [],
        href: `https://github.com/postgres/postgres/compare/${after}...${upTo}`,
        count: 0,
        total: null,
        commits: [],
      },
    });
    expect(data.nights.low).toBeLessThan(data.ratio);
    await bench.storeOnly(...nightRuns(27, 40, () => ({ t0: 0.9 })));
    await work();
    expect(types()).toEqual(['regression.new', 'regression.sure']);
    expect(JSON.parse(received[1]?.body ?? '{}').data).toMatchObject({
      slug: data.slug,
      verdict: 'regression',
      nights: { sureness: 'sure', doubts: [] },
    });
    await bench.storeOnly(...nightRuns(40, 54));
    await work();
    expect(types()).toEqual(['regression.new', 'regression.sure', 'regression.fixed']);
    expect(JSON.parse(received[2]?.body ?? '{}').data).toMatchObject({
      fixedIn: expect.stringMatching(/^19devel 20260610-g/),
      nights: { sureness: 'fixed' },
    });
  });

  it('receives once that a possible change is sure, however often it toggles', async () => {
    await make();
    const drop = (night: number) => ({ t0: night < 25 ? 1 : 0.9 });
    await bench.storeOnly(...nightRuns(0, 27, drop));
    await work();
    await bench.storeOnly(...nightRuns(27, 40, drop));
    await work();
    // As doubts would leave it after some noisy nights.
    await bench.database.pool.query(`UPDATE regressions SET verdict = 'possible regression'`);
    await bench.storeOnly(...nightRuns(40, 41, drop));
    await work();
    const { rows } = await bench.database.pool.query(
      `SELECT verdict, (SELECT count(*)::int FROM regression_events WHERE kind = 'judged') AS judged FROM regressions`,
    );
    expect(rows).toEqual([{ verdict: 'regression', judged: 2 }]);
    expect(types()).toEqual(['regression.new', 'regression.sure']);
  });

  it('is not told what a new rule finds in old runs', async () => {
    await make();
    await bench.storeOnly(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    await work();
    // As an older rule left it: it had not found the record.
    const { pool } = bench.database;
    await pool.query('DELETE FROM regression_events');
    await pool.query('DELETE FROM regressions');
    await pool.query('UPDATE heatmaps SET rule_version = 1');
    received = [];
    await queueStale(bench.database);
    await work();
    expect(await bench.recordTexts()).toEqual(['t0 16.0→17.0 0.80 regression new']);
    expect(received).toEqual([]);
    // The next run is news again.
    await bench.storeOnly(versionRun('18.0'));
    await work();
    expect(types()).toEqual(['regression.fixed']);
  });

  it('hears only what it asked for, and nothing when it is switched off', async () => {
    const { view } = await make(['regression.fixed']);
    await bench.storeOnly(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    await work();
    expect(received).toEqual([]);
    await setWebhookActive(bench.database, view.id, false);
    await bench.storeOnly(versionRun('18.0'));
    await work();
    expect(received).toEqual([]);
  });

  it('is not told of improvements, nor of what was over when it was found', async () => {
    await make();
    await bench.storeOnly(
      versionRun('16.0'),
      versionRun('17.0', { t0: 0.7, t1: 1.3 }),
      versionRun('17.1', { t0: 0.7, t1: 1.3 }),
      versionRun('18.0', { t1: 1.3 }),
      versionRun('18.1', { t1: 1.3 }),
    );
    await work();
    expect(await bench.list({ state: 'fixed' })).toHaveLength(1);
    expect(received).toEqual([]);
  });

  it('is tried again later, the same bytes, until it is given up', async () => {
    const { view } = await make();
    reply = (response) => response.writeHead(503).end('busy');
    await bench.storeOnly(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    await work();
    const [first] = await listDeliveries(bench.database, view.id);
    expect(first).toMatchObject({ state: 'waiting', attempts: 1, status: 503, deliveredAt: null });
    expect(first?.error).toContain('status 503');
    expect(Date.parse(first?.nextTryAt ?? '')).toBeGreaterThan(Date.parse(first?.createdAt ?? ''));
    const { rows } = await bench.database.pool.query<{ attempts: number; max: number; later: boolean }>(
      `SELECT attempts, max_attempts AS max, run_at > now() AS later FROM graphile_worker.jobs
       WHERE task_identifier = 'webhook'`,
    );
    expect(rows).toEqual([{ attempts: 1, max: MAX_ATTEMPTS, later: true }]);
    const id = Number(first?.id);
    const deliver = () => deliverWebhook(bench.database, id, options(true));
    for (let attempt = 2; attempt < MAX_ATTEMPTS; attempt += 1)
      await expect(deliver()).rejects.toThrow('503');
    // A failed last try is not an error of the queue, and needs no attention.
    await deliver();
    expect((await listDeliveries(bench.database, view.id))[0]).toMatchObject({
      state: 'failed',
      attempts: MAX_ATTEMPTS,
      nextTryAt: null,
    });
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    reply = (response) => response.writeHead(200).end();
    const again = await redeliver(bench.database, String(id));
    await deliverWebhook(bench.database, Number(again), options(true));
    expect((await listDeliveries(bench.database, view.id))[0]).toMatchObject({
      state: 'delivered',
      attempts: 1,
    });
  });

  it('is tested with a separate message, unless it is switched off', async () => {
    const { view, secret } = await make(['regression.fixed']);
    await sendTest(bench.database, view.id);
    const [waiting] = await listWebhooks(bench.database);
    expect(waiting?.lastDelivery).toMatchObject({
      event: 'webhook.test',
      state: 'waiting',
      attempts: 0,
      error: null,
      nextTryAt: expect.any(String),
    });
    await work();
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([
      {
        type: 'webhook.test',
        timestamp: expect.any(String),
        data: { title: 'A test message: nothing happened', path: '/webhooks' },
      },
    ]);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const key = Buffer.from(String(secret).replace('whsec_', ''), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
    const [delivered] = await listWebhooks(bench.database);
    expect(delivered?.lastDelivery).toMatchObject({ state: 'delivered', attempts: 1, nextTryAt: null });

    await setWebhookActive(bench.database, view.id, false);
    await expect(sendTest(bench.database, view.id)).rejects.toMatchObject({ code: 'SETTING_INVALID' });
    await expect(sendTest(bench.database, '99')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each([301, 302, 303, 307, 308])('is not led elsewhere by a redirect, status %i', async (status) => {
    const { view } = await make();
    reply = (response) => response.writeHead(status, { location: `${url}/elsewhere` }).end();
    await bench.storeOnly(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    await work();
    expect(received).toHaveLength(1);
    expect((await listDeliveries(bench.database, view.id))[0]?.error).toContain('redirect');
  });

  it('on a private address is not called where that is not allowed', async () => {
    const { view } = await make();
    await bench.store(versionRun('16.0'), versionRun('17.0', { t0: 0.8 }));
    const [delivery] = await listDeliveries(bench.database, view.id);
    const attempt = deliverWebhook(bench.database, Number(delivery?.id), options(false));
    await expect(attempt).rejects.toThrow('private network');
    const named = createWebhook(bench.database, { url, events: ALL, allowPrivate: false });
    await expect(named).rejects.toMatchObject({ code: 'SETTING_INVALID' });
    const byLocalName = url.replace('127.0.0.1', 'localhost');
    const alsoNamed = createWebhook(bench.database, { url: byLocalName, events: ALL, allowPrivate: false });
    await expect(alsoNamed).rejects.toThrow('private network');
    // A name is looked up when it is called, so a name of this machine does not help.
    await bench.database.pool.query('UPDATE webhooks SET url = $1', [byLocalName]);
    const byName = deliverWebhook(bench.database, Number(delivery?.id), options(false));
    await expect(byName).rejects.toThrow('private network');
    expect(received).toEqual([]);
  });

  it('is deleted with its deliveries', async () => {
    const { view } = await make();
    await deleteWebhook(bench.database, view.id);
    await expect(deleteWebhook(bench.database, view.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(setWebhookActive(bench.database, '7', true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { WEBHOOK_EVENTS } from '@basecase/contract/words';
import { changeEvents } from '@basecase/db/regressions/events/change-event';
import { listEvents } from '@basecase/db/regressions/events/list-events';
import { openRegressionBench, type RegressionBench, versionRun } from '@basecase/db/testing/regressions';
import { openSmtpServer, type SmtpServer } from '@basecase/db/testing/smtp-server';
import type { MailDigest, WebhookFilter } from '@basecase/db/types';
import { deliverWebhook } from '@basecase/db/webhooks/deliver-webhook';
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  sendTest,
} from '@basecase/db/webhooks/webhooks';
import { messageBody } from '@basecase/views/webhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let bench: RegressionBench;
let smtp: SmtpServer;
let asked: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
let reply: (response: ServerResponse) => void;
const forge = createServer(async (request, response) => {
  asked.push({ path: request.url ?? '', headers: request.headers, body: await text(request) });
  reply(response);
});
let origin = '';

beforeAll(async () => {
  bench = await openRegressionBench();
  smtp = await openSmtpServer();
  forge.listen(0, '127.0.0.1');
  await once(forge, 'listening');
  origin = `http://127.0.0.1:${(forge.address() as AddressInfo).port}`;
});
afterAll(async () => {
  forge.closeAllConnections();
  forge.close();
  smtp.close();
  await bench.close();
});
beforeEach(async () => {
  await bench.clear();
  asked = [];
  smtp.mails = [];
  smtp.answer = '250 taken';
  reply = (response) =>
    response
      .writeHead(201)
      .end(
        JSON.stringify({ html_url: `${origin}/owner/name/issues/7`, web_url: `${origin}/a/b/-/issues/8` }),
      );
});

/** Tries every message that waits, also those whose time has not come. */
async function deliverAll(allowPrivate = true): Promise<void> {
  const { rows } = await bench.database.pool.query<{ id: number }>(
    `SELECT id FROM webhook_deliveries WHERE state = 'waiting' ORDER BY id`,
  );
  for (const { id } of rows) {
    await deliverWebhook(bench.database, id, {
      allowPrivate,
      messageBody,
      mail: {
        smtpUrl: smtp.url,
        from: 'Basecase <bench@bench.example>',
        unsubscribe: 'mailto:admin@bench.example',
      },
      baseUrl: 'https://bench.example',
    }).catch(() => {});
  }
}

const slower = { t0: 0.8, t1: 0.7 };
const SENTENCE = 'PostgreSQL 17.0 on pn53: 2 of 12 tests slower, median −25% (−20% to −30%)';

describe('a mail', () => {
  const add = (digest: MailDigest, filter: WebhookFilter = {}) =>
    createWebhook(bench.database, {
      ...{ url: 'mailto:ann@bench.example', events: WEBHOOK_EVENTS, digest, filter, allowPrivate: false },
    });

  it('has all events of its period with the sentences of the pages, as plain text and as HTML', async () => {
    await add('daily');
    await bench.store(versionRun('16.0'), versionRun('17.0', slower));
    await bench.store(versionRun('18.0', { ...slower, t2: 0.6 }));
    await bench.store(versionRun('19.0', { ...slower }));
    const { rows } = await bench.database.pool.query(
      `SELECT event, to_char(next_try_at AT TIME ZONE 'UTC', 'HH24:MI') AS at, next_try_at > now() AS later
       FROM webhook_deliveries`,
    );
    expect(rows).toEqual([{ event: 'digest', at: '07:00', later: true }]);
    await deliverAll();
    expect(smtp.mails).toHaveLength(1);
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({ from: 'bench@bench.example', to: ['ann@bench.example'] });
    expect(mail?.text).toContain('Subject: Regressions: 1 new and 1 fixed');
    expect(mail?.text).toContain('List-Unsubscribe: <mailto:admin@bench.example>');
    expect(mail?.text.split(SENTENCE)).toHaveLength(3);
    expect(mail?.text).toContain('https://bench.example/regressions/postgresql-17.0');
    expect(mail?.text).toContain('<a href="https://bench.example/regressions/postgresql-17.0">');
  });

  it('is one for each event at once, and one a week on a Monday', async () => {
    await add('now');
    await add('weekly');
    await bench.store(versionRun('16.0'), versionRun('17.0', slower));
    const { rows } = await bench.database.pool.query(
      `SELECT extract(isodow FROM next_try_at AT TIME ZONE 'UTC')::int AS day, next_try_at > now() AS later
       FROM webhook_deliveries ORDER BY later`,
    );
    expect(rows).toEqual([
      { day: expect.any(Number), later: false },
      { day: 1, later: true },
    ]);
    await deliverAll();
    expect(smtp.mails[0]?.text).toContain('Subject: New regression: PostgreSQL 17.0 on pn53');
  });

  it('is not sent for what the filter leaves out, nor for a new judgement of old runs', async () => {
    await bench.store(versionRun('15.0'));
    await add('now', { minPercent: 50 });
    await bench.store(versionRun('16.0'), versionRun('17.0', slower));
    await bench.database.pool.query('UPDATE webhooks SET filter = $1', [{}]);
    await bench.database.pool.query('DELETE FROM regressions');
    await bench.database.pool.query('UPDATE heatmaps SET rule_version = 1, stale_since = now()');
    await bench.store();
    expect((await listEvents(bench.database)).events).toHaveLength(1);
    await deliverAll();
    expect(smtp.mails).toEqual([]);
  });

  it('is tried again with the same text until it is taken, and not after a refusal for good', async () => {
    const { view } = await add('now');
    await bench.store(versionRun('16.0'), versionRun('17.0', slower));
    smtp.answer = '451 later';
    await deliverAll();
    const [waiting] = await listDeliveries(bench.database, view.id);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, status: 451 });
    smtp.answer = '250 taken';
    await deliverAll();
    await deliverAll();
    expect(smtp.mails).toHaveLength(1);
    smtp.answer = '550 no such user';
    await sendTest(bench.database, view.id);
    await deliverAll();
    const [failed] = await listDeliveries(bench.database, view.id);
    expect(failed).toMatchObject({
      state: 'failed',
      status: 550,
      error: expect.stringMatching(/^The mail server refused it: .*no such user/),
    });
  });

  it('is tried again where no server answers, and the address to look at is named', async () => {
    const { view } = await add('now');
    await sendTest(bench.database, view.id);
    const { url } = smtp;
    smtp.url = 'smtp://127.0.0.1:1';
    await deliverAll();
    smtp.url = url;
    const [waiting] = await listDeliveries(bench.database, view.id);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, status: null });
    expect(waiting?.error).toMatch(/could not be used: .*ECONNREFUSED.* Check BASECASE_SMTP_URL/);
  });

  it('is not sent twice if the worker was killed while it sent it; a user can send it again', async () => {
    const { view } = await add('now');
    await bench.store(versionRun('16.0'), versionRun('17.0', slower));
    await deliverAll();
    // As a process leaves it that ends before it can note the answer.
    await bench.database.pool.query(
      `UPDATE webhook_deliveries SET state = 'waiting', delivered_at = NULL, next_try_at = now()`,
    );
    await deliverAll();
    expect(smtp.mails).toHaveLength(1);
    const [lost] = await listDeliveries(bench.database, view.id);
    expect(lost).toMatchObject({ state: 'failed', error: expect.stringContaining('It may have arrived') });
    await redeliver(bench.database, String(lost?.id));
    await deliverAll();
    expect(smtp.mails).toHaveLength(2);
  });

  it('goes to one address only', async () => {
    for (const url of ['mailto:a@b.example,c@d.example', 'mailto:a@b.example?bcc=c@d.example', 'mailto:ann'])
      await expect(
        createWebhook(bench.database, { url, events: WEBHOOK_EVENTS, allowPrivate: true }),
      ).rejects.toMatchObject({ code: 'SETTING_INVALID' });
  });
});

describe('an issue', () => {
  const add = (format: 'github' | 'gitlab', token = 'secret-token') =>
    createWebhook(bench.database, {
      ...{ url: `${origin}/owner/name`, events: WEBHOOK_EVENTS, format, token, allowPrivate: true },
    });
  const events = async () => (await listEvents(bench.database)).events;

  it.each([
    ['github', '/api/v3/repos/owner/name/issues', 'authorization', 'Bearer secret-token', 'issues/7'],
    ['gitlab', '/api/v4/projects/owner%2Fname/issues', 'private-token', 'secret-token', '-/issues/8'],
  ] as const)(
    'is created once at %s, and the event has its link',
    async (format, path, header, token, link) => {
      const { secret } = await add(format);
      expect(secret).toBeNull();
      expect(JSON.stringify(await listWebhooks(bench.database))).not.toContain('secret-token');
      await bench.store(versionRun('16.0'), versionRun('17.0', slower));
      await deliverAll();
      expect(asked).toHaveLength(1);
      expect(asked[0]).toMatchObject({ path, headers: { [header]: token } });
      const { title, body, description = body } = JSON.parse(asked[0]?.body ?? '{}');
      expect(title).toBe('PostgreSQL 17.0 on pn53: 2 of 12 tests slower');
      expect(description).toContain('](https://bench.example/r/t1-17.0-');
      expect(description).toContain('[Open in Basecase](https://bench.example/regressions/postgresql-17.0)');
      expect((await events())[0]?.bugUrl).toContain(link);
      // Another test and another server of the event.
      await bench.store(
        versionRun('16.0', {}, { server: 'other' }),
        versionRun('17.0', slower, { server: 'other' }),
      );
      await deliverAll();
      expect(asked).toHaveLength(1);
    },
  );

  it('is not created for an event that has a link, or is not sure', async () => {
    await bench.store(versionRun('16.0'), versionRun('17.0', slower));
    const [event] = await events();
    await changeEvents(bench.database, event ? [event] : [], {
      change: { bugUrl: 'https://bugs.example/1' },
      by: 'ann',
    });
    await add('github');
    await bench.store(
      versionRun('16.0', {}, { server: 'other' }),
      versionRun('17.0', slower, { server: 'other' }),
    );
    await deliverAll();
    expect(asked).toEqual([]);
    expect(await listDeliveries(bench.database, String((await listWebhooks(bench.database))[0]?.id))).toEqual(
      [],
    );
  });

  it('is not created twice where the answer is lost or names none, and again after a refusal', async () => {
    const { view } = await add('github');
    reply = (response) => response.writeHead(403).end('{"message":"rate limit"}');
    await bench.store(versionRun('16.0'), versionRun('17.0', slower));
    await deliverAll();
    expect((await listDeliveries(bench.database, view.id))[0]).toMatchObject({
      state: 'waiting',
      status: 403,
    });
    reply = (response) => response.destroy();
    await deliverAll();
    await deliverAll();
    expect(asked).toHaveLength(2);
    expect((await listDeliveries(bench.database, view.id))[0]).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('It may have arrived'),
    });
    expect((await events())[0]?.bugUrl).toBeNull();
  });

  it('is created at private addresses only where webhooks may call them', async () => {
    const { view } = await add('github');
    await bench.store(versionRun('16.0'), versionRun('17.0', slower));
    await deliverAll(false);
    expect(asked).toEqual([]);
    expect((await listDeliveries(bench.database, view.id))[0]?.error).toContain('private network');
  });

  it('needs a token and the address of a repository', async () => {
    await expect(add('github', '')).rejects.toMatchObject({ code: 'SETTING_INVALID' });
    for (const url of [origin, `${origin}/owner`, `${origin}/owner/name/issues`, `${origin}/owner/name?x=1`])
      await expect(
        createWebhook(bench.database, {
          ...{ url, events: WEBHOOK_EVENTS, format: 'github', token: 'x', allowPrivate: true },
        }),
      ).rejects.toMatchObject({ code: 'SETTING_INVALID' });
  });
});

import { createServer, get, type IncomingMessage, type RequestListener, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { addServer } from '@basecase/db/import/add-server';
import { createTestDatabase, type TestDatabase } from '@basecase/db/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { askRaw } from '../access/testing/open-server';
import { visits } from '../access/visit';
import { AnswerCache } from '../answer-cache';
import { attachDoor } from '../begin';
import { EpochReader, ReadDatabases } from '../epochs/read-databases';
import { PageCache } from '../page-cache/page-cache';
import { renderApart } from '../page-cache/render-apart';
import { openFrontDoor } from './front-door';
import { openLanes, takeTurn } from './lanes';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server behind a door. Its app answers a request when the test lets it, or at once. */
async function open({ atOnce = 1, waiting = 2, byHand = false } = {}) {
  const begun: { url: string; finish: () => void }[] = [];
  const refusals: string[] = [];
  const app: RequestListener = ({ url = '' }, response) => {
    const nonce = `${begun.length}`.padStart(32, '0');
    const finish = () => {
      response.setHeader('content-security-policy', `script-src 'nonce-${nonce}'`);
      response.setHeader('content-type', 'text/html');
      response.end(`<script nonce="${nonce}"></script>${url} ${'text '.repeat(400)}`);
    };
    begun.push({ url, finish });
    if (!byHand) finish();
  };
  const lanes = openLanes({ atOnce, waiting, maxWaitMs: 60_000 });
  const pages = new PageCache({
    answers: new AnswerCache(new EpochReader(database), new ReadDatabases(database)),
    maxBytes: 1e6,
    render: async (shared, abandoned) => {
      const done = await takeTurn(lanes[shared.lane], abandoned);
      return renderApart(app, shared).finally(done);
    },
  });
  const door = openFrontDoor({
    app,
    lanes,
    pages,
    metrics: (_, response) => response.end('figures'),
    events: { answered: () => {}, refused: (_, why) => refusals.push(why), cache: () => {} },
    isDatabaseOut: async () => false,
  });
  const visit = {
    address: '127.0.0.1',
    host: 'a',
    scheme: 'http',
    isForwarded: false,
    mayRead: true,
  } as const;
  const server = createServer((request, response) => visits.run(visit, () => door(request, response)));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}`, port, begun, lanes, refusals };
}

const until = (look: () => boolean) =>
  vi.waitFor(() => expect(look()).toBe(true), { interval: 1, timeout: 120_000 });

it('refuses with 503 and Retry-After before the app begins, and serves everybody when the flood is over', async () => {
  const { server, url, begun, lanes, refusals } = await open({ byHand: true });
  const accept = { accept: 'text/html' };
  const asked = Array.from({ length: 20 }, (_, i) => {
    const path = i % 2 ? '/tokens' : '/api/v1/uploads';
    return askRaw(server, path, accept).then((answer) => ({ path, ...answer }));
  });
  await until(() => refusals.length === 17);
  expect(begun).toHaveLength(1);
  expect([lanes.render.inWork, lanes.render.waiting]).toEqual([1, 2]);
  // Requests that watch this server are answered all the same.
  expect(await (await fetch(`${url}/metrics`)).text()).toBe('figures');
  const health = fetch(`${url}/api/health`);
  await until(() => begun.length === 2);
  begun[1]?.finish();
  expect((await health).status).toBe(200);

  for (const index of [0, 2, 3]) {
    await until(() => begun.length > index);
    begun[index]?.finish();
  }
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused).toHaveLength(17);
  expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(Array(17).fill('5'));
  const [api, page] = ['/api/v1/uploads', '/tokens'].map((path) =>
    refused.find((each) => each.path === path),
  );
  expect(api?.headers['content-type']).toBe('application/problem+json');
  expect(JSON.parse(api?.body ?? '')).toMatchObject({ status: 503, code: 'OVERLOADED' });
  expect(page?.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page?.body).toContain('<h1>Too many requests at the moment</h1>');
  expect([lanes.render.inWork, lanes.render.waiting]).toEqual([0, 0]);
});

it('makes one address once for 200 visitors; no two responses have the same nonce', async () => {
  const { url, begun } = await open();
  const nonces = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const response = await fetch(`${url}/compare?server=a`);
      const nonce = /'nonce-(.*)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
      expect(await response.text()).toContain(`<script nonce="${nonce}"></script>/compare?server=a text`);
      return nonce;
    }),
  );
  expect(new Set(nonces).size).toBe(200);
  expect(begun).toHaveLength(1);
  // The one that it was made with was never sent.
  expect(nonces).not.toContain('0'.repeat(32));
});

it('makes it again after a write, by whatever connection', async () => {
  const { url, begun } = await open();
  const ask = async () => (await fetch(`${url}/compare`)).text();
  await ask();
  const before = begun.length;
  await addServer(
    database,
    {
      name: 'pn53',
      cores: 8,
      cpu: null,
      memoryBytes: null,
      storage: null,
      os: null,
    },
    'local',
  );
  await ask();
  expect(begun.length).toBeGreaterThan(before);
});

it('makes it for each visitor with rights, and distinguishes hosts', async () => {
  const { url, begun } = await open();
  const rights: Record<string, string>[] = [{ authorization: 'Bearer a' }, { cookie: 'basecase_token=a' }];
  for (const headers of rights) {
    for (let i = 0; i < 2; i += 1) await (await fetch(`${url}/compare`, { headers })).text();
  }
  expect(begun).toHaveLength(4);
});

it('answers HEAD without a body, and who cannot read gzip with plain text', async () => {
  const { url, begun } = await open();
  const head = await fetch(`${url}/compare`, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const plain = await new Promise<IncomingMessage>((resolve) => get(`${url}/compare`, resolve));
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(head.headers.get('content-length')).toBe(plain.headers['content-length']);
  expect(await text(plain)).toContain('/compare text text');
  expect(begun).toHaveLength(1);
});

it('does not begin an answer whose visitors all left', async () => {
  const { url, begun, lanes } = await open({ byHand: true });
  const first = fetch(`${url}/compare?1`);
  await until(() => begun.length === 1);
  const impatient = new AbortController();
  const left = fetch(`${url}/compare?2`, { signal: impatient.signal });
  await until(() => lanes.render.waiting === 1);
  impatient.abort();
  await expect(left).rejects.toThrow();
  await until(() => lanes.render.waiting === 0);
  begun[0]?.finish();
  expect((await first).status).toBe(200);
  expect(begun).toHaveLength(1);
  expect(lanes.render.inWork).toBe(0);
});

it('ends the turn of an answer that the client does not read', async () => {
  const { url, port, lanes } = await open();
  const slow = connect(port, '127.0.0.1');
  closing.push(() => slow.destroy());
  slow.pause();
  slow.write('GET /tokens HTTP/1.1\r\nHost: a\r\n\r\n');
  expect((await fetch(`${url}/tokens`)).status).toBe(200);
  expect(lanes.render.inWork).toBe(0);
});

it('keeps uploads and pages apart', async () => {
  const { url, begun, lanes } = await open({ byHand: true });
  const uploads = Array.from({ length: 40 }, () => send(`${url}/api/v1/uploads`, { method: 'PUT' }));
  for (const upload of uploads) {
    upload.on('error', () => {});
    upload.write('the first bytes');
  }
  closing.push(() => {
    for (const upload of uploads) upload.destroy();
  });
  await until(() => lanes.upload.inWork === 32 && lanes.upload.waiting === 8);
  const page = fetch(`${url}/compare`);
  await until(() => begun.some(({ url: asked }) => asked === '/compare'));
  begun.find(({ url: asked }) => asked === '/compare')?.finish();
  expect((await page).status).toBe(200);
});

it('is in front of a server made by other code, from its first request on', async () => {
  let seen = 0;
  attachDoor((app) => (request, response) => {
    seen += 1;
    app(request, response);
  });
  const server = createServer((_, response) => response.end('app'));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  for (const count of [1, 2]) {
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('app');
    expect(seen).toBe(count);
  }
});

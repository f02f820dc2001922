import type { Server } from 'node:http';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metricsAnswer } from '../metrics/answer-metrics';
import { guardRequests } from './http-gate';
import { askRaw, openServer } from './testing/open-server';
import { FORWARDED_HEADERS, visits } from './visit';

let server: Server;
beforeAll(async () => {
  Object.assign(process.env, { BASECASE_LOCAL: '1' });
  guardRequests();
  const figures = metricsAnswer({ registry: new Registry() });
  server = await openServer((request, response) => {
    const { headers, url } = request;
    if (url === '/metrics') return figures(request, response);
    response.end(JSON.stringify({ visit: visits.getStore(), headers }));
  });
});
afterAll(() => void server.close());

const local = '127.0.0.1:3000';
const ask = (path: string, headers: Record<string, string>) => askRaw(server, path, headers);

describe('local mode', () => {
  it.each(['/', '/api/v1/uploads', '/_next/image', '/api/trpc/tokens.list', '/api/healthy'])(
    'answers for %s to a name of this machine only',
    async (path) => {
      expect((await ask(path, { host: local })).status).toBe(200);
      for (const host of ['evil.example', 'bench.example:3000', '127.0.0.1.evil.example', '10.0.0.1']) {
        const spoofed = { host, 'x-forwarded-host': '127.0.0.1', forwarded: 'host=127.0.0.1' };
        const answer = await ask(path, spoofed);
        expect([answer.status, JSON.parse(answer.body).code]).toEqual([421, 'HOST_NOT_LOCAL']);
        expect(answer.headers['content-type']).toBe('application/problem+json');
      }
    },
  );

  it('answers the question for its health by any name', async () => {
    expect((await ask('/api/health', { host: 'evil.example' })).status).toBe(200);
  });

  it('tells a browser what is wrong in a page in which nothing runs', async () => {
    const { status, headers, body } = await ask('/compare', { host: 'evil.example', accept: 'text/html' });
    expect([status, headers['content-type']]).toEqual([421, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(body).toContain('was asked for &#34;evil.example&#34;');
  });

  it('answers a request with an Upgrade header as any other, whoever listens for upgrades', async () => {
    let upgrades = 0;
    const upgradable = await openServer((_, response) => void response.end('ok'));
    upgradable.on('upgrade', () => (upgrades += 1));
    try {
      await askRaw(upgradable, '/', { host: local });
      for (const upgrade of ['websocket', 'h2c']) {
        const headers = { connection: 'Upgrade', upgrade };
        expect((await askRaw(upgradable, '/', { host: local, ...headers })).status).toBe(200);
        expect((await askRaw(upgradable, '/', { host: 'evil.example', ...headers })).status).toBe(421);
      }
      expect(upgrades).toBe(0);
    } finally {
      upgradable.close();
    }
  });

  it('takes forms and actions of pages from its own site only', async () => {
    const post = (path: string, headers: Record<string, string>) =>
      askRaw(server, path, { host: local, 'next-action': '0'.repeat(42), ...headers }, 'POST');
    const foreign: Record<string, string>[] = [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { origin: `https://${local}` },
      { origin: 'http://127.0.0.1:3001' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:3001' },
    ];
    for (const headers of foreign) {
      const { status, body } = await post('/tokens', headers);
      expect([headers, status, JSON.parse(body).code]).toEqual([headers, 403, 'CROSS_SITE']);
    }
    expect((await post('/tokens', { origin: `http://${local}` })).status).toBe(200);
    expect((await post('/tokens', {})).status).toBe(200);
    // It has its own answer, and its own rule.
    expect((await post('/api/v1/plans', { origin: 'http://evil.example' })).status).toBe(200);
  });

  it('refuses two hosts, and an Origin that is not one', async () => {
    const twice = await askRaw(server, '/', ['Host', local, 'Host', 'evil.example']);
    expect(twice.status).toBe(400);
    for (const origin of ['http://a.example, http://b.example', 'http://a.example/path', 'a']) {
      const { status, body } = await ask('/', { host: local, origin });
      expect([status, JSON.parse(body).code]).toEqual([400, 'ORIGIN_INVALID']);
    }
    for (const origin of ['null', `http://${local}`, 'moz-extension://1234']) {
      expect((await ask('/', { host: local, origin })).status).toBe(200);
    }
  });

  it.each(['evil.example/path', 'a"><b>', 'a, b', 'user@localhost'])('refuses the host %s', async (host) => {
    const { status, body } = await ask('/', { host });
    expect([status, JSON.parse(body).code]).toEqual([400, 'HOST_INVALID']);
  });
});

it('shows figures to a program of this machine, and not through a proxy on it', async () => {
  expect((await ask('/metrics', { host: local })).status).toBe(200);
  for (const name of FORWARDED_HEADERS) {
    const { status, body } = await ask('/metrics', { host: local, [name]: '127.0.0.1' });
    expect([status, JSON.parse(body).code]).toEqual([401, 'TOKEN_MISSING']);
  }
});

it('hands on what is known of the client, and nothing that the client says of itself', async () => {
  const { body } = await ask('/', {
    host: local,
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-real-ip': '203.0.113.9',
  });
  const { visit, headers } = JSON.parse(body);
  expect(visit).toMatchObject({ address: '127.0.0.1', host: local, scheme: 'http', isForwarded: true });
  expect(headers).toMatchObject({ host: local, 'x-forwarded-host': local, 'x-forwarded-proto': 'http' });
  expect(headers).not.toHaveProperty('x-forwarded-for');
  expect(headers).not.toHaveProperty('x-real-ip');
});

import type { Server } from 'node:http';
import { mayCallPrivate } from '@basecase/db/settings/local-mode';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { env } from '../../env';
import { metricsAnswer } from '../metrics/answer-metrics';
import { guardRequests } from './http-gate';
import { baseUrlOf, isEncrypted, isLocal, isLocalMode, isSameOrigin } from './request-origin';
import { askRaw, openServer } from './testing/open-server';
import { visits } from './visit';

let server: Server;
beforeAll(async () => {
  Object.assign(process.env, {
    BASECASE_LOCAL: '1',
    BASECASE_TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8',
    BASECASE_URL: 'https://bench.example',
  });
  guardRequests();
  const figures = metricsAnswer({ registry: new Registry() });
  server = await openServer((request, response) => {
    if (request.url === '/metrics') return figures(request, response);
    const headers = new Headers(request.headers as Record<string, string>);
    response.end(
      JSON.stringify({
        ...visits.getStore(),
        base: baseUrlOf(headers),
        isSameOrigin: isSameOrigin(headers),
        isEncrypted: isEncrypted(headers),
        isLocal: isLocal(headers),
        shown: request.headers['x-forwarded-host'],
      }),
    );
  });
});
afterAll(() => void server.close());

const ask = async (headers: Record<string, string>) => JSON.parse((await askRaw(server, '/', headers)).body);

describe('behind a proxy that is trusted', () => {
  it('believes what it says of the client', async () => {
    const said = { 'x-forwarded-for': '6.6.6.6, 203.0.113.9', 'x-forwarded-host': 'other.example' };
    expect(await ask({ host: '127.0.0.1:3000', ...said })).toMatchObject({
      address: '203.0.113.9',
      host: 'other.example',
    });
  });

  it('names itself as the setting says, whatever host is asked for', async () => {
    expect(await ask({ host: 'evil.example', 'x-forwarded-host': 'evil.example' })).toMatchObject({
      base: 'https://bench.example',
      isEncrypted: true,
    });
  });

  it('takes pages of its public address for its own, also where the proxy hides the host', async () => {
    const host = '127.0.0.1:3000';
    expect(await ask({ host, origin: 'https://bench.example' })).toMatchObject({
      isSameOrigin: true,
      shown: 'bench.example',
    });
    expect(await ask({ host, origin: 'https://evil.example' })).toMatchObject({
      isSameOrigin: false,
      shown: host,
    });
  });

  it('does not count as the visitor’s own machine: a proxy that uses a local name gives no rights', async () => {
    expect(isLocalMode()).toBe(false);
    expect(mayCallPrivate(env())).toBe(false);
    expect(await ask({ host: '127.0.0.1:3000' })).toMatchObject({ isLocal: false });
  });

  it('refuses its figures without a token, also where the proxy on this machine adds no header', async () => {
    const all: Record<string, string>[] = [
      {},
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-for': '::1' },
    ];
    for (const headers of all)
      expect((await askRaw(server, '/metrics', { host: '127.0.0.1:3000', ...headers })).status).toBe(401);
  });
});

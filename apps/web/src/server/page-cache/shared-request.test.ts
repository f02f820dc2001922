import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import type { Visit } from '../access/visit';
import { sharedRequestOf } from './shared-request';

const VISIT: Visit = { address: '10.0.0.1', host: 'bench.example', scheme: 'https', isForwarded: false };

function shared(url: string, headers: Record<string, string> = {}, { method = 'GET', visit = VISIT } = {}) {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url });
  Object.assign(request.headers, { host: 'bench.example', ...headers });
  return sharedRequestOf(request, visit, 'render');
}
const keyOf = (...given: Parameters<typeof shared>) => shared(...given)?.key;

it.each([
  '/',
  '/compare?server=a',
  '/series?test=a',
  '/p/abc',
  '/embed/abc',
  '/r/abc',
  '/servers/abc',
  '/r/abc/opengraph-image',
  '/regressions/mysql-8.0.43/opengraph-image',
  '/api/v1/events.atom',
  '/api/v1/regressions.atom',
])('shares %s', (url) => {
  expect(shared(url)?.url).toBe(url);
});

it.each([
  '/tokens',
  '/webhooks',
  '/upload',
  '/uploads',
  '/uploads/7',
  '/artifacts/7',
  '/api/v1/uploads',
  '/api/trpc/compare.view',
  '/p/abc/x',
  '//evil.example/',
  `/compare?${'x'.repeat(3000)}`,
])('makes %s for each visitor', (url) => {
  expect(shared(url)).toBeNull();
});

it.each<Record<string, string>>([
  { authorization: 'Bearer bc_1' },
  { cookie: 'basecase_token=bc_1' },
  { cookie: 'a=1; __Host-basecase_session=x' },
  { rsc: '1' },
  { 'next-action': 'x' },
  { range: 'bytes=0-1' },
  { origin: 'https://bench.example' },
  { 'content-length': '3' },
])('makes an answer for this visitor alone with %o', (headers) => {
  expect(shared('/compare', headers)).toBeNull();
  expect(shared('/compare', headers, { method: 'POST' })).toBeNull();
});

it('tells apart what an answer depends on, and nothing else', () => {
  const key = keyOf('/compare');
  const others = [
    keyOf('/compare?a=1'),
    keyOf('/compare', { host: 'other.example' }),
    keyOf('/compare', { 'x-forwarded-host': 'other.example' }),
    keyOf('/compare', { 'sec-fetch-site': 'cross-site' }),
    keyOf('/compare', {}, { visit: { ...VISIT, host: 'other.example' } }),
    keyOf('/compare', {}, { visit: { ...VISIT, scheme: 'http' } }),
    keyOf('/compare', {}, { visit: { ...VISIT, isForwarded: true } }),
  ];
  expect(new Set([key, ...others]).size).toBe(1 + others.length);
  expect(keyOf('/compare', { cookie: 'other=1', 'user-agent': 'x', accept: 'y' }, { method: 'HEAD' })).toBe(
    key,
  );
  expect(keyOf('/compare', {}, { visit: { ...VISIT, address: '10.0.0.2' } })).toBe(key);
  expect(keyOf('/compare', { 'sec-fetch-site': 'none' })).toBe(key);
});

it('hands on nothing of a visitor: what is made can show only what is in the key', () => {
  const given = {
    cookie: 'other=1',
    'user-agent': 'x',
    'accept-language': 'de',
    'x-forwarded-for': '1.2.3.4',
  };
  expect(Object.keys(shared('/compare', given)?.headers ?? {})).toEqual([
    'host',
    'x-forwarded-host',
    'x-forwarded-proto',
  ]);
  expect(shared('/compare', given)?.visit.address).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { isLoopbackHost, mayCallPrivate } from './local-mode.mjs';
import { readSettings } from './settings.mjs';

/** The two processes that look at an address: the one that takes a webhook and the one that calls it. */
const decide = (env: Record<string, string>) => [
  mayCallPrivate(readSettings('web', env)),
  mayCallPrivate(readSettings('worker', env)),
];

describe('Web process and worker decide alike whether webhooks may call private addresses:', () => {
  it.each([
    ['a server of this machine only', { BASECASE_LOCAL: '1' }, true],
    [
      'with its own name in the address',
      { BASECASE_LOCAL: '1', BASECASE_URL: 'http://localhost:3000' },
      true,
    ],
    ['with closed reading', { BASECASE_LOCAL: '1', BASECASE_READING: 'closed' }, false],
    ['behind a proxy', { BASECASE_LOCAL: '1', BASECASE_TRUSTED_PROXY: '127.0.0.1' }, false],
    ['with a public name', { BASECASE_LOCAL: '1', BASECASE_URL: 'https://bench.example' }, false],
    ['a server of a network', {}, false],
    ['allowed by its operator', { BASECASE_READING: 'closed', BASECASE_WEBHOOK_PRIVATE: '1' }, true],
  ])('%s', (_, env, allowed) => {
    expect(decide(env)).toEqual([allowed, allowed]);
  });
});

describe('isLoopbackHost', () => {
  it.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000', 'a.localhost:1'])(
    'knows %s as this machine',
    (host) => expect(isLoopbackHost(host)).toBe(true),
  );
  it.each([
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example:3000',
    '10.0.0.1',
    '127.0.0.1:3000, evil.example',
    '',
  ])('does not take "%s" for it', (host) => expect(isLoopbackHost(host)).toBe(false));
});

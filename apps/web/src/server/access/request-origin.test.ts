import { describe, expect, it } from 'vitest';
import { baseUrlOf, isSameOrigin } from './request-origin';

describe('isSameOrigin', () => {
  const host = '127.0.0.1:3000';
  it.each([
    ['no browser at all', {}, true],
    ['its own page', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }, true],
    ['another port of the same machine', { origin: 'http://127.0.0.1:8000' }, false],
    ['the same host by another scheme', { origin: 'https://127.0.0.1:3000' }, false],
    ['the default port, written out', { host: 'bench.example:80', origin: 'http://bench.example' }, true],
    [
      'a proxy that ended TLS, as the browser says',
      { origin: 'https://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' },
      true,
    ],
    ['another site', { origin: 'https://evil.example' }, false],
    ['a sandboxed frame', { origin: 'null' }, false],
    ['another site without an origin', { 'sec-fetch-site': 'cross-site' }, false],
    ['another port without an origin', { 'sec-fetch-site': 'same-site' }, false],
  ])('%s', (_, headers, expected) => {
    expect(isSameOrigin(new Headers({ host, ...headers }))).toBe(expected);
  });
});

describe('baseUrlOf', () => {
  it('names the server as requested, and ignores headers of untrusted proxies', () => {
    const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    expect(baseUrlOf(new Headers({ host: 'bench.example:3000', ...forwarded }))).toBe(
      'http://bench.example:3000',
    );
  });

  it.each(['evil.example/path', 'a"><script>', 'user@evil.example', 'a b', ''])(
    'puts nothing into an address that is not a host: %s',
    (host) => expect(baseUrlOf(new Headers({ host }))).toBe('http://localhost'),
  );
});

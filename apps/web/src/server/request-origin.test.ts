import { describe, expect, it } from 'vitest';
import { addressOf, baseUrlOf, isLoopbackHost, isSameOrigin } from './request-origin';

describe('isLoopbackHost', () => {
  it.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000', 'a.localhost:1'])(
    'knows %s as this machine',
    (host) => expect(isLoopbackHost(new Headers({ host }))).toBe(true),
  );
  it.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:3000', '10.0.0.1', ''])(
    'does not take "%s" for it',
    (host) => expect(isLoopbackHost(new Headers({ host }))).toBe(false),
  );
  it('goes by the name that a proxy was asked for', () => {
    const headers = new Headers({ host: '127.0.0.1:3000', 'x-forwarded-host': 'bench.example' });
    expect(isLoopbackHost(headers)).toBe(false);
  });
});

describe('isSameOrigin', () => {
  const host = '127.0.0.1:3000';
  it.each([
    ['no browser at all', {}, true],
    ['its own page', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }, true],
    ['another port of the same machine', { origin: 'http://127.0.0.1:8000' }, false],
    ['another site', { origin: 'https://evil.example' }, false],
    ['a sandboxed frame', { origin: 'null' }, false],
    ['another site without an origin', { 'sec-fetch-site': 'cross-site' }, false],
    ['another port without an origin', { 'sec-fetch-site': 'same-site' }, false],
  ])('%s', (_, headers, expected) => {
    expect(isSameOrigin(new Headers({ host, ...headers }))).toBe(expected);
  });
});

describe('addressOf and baseUrlOf', () => {
  it('believe the last proxy only', () => {
    expect(addressOf(new Headers({ 'x-forwarded-for': '1.2.3.4, 10.0.0.9' }))).toBe('10.0.0.9');
    expect(addressOf(new Headers())).toBe('unknown');
  });

  it('name the server as it was asked for', () => {
    const headers = {
      host: 'internal:3000',
      'x-forwarded-host': 'bench.example',
      'x-forwarded-proto': 'https',
    };
    expect(baseUrlOf(new Request('http://0.0.0.0:3000/api', { headers }))).toBe('https://bench.example');
    expect(baseUrlOf(new Request('http://127.0.0.1:3000/api'))).toBe('http://127.0.0.1:3000');
  });
});

import { describe, expect, it } from 'vitest';
import { findWrongSettings, readSettings } from './settings.mjs';

const PROVIDER = {
  BASECASE_OIDC_ISSUER: 'https://login.example/realms/db',
  BASECASE_OIDC_CLIENT_ID: 'basecase',
  BASECASE_OIDC_CLIENT_SECRET: 'top-secret',
};

describe('settings', () => {
  it('are what they are without any, also when they are empty', () => {
    const without = readSettings('web', {});
    expect(without).toMatchObject({
      PORT: null,
      BASECASE_BLOBS: '.basecase/blobs',
      BASECASE_LOCAL: false,
      BASECASE_READING: 'open',
      BASECASE_TRUSTED_PROXY: [],
      BASECASE_OIDC_ISSUER: null,
      BASECASE_MAX_UPLOAD_BYTES: 4 * 1024 ** 3,
      BASECASE_AT_ONCE: 4,
    });
    const empty = Object.fromEntries(Object.keys(without).map((name) => [name, ' ']));
    expect(readSettings('web', empty)).toEqual(without);
  });

  it.each([
    ['PORT', '0', 0],
    ['PORT', '65535', 65_535],
    ['BASECASE_LOCAL', '1', true],
    ['BASECASE_READING', 'closed', 'closed'],
    ['BASECASE_URL', 'https://bench.example:8443', 'https://bench.example:8443'],
    ['BASECASE_TRUSTED_PROXY', '127.0.0.1, 10.0.0.0/8,fd00::/8', ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']],
    ['BASECASE_BLOBS', 'C:\\blobs', 'C:\\blobs'],
    ['BASECASE_BLOBS', '../blobs: old', '../blobs: old'],
    ['BASECASE_BLOBS', 'S3://bucket/prefix', 'S3://bucket/prefix'],
    ['DATABASE_READ_URLS', 'postgresql://a/b, ', ['postgresql://a/b']],
    ['BASECASE_DRAIN_MS', '0', 0],
  ] as const)('%s=%s is read', (name, text, value) => {
    expect(readSettings('web', { [name]: text })[name]).toEqual(value);
  });

  it.each([
    ['PORT', '65536', 'from 0 to 65535'],
    ['PORT', '-1', 'from 0 to 65535'],
    ['PORT', '80.5', 'from 0 to 65535'],
    ['PORT', 'http', 'from 0 to 65535'],
    ['BASECASE_BLOBS', 'gs://bucket/x', 'a folder, without file://, or s3://bucket/prefix'],
    ['BASECASE_BLOBS', 'FILE:///srv/blobs', 'a folder, without file://'],
    ['BASECASE_BLOBS', 's3:/bucket', 's3://bucket/prefix'],
    ['BASECASE_BLOBS', 's3://Bucket', 's3://bucket/prefix'],
    ['BASECASE_LOCAL', 'yes', '0 or 1'],
    ['BASECASE_WEBHOOK_PRIVATE', 'true', '0 or 1'],
    ['BASECASE_READING', 'close', 'open or closed'],
    ['BASECASE_URL', 'bench.example', 'http:// or https://'],
    ['BASECASE_URL', 'https://bench.example/path', 'without a path'],
    ['BASECASE_TRUSTED_PROXY', '10.0.0.0/33', 'IP addresses or networks'],
    ['BASECASE_TRUSTED_PROXY', 'proxy.example', 'IP addresses or networks'],
    ['BASECASE_OIDC_ISSUER', 'http://login.example', 'https:// and a host'],
    ['BASECASE_MAX_UPLOAD_BYTES', '4 GB', 'a whole number of bytes from 1 on'],
    ['BASECASE_DRAIN_MS', 'soon', 'a whole number of milliseconds from 0 to 2147483647'],
    // A timer of so many milliseconds would end at once.
    ['BASECASE_MAX_WAIT_MS', '2147483648', 'from 1 to 2147483647'],
    ['BASECASE_RETAIN_RAW_DAYS', 'abc', 'a whole number of days from 1 to 100000'],
    ['BASECASE_RETAIN_THIN_DAYS', '1e3', 'a whole number of days'],
  ])('%s=%s is refused in one line with its name, its value and what it may be', (name, text, expected) => {
    const [line, ...others] = findWrongSettings('start', { ...PROVIDER, [name]: text });
    expect(line).toContain(`${name} is "${text}": expected `);
    expect(line).toContain(expected);
    expect(others).toEqual([]);
  });

  it.each([
    'PORT',
    'DATABASE_CONNECTIONS',
    'BASECASE_MAX_UPLOAD_BYTES',
    'BASECASE_AT_ONCE',
    'BASECASE_WAITING',
    'BASECASE_PAGE_CACHE_MB',
  ])('%s is refused where it is negative, huge or no number, and unset where it is empty', (name) => {
    for (const wrong of ['-1', '9'.repeat(30), 'many', '1.5']) {
      const lines = findWrongSettings('start', { [name]: wrong });
      expect(lines).toEqual([expect.stringContaining(`${name} is "${wrong}": expected a whole number`)]);
    }
    expect(findWrongSettings('start', { [name]: '' })).toEqual([]);
    const atZero = findWrongSettings('start', { [name]: '0' });
    for (const line of atZero) expect(line).toMatch(/from [14] (?:to|on)/);
  });

  it('refuse the password of an example without showing it', () => {
    const env = { DATABASE_URL: 'postgresql://basecase:change-me@db/basecase' };
    expect(findWrongSettings('worker', env)).toEqual([
      'DATABASE_URL is "postgresql://…@db/basecase": expected a connection URL of PostgreSQL with a password of your own instead of the one in the examples, and its special characters %-encoded (@ is %40, / is %2F).',
    ]);
  });

  it('refuse a password with an @ or / that would make its end the host', () => {
    const wrong = (url: string) => findWrongSettings('worker', { DATABASE_URL: url });
    expect(wrong('postgresql://basecase:p@ss/w@db.example/basecase')).toEqual([
      expect.stringMatching(/^DATABASE_URL is "postgresql:\/\/…@db.example\/basecase": .*%-encoded/),
    ]);
    expect(wrong('postgresql://basecase:p%40ss%2Fw@db.example/basecase?application_name=a@b')).toEqual([]);
  });

  it('are refused all at once, each by its reader', () => {
    const env = { BASECASE_AT_ONCE: '0', BASECASE_DRAIN_MS: '-1', BASECASE_RETAIN_RAW_DAYS: 'abc' };
    expect(findWrongSettings('start', env)).toHaveLength(3);
    expect(findWrongSettings('web', env)).toHaveLength(2);
    expect(findWrongSettings('worker', env)).toEqual([
      'BASECASE_RETAIN_RAW_DAYS is "abc": expected a whole number of days from 1 to 100000.',
    ]);
    expect(() => readSettings('web', env)).toThrow(/BASECASE_DRAIN_MS.*\n.*BASECASE_AT_ONCE/);
  });

  it('of a provider are all there or none', () => {
    expect(findWrongSettings('web', PROVIDER)).toEqual([]);
    const { BASECASE_OIDC_CLIENT_SECRET: _, ...part } = PROVIDER;
    expect(findWrongSettings('web', part)).toEqual([
      expect.stringContaining('BASECASE_OIDC_CLIENT_SECRET is not set'),
    ]);
    expect(findWrongSettings('worker', part)).toEqual([]);
  });

  it('are shown without the password that is in an address', () => {
    const [line] = findWrongSettings('web', { BASECASE_URL: 'https://me:pa/ss@w@bench.example/x' });
    expect(line).toContain('"https://…@bench.example/x"');
  });
});

import { describe, expect, it } from 'vitest';
import { BUILD_FIELDS, isCommitUrl, isWebAddress, toInstant, toRepository } from './build-fields';

describe('isWebAddress', () => {
  it.each(['http://ci/1', 'https://me:***@ci.example/job/1?x=%20#l', 'HTTPS://CI.example'])('%s', (text) => {
    expect(isWebAddress(text)).toBe(true);
  });

  it.each([
    ...['javascript:alert(1)', 'JavaScript://x/%0aalert(1)', ' javascript:alert(1)', 'java\tscript:alert(1)'],
    ...[
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      'ftp://x/y',
      '//x/y',
      'x.example',
      '',
      'https://',
    ],
    ...[
      ' https://x',
      'https://x y',
      'https://x\njavascript:1',
      'https://x/\u0000',
      `https://x/${'a'.repeat(2000)}`,
    ],
  ])('%j is none', (text) => {
    expect(isWebAddress(text)).toBe(false);
    expect(BUILD_FIELDS.buildUrl.read(text)).toBeNull();
    expect(BUILD_FIELDS.repository.read(text)).toBeNull();
  });
});

describe('isCommitUrl', () => {
  it.each([
    ['https://x/commit/{commit}', true],
    ['https://x/?id={commit}&again={commit}', true],
    ['https://x/commit/', false],
    ['javascript:{commit}', false],
  ])('%s: %s', (text, can) => {
    expect(isCommitUrl(text)).toBe(can);
  });
});

describe('toInstant', () => {
  it.each([
    ['2026-08-29T18:00:00Z', '2026-08-29T18:00:00.000Z'],
    ['2026-08-29T18:00+02:00', '2026-08-29T16:00:00.000Z'],
    ['2026-08-29T18:00:00.123456-05:30', '2026-08-29T23:30:00.123Z'],
  ])('%s', (text, instant) => {
    expect(toInstant(text)).toBe(instant);
  });

  it.each([
    ...['2026-08-29', '2026-08-29T18:00:00', '2026-02-30T18:00:00Z', '2026-08-29T25:00:00Z', 'today'],
    ...['0000-01-01T00:00:00Z', '9999-01-01T00:00:00Z', '2026-08-29 18:00:00 +0200'],
  ])('%s is none', (text) => {
    expect(toInstant(text)).toBeNull();
  });
});

describe('toRepository', () => {
  it.each([
    ['https://github.com/postgres/postgres', 'https://github.com/postgres/postgres/commit/{commit}'],
    ['https://github.com/postgres/postgres.git', 'https://github.com/postgres/postgres/commit/{commit}'],
    ['https://gitlab.com/a/b/', 'https://gitlab.com/a/b/-/commit/{commit}'],
    ['https://git.example/a/b', null],
    ['https://github.com.example/a/b', null],
  ])('knows where %s has its commits', (url, commitUrl) => {
    expect(toRepository(url)).toEqual({ url, commitUrl });
  });

  it('keeps the given fields', () => {
    const said = 'https://git.example/c/{commit}';
    expect(toRepository('https://github.com/a/b', said)).toEqual({
      url: 'https://github.com/a/b',
      commitUrl: said,
    });
    expect(toRepository(null, said)).toEqual({ url: null, commitUrl: said });
    expect(toRepository(null)).toBeNull();
  });
});

describe('BUILD_FIELDS', () => {
  it.each([
    ['commit', '4EB13E8A', { commit: '4eb13e8a' }],
    ['branch', 'master', { branch: 'master' }],
    ['committedAt', '2026-08-29T18:00:00+02:00', { committedAt: '2026-08-29T16:00:00.000Z' }],
    ['buildNumber', '0', { number: 0 }],
    ['buildUrl', 'https://ci/1', { url: 'https://ci/1' }],
    ['repository', 'https://x/y', { repository: { url: 'https://x/y', commitUrl: null } }],
  ] as const)('%s takes %s', (name, text, said) => {
    expect(BUILD_FIELDS[name].read(text)).toEqual(said);
  });

  it.each([
    ['commit', 'master'],
    ['branch', ''],
    ['branch', ' x'],
    ['branch', 'a\nb'],
    ['branch', 'x'.repeat(201)],
    ['buildNumber', '-1'],
    ['buildNumber', '1.5'],
    ['buildNumber', '2147483648'],
    ['buildNumber', '1e3'],
  ] as const)('%s refuses %j', (name, text) => {
    expect(BUILD_FIELDS[name].read(text)).toBeNull();
  });
});

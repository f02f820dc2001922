import { describe, expect, it } from 'vitest';
import { freeSlug, serverSlug, shortSlug, toSlug } from './slug';

describe('toSlug', () => {
  it.each([
    ['PN53', 'pn53'],
    ['MySQL-9.5.0-rel_o2nofp-z12a_c8r32', 'mysql-9.5.0-rel_o2nofp-z12a_c8r32'],
    ['gcp (ext-4, local devices)', 'gcp-ext-4-local-devices'],
    ['8-core c8r32', '8-core-c8r32'],
    ['Größe', 'gro-e'],
    ['../../etc', 'etc'],
    ['  ', 'unnamed'],
    ['日本', 'unnamed'],
  ])('%s → %s', (text, slug) => {
    expect(toSlug(text)).toBe(slug);
    // What the check constraints of the schema ask for.
    expect(toSlug(text)).toMatch(/^[a-z0-9][a-z0-9._-]*$/);
  });
});

it('shortSlug leaves room in an address for what stands behind it', () => {
  expect(shortSlug('PN53 8.0')).toBe('pn53-8.0');
  expect(shortSlug(`${'x'.repeat(299)} ${'y'.repeat(500)}`)).toBe('x'.repeat(299));
});

describe('freeSlug', () => {
  it('adds the first number that is free', () => {
    expect(freeSlug('a', new Set())).toBe('a');
    expect(freeSlug('a', new Set(['a', 'a-2', 'a-4']))).toBe('a-3');
  });
});

describe('serverSlug', () => {
  it('keeps names of any script apart, and joins spellings of one', () => {
    const names = ['测试机', '服务器', 'unnamed', 'тест-1', 'тест-2', 'ПРОД-1', 'größe', 'große', '👩', '😀'];
    expect(new Set(names.map(serverSlug)).size).toBe(names.length);
    for (const name of names) expect(serverSlug(name)).toMatch(/^[a-z0-9][a-z0-9._-]*$/);
    expect(serverSlug('Größe')).toBe(serverSlug('GRO\u0308ßE'));
    expect([serverSlug('PN53'), serverSlug('gcp (ext-4)')]).toEqual(['pn53', 'gcp-ext-4']);
  });
});

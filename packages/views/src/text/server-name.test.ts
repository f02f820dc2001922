import { describe, expect, it } from 'vitest';
import { clientsText, serverNames, serverTitle, sharedNameText } from './words';

describe('names of servers', () => {
  it('are their class, with the name where two are of one class', () => {
    const servers = [
      { name: 'pn53', cores: 8 },
      { name: 'ser7', cores: 8 },
      { name: 'ax162', cores: 48 },
      { name: 'dell', cores: null },
    ];
    expect(serverNames(servers)).toEqual(['8-core pn53', '8-core ser7', '48-core', 'dell']);
    expect(serverNames(servers.slice(0, 1))).toEqual(['8-core']);
  });

  it('are the names where all are of one class', () => {
    expect(
      serverNames([
        { name: 'a', cores: 8 },
        { name: 'b', cores: 8 },
      ]),
    ).toEqual(['a', 'b']);
  });
});

describe('clients', () => {
  it('are counted, and the text is empty when they are unknown', () => {
    expect([1, 40, null].map(clientsText)).toEqual(['1 client', '40 clients', '']);
  });
});

describe('a server that nothing names', () => {
  it.each([
    ['8-core c8r32', 0, ''],
    ['8-core c8r32', 1, ''],
    ['8-core c8r32', 2, '8-core c8r32 is the name of no particular machine, and 2 uploads share it.'],
    ['8-core c8r32', 5000, '8-core c8r32 is the name of no particular machine, and 5000 uploads share it.'],
    [
      'unnamed server',
      undefined,
      'unnamed server is the name of no particular machine, and uploads that name no server',
    ],
    ['pn53', undefined, ''],
    ['8-core pn53', undefined, ''],
  ])('%s with %s uploads: %s', (name, uploads, text) => {
    const found = sharedNameText({ name }, uploads);
    expect(found.startsWith(text)).toBe(true);
    expect(found === '').toBe(text === '');
  });
});

it.each([
  [{ name: 'pn53', cores: 8 }, 'pn53, 8-core'],
  [{ name: '8-core', cores: 8 }, '8-core'],
  [{ name: '8-core c8r32', cores: 8 }, '8-core c8r32'],
  [{ name: '8-core', cores: 48 }, '8-core, 48-core'],
  [{ name: 'dell', cores: null }, 'dell'],
])('names %o as %s, its cores once', (server, title) => {
  expect(serverTitle(server)).toBe(title);
});

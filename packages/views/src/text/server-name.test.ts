import { describe, expect, it } from 'vitest';
import { clientsText, serverNames } from './words';

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

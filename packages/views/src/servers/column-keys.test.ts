import type { ProductColumn } from '@basecase/db/types';
import { describe, expect, it } from 'vitest';
import {
  baseColumn,
  byServers,
  chooseVersions,
  keyColumns,
  nearestColumn,
  versionKeys,
  withBase,
} from './servers-data';

const column = (
  version: string,
  config: string | null = null,
  flavour: string | null = null,
): ProductColumn => ({
  slug: [version, flavour, config].filter(Boolean).join('-'),
  label: version,
  version,
  flavour,
  config,
});
const versions = (...names: string[]) => names.map((name) => column(name, 'z12a_c8r32'));
const keysOf = (columns: ProductColumn[][]) => versionKeys(keyColumns(columns));
const NOTHING = { v: [], base: '', version: '', bases: [] };

describe('keys of columns', () => {
  it('match the same version and config on servers of other sizes', () => {
    const [small, large] = keyColumns([
      [column('18beta1', 'x10b_c8r32', 'rel')],
      [column('18beta1', 'x10b_c32r128', 'rel_o2nofp')],
    ]);
    expect(small?.[0]?.key).toBe('18beta1 x10b');
    expect(large?.[0]?.key).toBe('18beta1 x10b');
  });

  it('hold the build, then the full config, where one server has several', () => {
    const [builds] = keyColumns([
      [column('9.5.0', 'z12a_c8r32', 'rel'), column('9.5.0', 'z12a_c8r32', 'dbg')],
    ]);
    expect(builds?.map(({ key }) => key)).toEqual(['9.5.0 rel z12a', '9.5.0 dbg z12a']);
    const [sizes] = keyColumns([[column('9.5.0', 'z12a_c8r32'), column('9.5.0', 'z12a_c8r16')]]);
    expect(sizes?.map(({ key }) => key)).toEqual(['9.5.0 z12a_c8r32', '9.5.0 z12a_c8r16']);
  });

  it('are in release order, with the servers that have them', () => {
    const keys = keysOf([versions('5.7.44', '9.5.0'), versions('9.5.0', '18.0', '5.7.44')]);
    expect(keys.map(({ key, servers }) => [key, servers])).toEqual([
      ['5.7.44 z12a', [0, 1]],
      ['9.5.0 z12a', [0, 1]],
      ['18.0 z12a', [1]],
    ]);
  });
});

describe('chosen versions', () => {
  it('are the oldest that every server has and the newest of each major after it', () => {
    const all = versions('5.7.44', '8.0.36', '8.0.43', '8.4.7', '9.4.0', '9.5.0');
    const keys = keysOf([[...versions('5.6.51'), ...all], all]);
    expect(chooseVersions('MySQL', keys, NOTHING)).toEqual({
      base: '5.7.44 z12a',
      keys: ['5.7.44 z12a', '8.4.7 z12a', '9.4.0 z12a', '9.5.0 z12a'],
    });
  });

  it('stay when one of them becomes the base, however often the address is opened', () => {
    const all = versions('5.6.51', '5.7.44', '8.0.43', '8.4.7', '9.4.0', '9.5.0');
    const keys = keysOf([all, all]);
    const { keys: shown } = chooseVersions('MySQL', keys, NOTHING);
    const once = withBase('9.5.0 z12a', { v: [], shown });
    expect(chooseVersions('MySQL', keys, { ...NOTHING, ...once })).toEqual({
      base: '9.5.0 z12a',
      keys: shown,
    });
    const twice = withBase('9.4.0 z12a', { v: once.v, shown });
    expect(chooseVersions('MySQL', keys, { ...NOTHING, ...twice })).toEqual({
      base: '9.4.0 z12a',
      keys: shown,
    });
  });

  it('leave out names that are not versions, unless there is nothing else', () => {
    const keys = keysOf([
      versions('17.5', '18.1', 'what-somebody-built'),
      versions('17.5', '18.1', 'what-somebody-built'),
    ]);
    expect(chooseVersions('PostgreSQL', keys, NOTHING).keys).toEqual(['17.5 z12a', '18.1 z12a']);
    const lines = keysOf([versions('main', 'next'), versions('main', 'next')]);
    expect(chooseVersions('PostgreSQL', lines, NOTHING).keys).toEqual(['main z12a', 'next z12a']);
  });

  it('leave each server its own base when only one version is on all of them', () => {
    const keys = keysOf([versions('17.5', '18beta1'), versions('17.4', '18beta1')]);
    expect(chooseVersions('PostgreSQL', keys, NOTHING)).toEqual({ base: '', keys: ['18beta1 z12a'] });
  });

  it('of tables of ratios are those that most servers have, without their bases', () => {
    const to = (base: string, ...configs: string[]) => [
      column(base, 'x10a'),
      column('17.5', 'x10a'),
      ...configs.map((config) => column('18beta1', config)),
    ];
    const keys = keysOf([
      to('17.5', 'x10b', 'x10d').slice(1),
      to('17.4', 'x10b', 'x10d'),
      [column('18beta1', 'x10b')],
    ]);
    expect(chooseVersions('PostgreSQL', keys, { ...NOTHING, bases: ['17.5', '17.4'] })).toEqual({
      base: '',
      keys: ['18beta1 x10b'],
    });
  });

  it('are what was asked for, with the base, without names that are not there', () => {
    const keys = keysOf([versions('16.1', '17.5', '18.1'), versions('16.1', '17.5', '18.1')]);
    expect(
      chooseVersions('PostgreSQL', keys, { ...NOTHING, v: ['18.1 z12a', 'gone'], base: '17.5 z12a' }),
    ).toEqual({
      base: '17.5 z12a',
      keys: ['17.5 z12a', '18.1 z12a'],
    });
    expect(chooseVersions('PostgreSQL', keys, { ...NOTHING, v: ['gone'], base: 'gone' }).base).toBe(
      '16.1 z12a',
    );
  });
});

describe('versions that no server shares with all others', () => {
  it('have the base that most servers share, not one that a single server has', () => {
    const keys = keysOf([
      versions('10.2', '10.3', '10.5', '12.3'),
      versions('10.3', '10.5', '12.3'),
      versions('10.5', '11.4'),
    ]);
    expect(chooseVersions('MariaDB', keys, NOTHING).base).toBe('10.5 z12a');
    expect(keys.toSorted(byServers).map(({ key, servers }) => [key, servers.length])).toEqual([
      ['10.5 z12a', 3],
      ['10.3 z12a', 2],
      ['12.3 z12a', 2],
      ['10.2 z12a', 1],
      ['11.4 z12a', 1],
    ]);
  });

  it('leave each server its own oldest version where no base has a later version on two servers', () => {
    const newest = keysOf([versions('16.1', '18.1'), versions('17.1', '18.1')]);
    expect(chooseVersions('PostgreSQL', newest, NOTHING)).toEqual({ base: '', keys: ['18.1 z12a'] });
    const apart = keysOf([versions('16.1', '18.1'), versions('17.1', '18.2')]);
    expect(chooseVersions('PostgreSQL', apart, NOTHING).base).toBe('');
  });

  it('are shown when they are asked for', () => {
    const keys = keysOf([versions('16.1', '17.1', '18.1'), versions('16.1', '18.1')]);
    expect(chooseVersions('PostgreSQL', keys, { ...NOTHING, version: '17.1 z12a' }).keys).toContain(
      '17.1 z12a',
    );
  });

  it('are replaced by the nearest version that the server has after its base', () => {
    const [columns = []] = keyColumns([versions('8.0.43', '8.4.7', '9.4.0')]);
    const near = (key: string, base = 0) => columns[nearestColumn(columns, { key, base }) ?? -1]?.version;
    expect(near('9.5.0 z12a')).toBe('9.4.0');
    expect(near('9.0.0 z12a')).toBe('8.4.7');
    expect(near('8.0.44 z12a')).toBe('8.4.7');
    expect(near('9.5.0 z12a', 2)).toBeUndefined();
    expect(nearestColumn([], { key: '9.5.0', base: 0 })).toBeNull();
  });
});

describe('base of a server', () => {
  const [columns = []] = keyColumns([versions('16.9', '17.4', '17.6', '18.1')]);
  const pick = (base: string, own: string | null = null) => {
    const index = baseColumn('PostgreSQL', columns, { base, own });
    return index === null ? null : columns[index]?.version;
  };

  it('is the asked version, else one of the same major, else the first', () => {
    expect(pick('17.6 z12a')).toBe('17.6');
    expect(pick('17.6 z13a')).toBe('17.6');
    expect(pick('17.5 z12a')).toBe('17.4');
    expect(pick('14.0 z12a')).toBe('16.9');
    expect(pick('')).toBe('16.9');
  });

  it('of a table of ratios is the one it was published with, whatever is asked', () => {
    expect(pick('16.9 z12a', '18.1 z12a_c8r32')).toBe('18.1');
  });

  it('is none without columns', () => {
    expect(baseColumn('PostgreSQL', [], { base: '', own: null })).toBeNull();
  });
});

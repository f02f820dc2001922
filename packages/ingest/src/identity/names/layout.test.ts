import { describe, expect, it } from 'vitest';
import { parseDbmsToken } from './dbms-token';
import { parseFileName } from './file-name';
import { parseRunDirectory } from './run-directory';
import { serverClassOf } from './server-class';

describe('serverClassOf', () => {
  it.each([
    ['c24r64', 24, 64],
    ['z12a_c8r32', 8, 32],
    ['x10a_wm8_c32r128', 32, 128],
    ['x10a_c32r128.wm8', 32, 128],
  ])('%s was made for %i cores and %i GB', (config, cores, gigabytes) => {
    expect(serverClassOf(config)).toMatchObject({ cores, memoryBytes: gigabytes * 2 ** 30 });
  });

  it.each([null, '', 'cx6d', 'c2s30', 'abc8r32', 'c0r32'])('%s names no class', (config) => {
    expect(serverClassOf(config)).toBeNull();
  });
});

describe('parseDbmsToken', () => {
  it.each([
    ['my5651', 'MySQL', '5.6.51'],
    ['my8044', 'MySQL', '8.0.44'],
    ['my8406', 'MySQL', '8.4.6'],
    ['my9500', 'MySQL', '9.5.0'],
    ['my100102', 'MySQL', '10.1.2'],
    ['ma100230', 'MariaDB', '10.2.30'],
    ['ma110803', 'MariaDB', '11.8.3'],
    ['ma120101', 'MariaDB', '12.1.1'],
    ['pg1222', 'PostgreSQL', '12.22'],
    ['pg110', 'PostgreSQL', '11.0'],
    ['pg1110', 'PostgreSQL', '11.10'],
    ['pg180', 'PostgreSQL', '18.0'],
    ['pg9624', 'PostgreSQL', '9.6.24'],
    ['pg18beta1', 'PostgreSQL', '18beta1'],
    ['pg18rc1', 'PostgreSQL', '18rc1'],
    ['pg19b1', 'PostgreSQL', '19beta1'],
    ['pg18b1git', 'PostgreSQL', '18beta1git'],
    ['pg19devel', 'PostgreSQL', '19devel'],
    ['pg19dev', 'PostgreSQL', '19devel'],
    ['fbmy5635', 'MyRocks', '5.6.35'],
    ['fbmy8028', 'MyRocks', '8.0.28'],
    ['fbmy80', 'MyRocks', '8.0'],
    ['rx56', 'MyRocks', '5.6'],
  ])('%s is %s %s', (token, product, version) => {
    expect(parseDbmsToken(token)).toMatchObject({ product, version, versionKnown: true });
  });

  it.each([
    ['my95', 'MySQL', '9.5', true],
    ['my9', 'MySQL', 'my9', false],
    ['ma12', 'MariaDB', 'ma12', false],
    ['oracle23', 'oracle23', 'oracle23', false],
    ['', '', '', false],
    ['constructor1', 'constructor1', 'constructor1', false],
  ])('%j keeps what is not understood as text', (token, product, version, versionKnown) => {
    expect(parseDbmsToken(token)).toMatchObject({ product, version, versionKnown });
  });
});

describe('parseRunDirectory', () => {
  it.each([
    ['x.my9500_rel_o2nofp.z12a_c8r32.pk1', 'MySQL', '9.5.0', 'rel_o2nofp', 'z12a_c8r32', true],
    ['x.my8406v2_rel_o2nofp.z12a_c8r32.pk1', 'MySQL', '8.4.6', 'v2_rel_o2nofp', 'z12a_c8r32', true],
    [
      'x.ma120101_mdev16168_rel_withdbg.z12b_c8r32.pk0',
      'MariaDB',
      '12.1.1',
      'mdev16168_rel_withdbg',
      'z12b_c8r32',
      false,
    ],
    ['x.pg180_o2nofp.x10a_wm8_c32r128.pk1', 'PostgreSQL', '18.0', 'o2nofp', 'x10a_wm8_c32r128', true],
    ['x.pg1423.b1.extra.pk1', 'PostgreSQL', '14.23', null, 'b1.extra', true],
    ['fbmy80', 'MyRocks', '8.0', null, null, null],
  ])('%s', (name, product, version, flavour, config, primaryKey) => {
    expect(parseRunDirectory(name)).toMatchObject({
      variant: { product, version, versionKnown: true, flavour, config },
      primaryKey,
    });
  });

  const DAY = '2026-08-29T00:00:00.000Z';
  it.each([
    ['pg19devel_20260829_g4eb13e8', '19devel', null, null, '4eb13e8', DAY],
    ['x.pg19devel-20260829-g4eb13e8.x10b.pk1', '19devel', null, 'x10b', '4eb13e8', DAY],
    ['x.pg19devel.2026-08-29.g4eb13e8.x10b.pk1', '19devel', null, 'x10b', '4eb13e8', DAY],
    ['x.my9600_rel_o2nofp_g4eb13e8.z12a_c8r32.pk1', '9.6.0', 'rel_o2nofp', 'z12a_c8r32', '4eb13e8', null],
    ['my9600_nightly20260829', '9.6.0', null, null, null, DAY],
    ['x.ma120101_20260829_mdev1.z12b.pk0', '12.1.1', 'mdev1', 'z12b', null, DAY],
  ])('%s is a build of its version line', (name, version, flavour, config, commit, committedAt) => {
    expect(parseRunDirectory(name).variant).toMatchObject({
      version,
      versionKnown: true,
      flavour,
      config,
      build: { commit, committedAt },
    });
  });

  it.each([
    'run_20260408_163030_vu64_3600s_mariadb123',
    'results-2026-03-01',
    '2026-03-01',
    'x.my9500_rel_o2nofp.z12a_20260829.pk1',
    'x.pg180_o2nofp.20260829.pk1',
    'x.pg18b1git_o2nofp.x10b.pk1',
  ])('%s names no build', (name) => {
    expect(parseRunDirectory(name).variant).not.toHaveProperty('build');
  });

  it('keeps a name without the convention whole', () => {
    expect(parseRunDirectory('my results, 2026').variant).toEqual({
      product: 'my results, 2026',
      version: 'my results, 2026',
      versionKnown: false,
      flavour: null,
      config: null,
    });
  });
});

describe('parseFileName', () => {
  it.each([
    [
      'sb.o.read-only.range10000.pk1.dop40',
      { kind: 'o', test: 'read-only', range: 10_000, primaryKey: true, clients: 40 },
    ],
    [
      'sb.met.scan.warmpre.range100.pk0.dop1',
      { kind: 'met', test: 'scan.warmpre', range: 100, primaryKey: false, clients: 1 },
    ],
    [
      'sb.prepare.vm.point-query.warm.range100.pk1',
      { kind: 'vm', prepare: true, test: 'point-query.warm', clients: null },
    ],
    ['sb.r.qps.scan.range100.pk1', { kind: 'r.qps', test: 'scan', range: 100, clients: null }],
  ])('%s', (name, expected) => {
    expect(parseFileName(name)).toMatchObject(expected);
  });

  it.each(['sb.o.myvac', 'sb.o.pgvac.sbtest8', 'my.cnf', 'sb.o', '', 'o.ini.1'])(
    '%j is not a test file',
    (name) => {
      expect(parseFileName(name)).toBeNull();
    },
  );
});

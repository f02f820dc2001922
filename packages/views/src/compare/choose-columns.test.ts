import { describe, expect, it } from 'vitest';
import { heatmapData } from '../testing/test-heatmap-data';
import { chosenColumns, latestOfEachMajor, newestAndPrevious, titleOf } from './choose-columns';
import { columnNames, sharedSetup } from './column-set';

const column = (product: string, version: string, config: string | null = 'x10a_c8r32') => ({
  slug: `${product}-${version}-${config}`.toLowerCase(),
  label: version,
  product,
  version,
  flavour: 'o2',
  config,
});

describe('columns', () => {
  it('takes the newest release of each major, as each product counts majors', () => {
    const mysql = ['5.6.51', '5.7.44', '8.0.43', '8.0.44', '8.4.6', '8.4.7'].map((v) => column('MySQL', v));
    const postgres = ['17.6', '17.7', '18beta1', '18.0', '18.1'].map((v) => column('PostgreSQL', v));
    expect(latestOfEachMajor(mysql)).toEqual([0, 1, 3, 5]);
    expect(latestOfEachMajor(postgres)).toEqual([1, 4]);
  });

  it('finds the newest release that has one before it with the same config, and that one', () => {
    const columns = [
      column('MySQL', '9.5.0'),
      column('PostgreSQL', '17.7', 'a'),
      column('PostgreSQL', '17.7', 'b'),
      column('PostgreSQL', '18.1', 'a'),
    ];
    expect(newestAndPrevious(columns)).toEqual([1, 3]);
    expect(newestAndPrevious([...columns, column('PostgreSQL', '18.2', 'c')])).toEqual([1, 3]);
    expect(newestAndPrevious([column('MySQL', '9.5.0'), column('PostgreSQL', '18.1')])).toBeNull();
    expect(newestAndPrevious([])).toBeNull();
  });

  it('keeps every config of the newest release', () => {
    const both = [
      column('PostgreSQL', '18.0'),
      column('PostgreSQL', '18.1', 'x10b_c8r32'),
      column('PostgreSQL', '18.1', 'x10c_c8r32'),
    ];
    expect(latestOfEachMajor(both)).toEqual([1, 2]);
    expect(columnNames(both).map((name) => name.short)).toEqual(['18.0', '18.1 x10b', '18.1 x10c']);
  });

  it('shows the parts of build and config that differ, whole, and what is equal once', () => {
    const equal = [column('MySQL', '8.0.43'), column('MySQL', '8.4.6')];
    expect(columnNames(equal).map((name) => name.detail)).toEqual(['', '']);
    expect(sharedSetup(equal)).toBe('o2, x10a_c8r32');
    const builds = [
      { ...column('MySQL', '8.4.6', 'z12a_gtid_c8r32'), flavour: 'rel_o2nofp' },
      { ...column('MySQL', '8.4.6', 'z12a_c8r32'), flavour: 'rel_o2nofp_lto' },
      { ...column('MySQL', '9.5.0', 'z12a_c8r32'), flavour: 'rel_o2nofp' },
    ];
    expect(columnNames(builds).map(({ detail, short }) => [detail, short])).toEqual([
      ['gtid', '8.4.6 gtid'],
      ['lto', '8.4.6 lto'],
      ['', '9.5.0'],
    ]);
    expect(sharedSetup(builds)).toBe('builds *_rel_o2nofp, configs *_z12a_c8r32');
  });

  it('tells columns of one version apart where the parts of their names do not', () => {
    const twisted = [column('MySQL', '8.4.6', 'a_b'), column('MySQL', '8.4.6', 'b_a')];
    expect(columnNames(twisted).map((name) => name.short)).toEqual(['8.4.6 o2 a_b', '8.4.6 o2 b_a']);
    const bare = [column('MySQL', '8.4.6', null), column('MySQL', '8.4.6', 'z12a')];
    expect(columnNames(bare).map((name) => name.short)).toEqual(['8.4.6 no config', '8.4.6 z12a']);
  });

  it('names the product once there are several', () => {
    const mixed = [column('MariaDB', '11.4.1', null), column('MySQL', '8.0.43')];
    expect(columnNames(mixed).map((name) => name.short)).toEqual(['MariaDB 11.4.1', 'MySQL 8.0.43']);
    expect(titleOf(mixed)).toBe('MariaDB and MySQL');
    expect(titleOf([column('MySQL', '5.6.51'), column('MySQL', '9.5.0')])).toBe('MySQL 5.6.51 to 9.5.0');
  });

  it('falls back to the default choice when no slug is known', () => {
    const data = heatmapData({ throughput: [[1, 2, 3]] });
    expect(chosenColumns(data, { cols: ['gone'] })).toEqual([0, 1, 2]);
    expect(chosenColumns(data, { cols: ['gone', 'v3'] })).toEqual([2]);
    expect(chosenColumns(data, { cols: ['all'] })).toEqual([0, 1, 2]);
  });

  it('starts a very wide view with the newest release of each major', () => {
    const data = heatmapData({ throughput: [Array.from({ length: 81 }, () => 1)] });
    expect(chosenColumns(data, { cols: [] })).toHaveLength(81);
    for (const [index, each] of data.columns.entries()) each.version = `8.${Math.floor(index / 41)}.${index}`;
    expect(chosenColumns(data, { cols: [] })).toEqual([40, 80]);
  });

  it('starts a very wide view of one major with its newest builds, never with one column', () => {
    const data = heatmapData({ throughput: [Array.from({ length: 100 }, () => 1)] });
    for (const [index, each] of data.columns.entries()) each.version = `8.0.${index}`;
    expect(chosenColumns(data, { cols: [] })).toEqual(Array.from({ length: 14 }, (_, index) => 86 + index));
  });
});

import { describe, expect, it } from 'vitest';
import { configStem, majorOf } from '../text/release';
import { compareCellHref } from './compare-cell-href';
import { parseHeatmap } from './heatmap-ref';
import { serversHref } from './servers-href';

describe('links between the views of servers', () => {
  it('lead to the servers page, with as much as is known', () => {
    expect(serversHref({})).toBe('/servers');
    expect(
      serversHref({ product: 'MySQL', on: [{ server: 'pn53', workload: 'cached-1c' }], base: '8.0.43 z12a' }),
    ).toBe('/servers?product=MySQL&on=pn53@cached-1c&base=8.0.43+z12a');
  });

  it('lead to a cell of a heatmap, or to the heatmap', () => {
    const heatmap = { server: 'pn53', workload: 'w', base: 'mysql-8.0.43' };
    expect(
      compareCellHref({
        ...heatmap,
        cell: { test: 'scan_range=100', column: 'mysql-9.5.0' },
        metric: 'cpu/o',
      }),
    ).toBe('/compare?server=pn53&workload=w&base=mysql-8.0.43&metric=cpu/o&cell=scan_range=100@mysql-9.5.0');
    expect(compareCellHref({ ...heatmap, cell: null })).toBe(
      '/compare?server=pn53&workload=w&base=mysql-8.0.43',
    );
  });

  it('read a heatmap, and nothing else', () => {
    expect(parseHeatmap('pn53@w')).toEqual({ server: 'pn53', workload: 'w' });
    expect(['', 'pn53', '@w', 'a@b@c'].map(parseHeatmap)).toEqual([null, null, null, null]);
  });
});

describe('releases', () => {
  it('have a major as their product counts', () => {
    expect(majorOf('PostgreSQL', '18beta1')).toBe('18');
    expect(majorOf('PostgreSQL', '9.6.24')).toBe('9.6');
    expect(majorOf('MySQL', '8.0.43')).toBe('8.0');
    expect(majorOf('storage', 'fsync')).toBe('fsync');
  });

  it('have configs that mean the same on servers of other sizes', () => {
    expect([
      configStem('x10a_c8r32'),
      configStem('cz12a_c32r128'),
      configStem('x10b'),
      configStem(null),
    ]).toEqual(['x10a', 'cz12a', 'x10b', '']);
  });
});

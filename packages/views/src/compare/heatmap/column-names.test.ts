import { describe, expect, it } from 'vitest';
import { columnNames, sharedSetup } from '../column-set';

const columnsOf = (...configs: (string | null)[]) =>
  configs.map((config, index) => ({ product: 'MySQL', version: `8.0.${index}`, flavour: null, config }));
const detailsOf = (...configs: (string | null)[]) =>
  columnNames(columnsOf(...configs)).map(({ detail }) => detail);

describe('heads of columns', () => {
  it.each([
    ['underscores', ['z12a_c8r32', 'z12b_c8r32'], ['z12a', 'z12b'], 'configs *_c8r32'],
    [
      'hyphens and dots',
      ['pareto-small.nvme', 'pareto-large.nvme'],
      ['small', 'large'],
      'configs *_pareto.nvme',
    ],
    [
      'settings',
      ['pareto kernel=4.9.62-21.56 buffer_pool=25', 'pareto kernel=4.9.76-3.78 buffer_pool=25'],
      ['kernel=4.9.62-21.56', 'kernel=4.9.76-3.78'],
      'configs *_pareto buffer_pool=25',
    ],
    ['versions of a config file', ['cnf-v1', 'cnf-v2'], ['v1', 'v2'], 'configs *_cnf'],
    ['one name in all', ['pareto', 'pareto'], ['', ''], 'pareto'],
    ['nothing in common', ['a', 'b'], ['a', 'b'], ''],
  ])('leave out what all configs share in names with %s', (_, configs, details, shared) => {
    expect(detailsOf(...configs)).toEqual(details);
    expect(sharedSetup(columnsOf(...configs))).toBe(shared);
  });

  it('leave it out next to a column without a config, and keep the only name there is', () => {
    expect(detailsOf('pareto_a', null, 'pareto_b')).toEqual(['a', '', 'b']);
    expect(detailsOf('pareto', null, 'pareto')).toEqual(['pareto', '', 'pareto']);
    expect(detailsOf(null, null)).toEqual(['', '']);
  });
});

import { describe, expect, it } from 'vitest';
import { columnNames } from '../compare/column-set';
import { makeView } from '../testing/test-view';
import {
  baseIndex,
  buildChoices,
  judgedIndex,
  shownBuild,
  shownVariants,
  titleOf,
  variantNames,
} from './report-view';

const columnsOf = (...columns: string[]) =>
  makeView({ benchmark: 'db_bench', columns, tests: { fillseq: [] } }).matrix.columns;

const builds = columnsOf('RocksDB 8.0 gcc', 'RocksDB 8.0 clang', 'RocksDB 9.0 gcc');
const many = columnsOf(
  ...Array.from({ length: 14 }, (_, n) => `RocksDB 9.${n} gcc`),
  ...Array.from({ length: 15 }, (_, n) => `RocksDB 9.${n} clang`),
);
const mixed = columnsOf('MySQL 5.7.44 - cx6d', 'MySQL 8.0.43 - cx6d', 'PostgreSQL 17.7 - cx5');

describe('shown variants', () => {
  it('are all of them while they fit, and those of the build with most versions when they do not', () => {
    expect(shownVariants(builds, { product: '', build: '' })).toHaveLength(3);
    expect(shownBuild(many, '')).toBe('clang');
    expect(shownVariants(many, { product: '', build: '' })).toHaveLength(15);
    expect(shownVariants(many, { product: '', build: 'all' })).toHaveLength(29);
    expect(shownVariants(many, { product: '', build: 'gcc' })).toHaveLength(14);
  });

  it('are those of the chosen product; an unknown product is ignored', () => {
    expect(shownVariants(mixed, { product: 'MySQL', build: '' })).toHaveLength(2);
    expect(shownVariants(mixed, { product: 'Oracle', build: '' })).toHaveLength(3);
  });

  it('offers builds only where one has several versions', () => {
    expect(buildChoices(builds)).toEqual(['gcc', 'clang']);
    expect(buildChoices(columnsOf('PostgreSQL 18 - x10a', 'PostgreSQL 18 - x10b'))).toEqual([]);
  });
});

describe('names of variants', () => {
  it('say the build where it differs, and the product where there are several', () => {
    expect(variantNames(builds)).toEqual([
      { name: '8.0', detail: 'gcc', short: '8.0 gcc' },
      { name: '8.0', detail: 'clang', short: '8.0 clang' },
      { name: '9.0', detail: 'gcc', short: '9.0' },
    ]);
    expect(variantNames(mixed)[2]).toEqual({
      name: 'PostgreSQL 17.7',
      detail: 'cx5',
      short: 'PostgreSQL 17.7',
    });
  });

  it('make the title', () => {
    expect(titleOf(builds)).toBe('RocksDB 8.0 to 9.0');
    expect(titleOf(mixed)).toBe('MySQL and PostgreSQL');
    expect(titleOf(mixed.slice(2))).toBe('PostgreSQL 17.7');
  });
});

describe('base and judged variant', () => {
  it('is the first where the wanted one is not there', () => {
    expect(baseIndex(mixed, 'mysql-8.0.43-cx6d')).toBe(1);
    expect(baseIndex(mixed, 'nothing')).toBe(0);
  });

  it('judges the newest of the same product, or none if the base is alone', () => {
    expect(judgedIndex(mixed, 0)).toBe(1);
    expect(judgedIndex(mixed, 1)).toBe(0);
    expect(judgedIndex(mixed, 2)).toBeNull();
  });

  it('judges what differs in the fewest settings where all have one version, which names none of them', () => {
    const version = 'results of May';
    const configs = [
      'kernel=4.9.62 bp=25',
      'kernel=4.9.62 bp=100',
      'kernel=4.9.76 bp=25',
      'kernel=4.9.76 bp=100',
    ];
    const own = configs.map((config) => ({ slug: config, product: 'MySQL', version, flavour: null, config }));
    expect(judgedIndex(own, 0)).toBe(2);
    expect(judgedIndex(own, 3)).toBe(2);
    expect(variantNames(own).map(({ name, detail }) => [name, detail])).toEqual(
      configs.map((config) => [config, '']),
    );
    expect(columnNames(own).map(({ version: head, short }) => [head, short])).toEqual(
      configs.map((config) => [config, config]),
    );
    const other = [
      ...own,
      { ...own[0], slug: 'x', product: 'TiDB', version: '7.5', config: 'a' },
    ] as typeof own;
    expect(columnNames(other).map(({ short }) => short)).toEqual([
      ...configs.map((config) => `MySQL ${config}`),
      'TiDB 7.5',
    ]);
    expect(columnNames(own.slice(0, 1))[0]?.version).toBe(version);
  });
});

import { expect, it } from 'vitest';
import { releasesOfLine } from './releases-of-line';

const release = (sortKey: string, config: string, line?: string) => ({
  product: 'PostgreSQL',
  flavour: null,
  version: sortKey,
  sortKey,
  config,
  ...(line !== undefined && { line }),
});
const COLUMNS = [
  release('17', 'x10a', 'x10a'),
  release('18', 'x10b', 'x10a'),
  release('18', 'x10a', 'x10a'),
  release('18', 'x10cw4'),
];
const namesOf = (config: string) =>
  releasesOfLine(COLUMNS, { product: 'PostgreSQL', flavour: null, config }).map((column) =>
    [column.sortKey, column.config].join(' '),
  );

it('takes the releases of all configs of a line, the own config last of one version', () => {
  expect(namesOf('x10b')).toEqual(['17 x10a', '18 x10a', '18 x10b']);
  expect(namesOf('x10a')).toEqual(['17 x10a', '18 x10b', '18 x10a']);
});

it('takes one config alone where no line has it, and nothing where no release has it', () => {
  expect(namesOf('x10cw4')).toEqual(['18 x10cw4']);
  expect(namesOf('x11a')).toEqual([]);
});

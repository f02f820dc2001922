import { expect, it } from 'vitest';
import { firstDifference } from './installed-packages.mjs';

const ALL = { dev: true };
const link = { 'node_modules/@basecase/web': { link: true } };
const wanted = {
  packages: {
    '': {},
    'apps/web': { version: '0.1.0' },
    'node_modules/@basecase/web': { link: true },
    'node_modules/next': { version: '16.4.6' },
    'node_modules/@next/swc-darwin-x64': { version: '16.4.6', optional: true },
  },
};

it('is satisfied without the packages of other platforms', () => {
  expect(
    firstDifference(wanted, { packages: { ...link, 'node_modules/next': { version: '16.4.6' } } }, ALL),
  ).toBeNull();
});

it('names what is missing or of another version', () => {
  expect(firstDifference(wanted, {}, ALL)).toBe('node_modules/@basecase/web');
  expect(firstDifference(wanted, { packages: link }, ALL)).toBe('node_modules/next');
  expect(
    firstDifference(wanted, { packages: { ...link, 'node_modules/next': { version: '16.4.5' } } }, ALL),
  ).toBe('node_modules/next');
});

it('names an optional package that is there in another version', () => {
  const packages = {
    ...link,
    'node_modules/next': { version: '16.4.6' },
    'node_modules/@next/swc-darwin-x64': { version: '1.0.0' },
  };
  expect(firstDifference(wanted, { packages }, ALL)).toBe('node_modules/@next/swc-darwin-x64');
});

it('does without what only development needs, when that is not asked for', () => {
  const withDev = {
    packages: { ...wanted.packages, 'node_modules/vitest': { version: '4.1.12', dev: true } },
  };
  const serving = { packages: { ...link, 'node_modules/next': { version: '16.4.6' } } };
  expect(firstDifference(withDev, serving, { dev: false })).toBeNull();
  expect(firstDifference(withDev, serving, ALL)).toBe('node_modules/vitest');
});

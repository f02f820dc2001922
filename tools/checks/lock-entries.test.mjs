import { expect, it } from 'vitest';
import { entriesWithoutIntegrity, missingEntries } from './lock-entries.mjs';

const tool = {
  version: '2.11.11',
  dev: true,
  optionalDependencies: { '@turbo/darwin-64': '2.11.11', '@turbo/linux-64': '2.11.11' },
};

it('adds the platforms that are missing, and marks them so that only they install them', () => {
  const packages = {
    '': {},
    'node_modules/turbo': tool,
    'node_modules/@turbo/linux-64': { version: '2.11.11' },
  };
  expect(missingEntries(packages)).toEqual({
    'node_modules/@turbo/darwin-64': {
      version: '2.11.11',
      cpu: ['x64'],
      dev: true,
      optional: true,
      os: ['darwin'],
    },
  });
});

it('finds an entry next to its dependent and above it', () => {
  const packages = {
    'node_modules/a/node_modules/turbo': tool,
    'node_modules/a/node_modules/@turbo/darwin-64': { version: '2.11.11' },
    'node_modules/@turbo/linux-64': { version: '2.11.11' },
  };
  expect(missingEntries(packages)).toEqual({});
});

it('leaves other packages and inexact versions alone', () => {
  const entry = { optionalDependencies: { fsevents: '2.3.3', '@img/sharp-darwin-arm64': '^0.34.0' } };
  expect(missingEntries({ 'node_modules/x': entry })).toEqual({});
});

it('names packages without a hash, but no workspace and no bundled package', () => {
  const packages = {
    '': {},
    'packages/a': { version: '1.0.0' },
    'node_modules/@basecase/a': { link: true },
    'node_modules/b': { version: '1.0.0', integrity: 'sha512-AA==' },
    'node_modules/b/node_modules/c': { version: '1.0.0', inBundle: true },
    'node_modules/b/node_modules/d': { version: '1.0.0' },
  };
  expect(entriesWithoutIntegrity(packages)).toEqual(['node_modules/b/node_modules/d']);
});

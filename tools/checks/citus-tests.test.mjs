import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../bootstrap/paths.mjs';
import { filesBelow, filesOnCluster, NOT_ON_CLUSTER, ON_CLUSTER } from './citus-tests.mjs';

const files = ['packages', 'apps', 'tools']
  .flatMap(filesBelow)
  .filter((file) => /\.int\.test\.(ts|mjs)$/.test(file));
const textOf = (/** @type {string} */ file) => readFileSync(fromRoot(file), 'utf8');
/** The mark of a test that skips itself on a cluster. */
const SKIPPED = /\.skipIf\(isOnCitus\(\)(?: \|\| .+)?\)\(\s*'((?:[^'\\]|\\.)*)'/g;

describe('database tests on a cluster', () => {
  it('are all, but for those on the list', () => {
    expect(files.length).toBeGreaterThan(100);
    const unknown = files.filter(
      (file) =>
        !ON_CLUSTER.some((part) => file.includes(part)) &&
        !NOT_ON_CLUSTER.some(({ path, test }) => test === undefined && file.startsWith(path)),
    );
    expect(unknown).toEqual([]);
  });

  it('are run without the files on the list', () => {
    const run = filesOnCluster();
    expect(run).toContain('packages/db/src/epochs/epoch-lock.citus.test.ts');
    expect(run).toContain('packages/db/src/import/every-format.int.test.ts');
    expect(run).not.toContain('packages/db/src/epochs/epochs.int.test.ts');
    expect(run.filter((file) => /^(apps\/web|packages\/record|tools)\/.*\.int\./.test(file))).toEqual([]);
    expect(filesOnCluster(['packages/db/src/merges/'])).toEqual([
      'packages/db/src/merges/merges.int.test.ts',
    ]);
  });

  it('are left out with a reason, and are there', () => {
    for (const { path, why } of NOT_ON_CLUSTER) {
      expect(why.length, path).toBeGreaterThan(20);
      expect(
        files.some((file) => file.startsWith(path)),
        path,
      ).toBe(true);
    }
  });

  it('skip themselves when the list has only one of a file, and never else', () => {
    const skipped = files.flatMap((path) =>
      [...textOf(path).matchAll(SKIPPED)].map(([, test]) => ({ path, test })),
    );
    const listed = NOT_ON_CLUSTER.flatMap(({ path, test }) => (test === undefined ? [] : [{ path, test }]));
    const inOrder = (/** @type {{ path: string; test?: string }[]} */ tests) =>
      tests.map(({ path, test }) => `${path} > ${test}`).sort();
    expect(inOrder(skipped)).toEqual(inOrder(listed));
    // No other way to skip one.
    const places = files.flatMap((path) => [...textOf(path).matchAll(/isOnCitus\(\)/g)]);
    expect(places).toHaveLength(listed.length);
  });
});

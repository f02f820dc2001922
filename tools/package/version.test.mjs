import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fromRoot } from '../bootstrap/paths.mjs';
import { version } from '../bootstrap/version.mjs';

const workspaces = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(fromRoot(folder)).map((name) => `${folder}/${name}`),
);

it('is a section of the changelog', () => {
  const headings = readFileSync(fromRoot('CHANGELOG.md'), 'utf8').match(/^## .*/gm) ?? [];
  expect(headings.some((heading) => heading.startsWith(`## [${version}]`))).toBe(true);
});

it('is the version that CITATION.cff names', () => {
  expect(readFileSync(fromRoot('CITATION.cff'), 'utf8')).toContain(`\nversion: ${version}\n`);
});

it.each([...workspaces, 'docs', 'e2e'])(
  'is not repeated by %s, which takes any version of its neighbours',
  (workspace) => {
    const manifest = JSON.parse(readFileSync(fromRoot(workspace, 'package.json'), 'utf8'));
    const ours = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(([name]) =>
      name.startsWith('@basecase/'),
    );
    expect([manifest.version, ...ours.map(([, wanted]) => wanted)]).toEqual([
      undefined,
      ...ours.map(() => '*'),
    ]);
  },
);

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

it.each([...workspaces, 'e2e'])('is that of %s, and of those that it depends on', (workspace) => {
  const manifest = JSON.parse(readFileSync(fromRoot(workspace, 'package.json'), 'utf8'));
  const ours = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(([name]) =>
    name.startsWith('@basecase/'),
  );
  expect([manifest.version, ...ours.map(([, wanted]) => wanted)]).toEqual(
    [manifest, ...ours].map(() => version),
  );
});

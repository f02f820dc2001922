import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fromRoot } from '../bootstrap/paths.mjs';
import { ON_REQUEST, selectedSuites } from './suites.mjs';

it.each([
  [[], ['lint', 'types', 'unit', 'int', 'e2e', 'node']],
  [[`--only=${ON_REQUEST.join()}`], ON_REQUEST],
  [['--only', 'e2e'], ['e2e']],
  [['--only=int,unit'], ['unit', 'int']],
  [
    ['--only', 'lint', '--only', 'types'],
    ['lint', 'types'],
  ],
])('%j selects %j', (args, suites) => expect([...selectedSuites(args)]).toEqual(suites));

it.each([[['--only', 'units']], [['--onli', 'unit']], [['unit']]])(
  '%j is refused with what there is',
  (args) => {
    expect(() => selectedSuites(args)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('lint|types|unit') }),
    );
  },
);

const packages = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(fromRoot(folder)).map((name) => `${folder}/${name}`),
);

it.each(packages)('%s has the scripts that turbo runs, so that no test is left out', (folder) => {
  const { scripts } = JSON.parse(readFileSync(fromRoot(folder, 'package.json'), 'utf8'));
  expect(scripts).toMatchObject({
    lint: 'biome check .',
    test: `node ../../tools/checks/vitest-task.mjs unit ${folder}`,
    typecheck: expect.stringMatching(/\btsc --noEmit$/),
  });
});

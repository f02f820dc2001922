import { expect, it } from 'vitest';
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

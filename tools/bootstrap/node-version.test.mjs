import { expect, it } from 'vitest';
import { nodeVersionProblem } from './node-version.mjs';

it.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.1.0', true],
  ['100.0.0', true],
  ['20.18.9', false],
  ['20.9.0', false],
  ['18.20.4', false],
])('Node %s: usable is %s', (version, usable) => {
  expect(nodeVersionProblem(version) === null).toBe(usable);
});

it('names the version that is needed and the one that is here', () => {
  expect(nodeVersionProblem('18.20.4')).toBe('Basecase needs Node.js 20.19 or newer; this is 18.20.4.');
});

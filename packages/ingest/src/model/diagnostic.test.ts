import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DIAGNOSTIC_CODES } from './diagnostic';

it('the README lists every diagnostic code, and no other', () => {
  const readme = readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8');
  const table = readme.slice(readme.indexOf('| code '), readme.indexOf('## Adding a format'));
  const listed = [...table.matchAll(/^\| ([A-Z_]+) +\|/gm)].map(([, code]) => code);
  expect(listed.sort()).toEqual(Object.keys(DIAGNOSTIC_CODES).sort());
});

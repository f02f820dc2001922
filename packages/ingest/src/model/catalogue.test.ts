import { expect, it } from 'vitest';
import { FAMILIES } from '../parsers/registry';
import { FORMATS } from './catalogue';

it('describes the formats that the registry parses, in the same order', () => {
  expect(FAMILIES.map(({ parsers: _parsers, assembler: _assembler, ...family }) => family)).toEqual(FORMATS);
  expect(FORMATS.length).toBeGreaterThan(10);
});

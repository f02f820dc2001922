import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('words import nothing, so that no browser loads zod with them', async () => {
  const source = await readFile(new URL('words.ts', import.meta.url), 'utf8');
  expect(source).toContain('export const STATES');
  expect(source).not.toMatch(/\bimport\b|\bfrom '/);
});

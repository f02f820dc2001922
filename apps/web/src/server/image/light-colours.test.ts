import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LEVEL_COLOURS, LIGHT } from './test-name';

const css = readFileSync(path.join(import.meta.dirname, '../../ui/styles/tokens.css'), 'utf8');
const token = (name: string) => new RegExp(`--${name}: light-dark\\((#[0-9a-f]+),`).exec(css)?.[1];

describe('colours of images', () => {
  it.each(Object.entries(LIGHT))('%s is the token of the light theme', (name, value) => {
    expect(value).toBe(token(name));
  });

  it.each(Object.entries(LEVEL_COLOURS).filter(([level]) => level !== 'v'))(
    'level %s is the token of the light theme',
    (level, { bg, fg }) => {
      expect([bg, fg]).toEqual([token(`${level}-bg`), token(`${level}-fg`)]);
    },
  );

  it('a missing value is hatched on screen, and has the surface of heads here', () => {
    expect(LEVEL_COLOURS.v).toEqual({ bg: token('surface-2'), fg: token('void-fg') });
  });
});

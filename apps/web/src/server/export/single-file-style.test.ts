import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SINGLE_FILE_COLOURS } from './single-file-style';

const css = readFileSync(path.join(import.meta.dirname, '../../ui/styles/tokens.css'), 'utf8');

it.each(Object.entries(SINGLE_FILE_COLOURS))(
  '%s has the colours of the token in both themes',
  (name, [light, dark]) => {
    expect(css).toContain(`--${name}: light-dark(${light}, ${dark});`);
  },
);

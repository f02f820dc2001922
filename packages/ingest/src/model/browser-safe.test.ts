import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAMILIES } from '../parsers/parsers';

const SOURCES = path.join(import.meta.dirname, '..');
/** Imports that are left when types are gone. */
const IMPORT = /^(?:import|export)(?! type)[^;]*? from '([^']+)';$/gm;

/** What a browser loads of this package: `#formats/<folder>` is the folder's `about.ts` there. */
function loadedFrom(file: string, seen = new Map<string, string[]>()): Map<string, string[]> {
  const others: string[] = [];
  seen.set(path.relative(SOURCES, file), others);
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const target = from.startsWith('#formats/')
      ? path.join(SOURCES, 'parsers', from.slice('#formats/'.length), 'about.ts')
      : path.resolve(path.dirname(file), `${from}.ts`);
    if (!existsSync(target)) others.push(from);
    else if (!seen.has(path.relative(SOURCES, target))) loadedFrom(target, seen);
  }
  return seen;
}

describe('@basecase/ingest/model in a browser', () => {
  const loaded = loadedFrom(path.join(SOURCES, 'model/index.ts'));

  it('imports nothing from outside', () => {
    expect([...loaded].filter(([, others]) => others.length > 0)).toEqual([]);
    expect(loaded.size).toBeGreaterThan(20);
  });

  it('carries no parser: of a format its about.ts alone', () => {
    const ofParsers = [...loaded.keys()].filter((file) => !file.startsWith('model/'));
    const abouts = FAMILIES.map(({ name }) => `parsers/${name}/about.ts`);
    expect(ofParsers.sort()).toEqual([...abouts, 'parsers/registry.ts'].sort());
  });

  it('knows of each format what the server knows', async () => {
    for (const { parsers: _parsers, assembler: _assembler, ...family } of FAMILIES) {
      const about: Record<string, unknown> = await import(`../parsers/${family.name}/about.ts`);
      expect(Object.values(about)).toContainEqual(family);
    }
  });
});

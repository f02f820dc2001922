import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromRoot, root } from '../bootstrap/paths.mjs';
import { brokenCitations, citingFiles } from './citations.mjs';

let scratch = '';

beforeAll(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'basecase-citations-'));
  writeFileSync(path.join(scratch, 'rule.md'), '# Rule\n\n## 1. Noise\n\n### 1.1 Pairs and gate\n');
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** @param {string} name @param {string} text */
function broken(name, text) {
  const file = path.join(scratch, name);
  writeFileSync(file, text);
  return brokenCitations(file, scratch);
}

it('finds a document that is not there, and a section that it does not have', () => {
  expect(broken('a.ts', '// As rule.md §1.1 says, and §1.\n')).toEqual([]);
  expect(broken('a.ts', '/** As rules.md §1 says. */\n')).toEqual([
    'a.ts:1 cites rules.md',
    'a.ts:1 cites §1 of no document',
  ]);
  expect(broken('a.ts', '/**\n * See rule.md §1.\n * And §1.2 for more.\n */\n')).toEqual([
    'a.ts:3 cites §1.2',
  ]);
});

it('reads comments only, and knows documents of others', () => {
  expect(broken('a.ts', "const name = 'missing.md';\n// https://spec.example.org/v3, §4.8\n")).toEqual([]);
});

it('finds links to documents and headings that are not there', () => {
  expect(broken('b.md', '[a](rule.md#11-pairs-and-gate) [b](https://example.org/x.md)\n')).toEqual([]);
  expect(broken('b.md', '\n[a](rule.md#12-gate) [b](other.md)\n')).toEqual([
    'b.md:2 links to rule.md#12-gate',
    'b.md:2 links to other.md',
  ]);
});

it('every document and section that code and documents of this repository cite exists', () => {
  // The cases above are citations as well.
  const files = citingFiles(root).filter((file) => file !== import.meta.filename);
  expect(files).toContain(fromRoot('docs/method.md'));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => brokenCitations(file, root))).toEqual([]);
});

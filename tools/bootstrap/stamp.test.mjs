import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashInputs, isStamped, sourceFiles, writeStamp } from './stamp.mjs';

/** @type {string} */
let base;
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'basecase-stamp-'));
  mkdirSync(path.join(base, 'src/node_modules'), { recursive: true });
  writeFileSync(path.join(base, 'src/a.ts'), 'export const a = 1;');
  writeFileSync(path.join(base, 'src/a.test.ts'), 'test');
  writeFileSync(path.join(base, 'src/node_modules/x.js'), 'x');
  writeFileSync(path.join(base, 'lock.json'), '{}');
});
afterEach(() => rmSync(base, { recursive: true }));

const hash = () => hashInputs({ base, paths: ['src', 'lock.json', 'absent'], values: ['v1'] });

describe('hashInputs', () => {
  it('stays the same when only a time, a test or an output changes', () => {
    const before = hash();
    utimesSync(path.join(base, 'src/a.ts'), 1, 1);
    writeFileSync(path.join(base, 'src/a.test.ts'), 'another test');
    writeFileSync(path.join(base, 'src/node_modules/x.js'), 'y');
    writeFileSync(path.join(base, 'src/next-env.d.ts'), 'written by next build');
    expect(hash()).toBe(before);
  });

  it('changes with content, with a name and with a value', () => {
    const before = hash();
    expect(hashInputs({ base, paths: ['src', 'lock.json'], values: ['v2'] })).not.toBe(before);
    writeFileSync(path.join(base, 'src/b.ts'), '');
    const withFile = hash();
    expect(withFile).not.toBe(before);
    writeFileSync(path.join(base, 'src/b.ts'), ' ');
    expect(hash()).not.toBe(withFile);
  });

  it('takes a path that is a file and one that does not exist', () => {
    expect(sourceFiles(path.join(base, 'lock.json'))).toEqual([path.join(base, 'lock.json')]);
    expect(sourceFiles(path.join(base, 'absent'))).toEqual([]);
  });
});

it('a stamp holds for its own hash only', () => {
  const stamp = path.join(base, 'deep/stamp');
  expect(isStamped(stamp, 'one')).toBe(false);
  writeStamp(stamp, 'one');
  expect(isStamped(stamp, 'one')).toBe(true);
  expect(isStamped(stamp, 'two')).toBe(false);
});

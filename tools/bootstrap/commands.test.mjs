import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { releaseCommand } from './commands.mjs';
import { root } from './paths.mjs';

/** @type {string} */
let folder;
/** @type {string} */
let release;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'basecase-commands-'));
  release = path.join(folder, 'node_modules/basecase');
  mkdirSync(release, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['./basecase-0.1.0.tgz', 'npx ./basecase-0.1.0.tgz'],
  [path.join(root, 'dist/basecase-0.1.0.tgz'), 'npx ./dist/basecase-0.1.0.tgz'],
  ['/elsewhere/my files/basecase.tgz', "npx '/elsewhere/my files/basecase.tgz'"],
  ["./it's.tgz", String.raw`npx './it'\''s.tgz'`],
  ['basecase@0.1.0', 'npx basecase@0.1.0'],
])('asked of npx for %s, it is called as %s', (asked, command) => {
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ _npx: { packages: [asked] } }));
  expect(releaseCommand(release)).toBe(command);
});

it('has its own name where it is installed for all, and is found by npx in a project', () => {
  expect(releaseCommand(release)).toBe('basecase');
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ dependencies: { basecase: '0.1.0' } }));
  expect(releaseCommand(release)).toBe('npx basecase');
});

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { canReach, NOBODY } from './account.mjs';

const FIND = path.join(import.meta.dirname, 'testing/find-programs.mjs');
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null;
/** Under root's own directory no other user could run the script itself. */
const isOpen = user === null || canReach(path.dirname(FIND), user);

/** @type {string} */
let folder;
/** @type {string} */
let packageDir;
/** @type {string} */
let home;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'basecase-programs-'));
  chmodSync(folder, 0o755);
  packageDir = path.join(folder, 'package');
  home = path.join(folder, 'home');
  for (const name of ['package/native/bin', 'package/native/lib', 'home']) {
    mkdirSync(path.join(folder, name), { recursive: true });
  }
  writeFileSync(path.join(packageDir, 'package.json'), '{ "version": "18.4.0" }');
  writeFileSync(path.join(packageDir, 'native/bin/postgres'), '', { mode: 0o755 });
  writeFileSync(path.join(packageDir, 'native/lib/libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(path.join(packageDir, 'native/pg-symlinks.json'), JSON.stringify(links));
  if (user) chownSync(home, user.uid, user.gid);
});
afterEach(() => {
  chmodSync(path.join(packageDir, 'native/lib'), 0o755);
  rmSync(folder, { recursive: true });
});

const find = () => {
  const { stdout, stderr } = spawnSync(process.execPath, [FIND, home, packageDir], {
    ...user,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return stdout.trim();
};
const isLink = (/** @type {string} */ file) => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink();

it.runIf(isOpen)('makes the links between libraries that no install script made', () => {
  if (user) chownSync(path.join(packageDir, 'native/lib'), user.uid, user.gid);
  expect(find()).toBe(path.join(packageDir, 'native/bin/postgres'));
  expect(isLink(path.join(packageDir, 'native/lib/libpq.so.5'))).toBe(true);
});

it.runIf(isOpen)('takes a copy with links where another user installed them without', () => {
  chmodSync(path.join(packageDir, 'native/lib'), 0o555);
  const copy = path.join(home, 'programs-18.4.0');
  expect(find()).toBe(path.join(copy, 'bin/postgres'));
  expect(isLink(path.join(copy, 'lib/libpq.so.5'))).toBe(true);
  expect(readFileSync(path.join(copy, 'lib/libpq.so.5'), 'utf8')).toBe('library');
  expect(isLink(path.join(packageDir, 'native/lib/libpq.so.5'))).toBeUndefined();
});

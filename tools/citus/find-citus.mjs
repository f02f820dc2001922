import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fromRoot, inState } from '../bootstrap/paths.mjs';
import { chooseHome } from '../postgres/home.mjs';
import { loadsCitus } from './loads-citus.mjs';
import { downloadServer, installServer, takeInstalled } from './server-files.mjs';
import { isWhole, markWhole, startTree, unpackExtension } from './tree.mjs';

/** Where Debian and Ubuntu have PostgreSQL's programs. */
const INSTALLED = '/usr/lib/postgresql';
/** The oldest major version that Basecase works with. */
const OLDEST = 15;

/** @typedef {import('../postgres/programs.mjs').Programs} Programs */

/**
 * PostgreSQL with the extension Citus, for tests: the installed one where it has Citus, else one that is put together in
 * the state directory from an archive of the extension (`../shared/citus` next to the project, or the directory that
 * BASECASE_CITUS names) and a PostgreSQL of the same major version, installed or downloaded by apt-get. Nothing of the system
 * is changed, except that root gets the package `postgresql-N` installed where nothing else works.
 * @param {(text: string) => void} [note] gets the name of a long step
 * @returns {Promise<{ programs: Programs } | { reason: string }>} reason: why there is none
 */
export async function findCitus(note = () => {}) {
  const installed = installedWithCitus();
  if (installed) return { programs: installed };
  const archive = findArchive();
  if ('reason' in archive) return archive;
  const { home } = chooseHome(inState('citus'));
  const tree = path.join(home, path.basename(archive.file, '.tar.xz'));
  const programs = programsBelow(tree, archive.major);
  if (isWhole(tree)) return { programs };
  /** @type {string[]} */
  const tried = [];
  for (const { what, take } of sources(archive.major)) {
    note(what);
    const failure = await assemble({ tree, file: archive.file, programs, home, take });
    if (failure === null) return { programs };
    tried.push(`${what}: ${failure}`);
  }
  return {
    reason: `no PostgreSQL ${archive.major} takes ${archive.file}. ${tried.join('; ')}`,
  };
}

/** @param {string} major */
function sources(major) {
  return [
    {
      what: `the installed PostgreSQL ${major}`,
      take: (/** @type {string} */ tree) => takeInstalled(major, tree),
    },
    {
      what: `downloading PostgreSQL ${major}`,
      take: (/** @type {string} */ tree) => downloadServer(major, tree),
    },
    {
      what: `installing PostgreSQL ${major}`,
      take: (/** @type {string} */ tree) => installServer(major, tree),
    },
  ];
}

/**
 * @param {{ tree: string; file: string; programs: Programs; home: string; take: (tree: string) => string | null }} parts
 *   take: puts the server into the tree, or returns why it can't
 * @returns {Promise<string | null>} why Citus cannot be installed this way
 */
async function assemble({ tree, file, programs, home, take }) {
  startTree(tree);
  const failure = take(tree) ?? unpackExtension(file, tree) ?? (await loadsCitus(programs, home));
  if (failure === null) markWhole(tree);
  return failure;
}

/** @returns {Programs | null} of the newest installed PostgreSQL that has the extension */
function installedWithCitus() {
  if (!existsSync(INSTALLED)) return null;
  const majors = readdirSync(INSTALLED).filter((name) => Number(name) >= OLDEST && hasCitus(name));
  const newest = majors.sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? null : programsBelow('/', newest);
}

/** @param {string} major */
const hasCitus = (major) => existsSync(path.join(INSTALLED, major, 'lib/citus.so'));

/**
 * @param {string} tree
 * @param {string} major
 * @returns {Programs}
 */
function programsBelow(tree, major) {
  const bin = path.join(tree, 'usr/lib/postgresql', major, 'bin');
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') };
}

/** @returns {{ file: string; major: string } | { reason: string }} */
function findArchive() {
  const directory = path.resolve(fromRoot(), process.env.BASECASE_CITUS ?? '../shared/citus');
  if (process.platform !== 'linux') return { reason: 'Citus is for Linux' };
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const found = names.flatMap((name) => {
    const [, major, architecture] = /^citus-.*-pg(\d+)-\w+-(\w+)\.tar\.xz$/.exec(name) ?? [];
    return major !== undefined && architecture === debianArchitecture()
      ? [{ file: path.join(directory, name), major }]
      : [];
  });
  const [first] = found;
  if (first) return first;
  const wanted = `citus-*-pg*-${debianArchitecture() ?? process.arch}.tar.xz`;
  return {
    reason: `no installed PostgreSQL has the extension citus, and there is no ${wanted} in ${directory} (BASECASE_CITUS names another directory)`,
  };
}

/** What Debian calls this machine: `amd64`; null where there is no dpkg. */
function debianArchitecture() {
  const { status, stdout } = spawnSync('dpkg', ['--print-architecture'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fromRoot, inState } from '../bootstrap/paths.mjs';
import { tail } from '../bootstrap/step-error.mjs';
import { chooseHome } from '../postgres/home.mjs';
import { startPostgres } from '../postgres/launcher.mjs';

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

/**
 * Whether a server takes the extension: one that is older than the headers that it was built with does not.
 * @param {import('../postgres/programs.mjs').Programs} programs
 * @param {string} folder for a server that is thrown away
 * @returns {Promise<string | null>} why not
 */
async function loadsCitus(programs, folder) {
  const home = path.join(folder, 'trial');
  const settings = { shared_preload_libraries: 'citus' };
  try {
    const server = await startPostgres({ home, port: 0, durable: false, settings, programs });
    await server.stop();
    return null;
  } catch (error) {
    const { message, log } = /** @type {import('../bootstrap/step-error.mjs').StepError} */ (error);
    return (log && tail(log).match(/FATAL: .*/)?.[0]) || message;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const isRoot = () => process.getuid?.() === 0;
/** Code for the compiler of queries, and translations: half of the size, and not used. */
const LEFT_OUT = /\/(bitcode|locale|doc|man)$/;

/**
 * Copies an installed PostgreSQL.
 * @param {string} major
 * @param {string} tree
 * @returns {string | null} why not
 */
function takeInstalled(major, tree) {
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
function downloadServer(major, tree) {
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
function installServer(major, tree) {
  if (!isRoot()) return 'only root may';
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const failure = runQuietly('apt-get', ['install', '-y', '--no-install-recommends', `postgresql-${major}`], {
    env,
  });
  return failure ?? takeInstalled(major, tree);
}

/*
 * A directory with PostgreSQL as Debian lays it out below `/usr`: the server finds its libraries and extensions from where
 * its own program is, so it works anywhere.
 */

/** Written when everything is there and the server was seen to load Citus. */
const MARK = 'whole';

/** @param {string} tree */
const isWhole = (tree) => existsSync(path.join(tree, MARK));

/** @param {string} tree */
function markWhole(tree) {
  writeFileSync(path.join(tree, MARK), '');
}

/**
 * Starts over.
 * @param {string} tree
 */
function startTree(tree) {
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
}

/**
 * @param {string} archive `.tar.xz` with paths from the root of the file system
 * @param {string} tree
 * @returns {string | null} what went wrong
 */
function unpackExtension(archive, tree) {
  const failure = runQuietly('tar', ['-xJf', archive, '-C', tree]);
  if (failure === null) openForAll(tree);
  return failure;
}

/**
 * The server runs as another user than root: everybody may read.
 * @param {string} tree
 */
function openForAll(tree) {
  chmodSync(tree, 0o755);
  for (const entry of readdirSync(tree, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) chmodSync(path.join(entry.parentPath, entry.name), 0o755);
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string; env?: Record<string, string> }} [options]
 * @returns {string | null} what went wrong, in one line
 */
function runQuietly(command, args, { cwd, env } = {}) {
  const { status, error, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...env },
  });
  if (status === 0) return null;
  return error ? error.message : (stderr.trim().split('\n').at(-1) ?? `exit code ${status}`);
}

import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ended } from '../bootstrap/children.mjs';
import { openLog } from '../bootstrap/lifetime/logs.mjs';
import { StepError, tail } from '../bootstrap/step-error.mjs';

/** The superuser of a cluster. It listens on loopback only and its password never leaves the state directory. */
export const SUPERUSER = 'basecase';

/**
 * @typedef {object} Cluster
 * @property {string} dataDir
 * @property {string} password of the superuser
 * @property {boolean} created false: it was there
 */

/**
 * Major version of the programs, such as `18`; undefined when they don't say.
 * @param {string} initdb
 */
function majorOf(initdb) {
  const { stdout } = spawnSync(initdb, ['--version'], { encoding: 'utf8', env: serverEnvironment() });
  return /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1];
}

/**
 * Refuses the data of another major version before anything in it is touched: PostgreSQL would refuse it as well, but
 * cannot know the way out.
 * @param {string} dataDir
 * @param {string} initdb of the programs that would run it
 * @throws {StepError}
 */
function requireSameMajor(dataDir, initdb) {
  const made = readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim();
  const brought = majorOf(initdb);
  // Programs without a known version: they report it when they are started.
  if (brought === undefined || brought === made) return;
  throw new StepError(
    `The database in ${dataDir} is of PostgreSQL ${made}, and this version of Basecase brings PostgreSQL ${brought}. Nothing was changed.`,
    {
      hint:
        'with the version of Basecase that ran it last: npx basecase backup FILE. Then, with this version: rename ' +
        `${path.dirname(dataDir)}, and npx basecase restore FILE. See docs/how-to/operations.md.`,
    },
  );
}

/**
 * Opens a cluster's directory, creating the cluster first if there is none. `cluster.json` (mode 0600) is written
 * when creation has succeeded, so a directory without it is a creation that was interrupted, and is done again.
 * @param {{ home: string; initdb: string; account: import('./account.mjs').Account | null; durable: boolean; password?: string }} options
 *   durable: false for databases that may be lost at a power cut (tests); password: of a new cluster, made up when left out
 * @returns {Promise<Cluster>}
 * @throws {StepError} when initdb fails, when a used database has lost its cluster.json, or when it is of another
 *   major version
 */
export async function openCluster({ home, initdb, account, durable, password: wanted }) {
  const dataDir = path.join(home, 'data');
  const passport = path.join(home, 'cluster.json');
  if (existsSync(passport) && existsSync(path.join(dataDir, 'PG_VERSION'))) {
    requireSameMajor(dataDir, initdb);
    const { password } = JSON.parse(readFileSync(passport, 'utf8'));
    return { dataDir, password, created: false };
  }
  // postmaster.opts is written by a server's first start: then this is data, not a leftover.
  if (existsSync(path.join(dataDir, 'postmaster.opts'))) {
    throw new StepError(`The database in ${dataDir} has lost its password file ${passport}.`, {
      hint: `put the file back, or remove ${home} to start with an empty database.`,
    });
  }
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { mode: 0o700 });
  if (account) chownSync(dataDir, account.uid, account.gid);
  const password = wanted ?? randomBytes(24).toString('base64url');
  await initialize({ home, dataDir, initdb, account, durable, password });
  writeFileSync(`${passport}.new`, `${JSON.stringify({ password })}\n`, { mode: 0o600 });
  renameSync(`${passport}.new`, passport);
  return { dataDir, password, created: true };
}

/**
 * @param {{ home: string; dataDir: string; initdb: string; account: import('./account.mjs').Account | null;
 *   durable: boolean; password: string }} options
 */
async function initialize({ home, dataDir, initdb, account, durable, password }) {
  const passwordFile = path.join(home, 'initial-password');
  const log = path.join(home, 'initdb.log');
  rmSync(passwordFile, { force: true }); // of an interrupted creation, perhaps by another account
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  const output = openLog(log, { add: false });
  try {
    // The same order and the same letters: C.UTF-8 is PostgreSQL's own from 17 on, and the system's before.
    const isOwn = Number(majorOf(initdb) ?? 17) >= 17;
    const locale = isOwn
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8'];
    const settings = ['--encoding=UTF8', ...locale];
    const access = ['--auth=scram-sha-256', `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`];
    const child = spawn(
      initdb,
      ['-D', dataDir, ...settings, ...access, '--no-instructions', ...(durable ? [] : ['--no-sync'])],
      { ...account, cwd: home, env: serverEnvironment(), stdio: ['ignore', output, output], detached: true },
    );
    const { code, signal } = await ended(child);
    if (code !== 0) throw new Error(`initdb ended with ${signal ?? `exit code ${code}`}`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StepError(`The database could not be created: ${reason}.`, {
      log,
      hint: creationHint(home, log),
      cause,
    });
  } finally {
    closeSync(output);
    rmSync(passwordFile, { force: true });
  }
}

/**
 * @param {string} home
 * @param {string} log of initdb
 */
function creationHint(home, log) {
  if (tail(log).includes('could not look up effective user')) {
    return 'PostgreSQL wants its user to have an entry in /etc/passwd: start as another user, or use a PostgreSQL of your own with DATABASE_URL.';
  }
  return `check that ${home} is writable and has 100 MB free, or use a PostgreSQL of your own with DATABASE_URL.`;
}

/** The environment of the server's programs: no PG* variable of the user may reach them. */
export function serverEnvironment() {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Lets the server write its log into the cluster's directory, behind what earlier ones wrote.
 * @param {string} home
 * @returns {{ file: string; handle: number; from: number }} from: where the part of this server begins, in bytes
 */
export function openServerLog(home) {
  const file = path.join(home, 'server.log');
  const handle = openLog(file, { add: true });
  return { file, handle, from: fstatSync(handle).size };
}

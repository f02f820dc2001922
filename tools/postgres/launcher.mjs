import { spawn } from 'node:child_process';
import { closeSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ended } from '../bootstrap/children.mjs';
import { isRunning } from '../bootstrap/instance/processes.mjs';
import { choosePort } from '../bootstrap/ports.mjs';
import { StepError } from '../bootstrap/step-error.mjs';
import { waitUntil } from '../bootstrap/wait-until.mjs';
import { serverAccount } from './account.mjs';
import { openCluster, openServerLog, SUPERUSER, serverEnvironment } from './cluster.mjs';
import { chooseHome } from './home.mjs';
import { readPidFile } from './pid-file.mjs';
import { findPrograms } from './programs.mjs';

const HOST = '127.0.0.1';
/** Recovery after a crash replays the log; a laptop's disk may be slow at it. */
const START_MS = 60_000;
const STOP_MS = 20_000;

/**
 * @typedef {object} PostgresServer
 * @property {string} url of the maintenance database `postgres`; replace the path for another one
 * @property {number} pid
 * @property {number} port
 * @property {number | undefined} guardian process that ends the server should this one be killed
 * @property {string} log path of the server's log
 * @property {boolean} created the cluster is new and empty
 * @property {string[]} notices what the user should know: another port, another directory, a leftover that was ended
 * @property {Promise<{ code: number | null; signal: string | null }>} exited settles when the server is gone
 * @property {() => Promise<void>} stop clean shutdown; safe to call twice
 */

/**
 * Starts a PostgreSQL server for one data directory, creating it when needed. Listens on loopback only. Ends what a
 * killed predecessor left running. The server ends with this process, even when that is killed.
 * @param {{ home: string; port: number; durable?: boolean; settings?: Record<string, string>; password?: string;
 *   programs?: import('./programs.mjs').Programs }} options
 *   home: directory of the cluster; port: preferred, 0 for any; settings: of postgresql.conf; password: of a new cluster,
 *   made up when left out; programs: those of the npm packages when left out
 * @returns {Promise<PostgresServer>}
 * @throws {StepError} when it cannot be created or started
 */
export async function startPostgres({
  home: wanted,
  port: preferred,
  durable = true,
  settings = {},
  password: given,
  programs: others,
}) {
  const { home, notice } = chooseHome(wanted);
  const notices = notice ? [notice] : [];
  const account = serverAccount(path.join(home, 'data'));
  const programs = others ?? findPrograms(home);
  const { dataDir, password, created } = await openCluster({
    home,
    initdb: programs.initdb,
    account,
    durable,
    ...(given !== undefined && { password: given }),
  });
  const leftover = await endLeftover(dataDir);
  if (leftover) notices.push(leftover);
  const choice = await choosePort({ host: HOST, port: preferred });
  if (choice.notice) notices.push(`PostgreSQL: ${choice.notice}`);
  const { port } = choice;

  const log = openServerLog(home);
  const options = {
    listen_addresses: HOST,
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  const safety = durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const args = Object.entries({ ...options, ...safety, ...settings }).flatMap(([k, v]) => [
    '-c',
    `${k}=${v}`,
  ]);
  const child = spawn(programs.postgres, ['-D', dataDir, '-p', String(port), ...args], {
    ...account,
    cwd: home,
    env: serverEnvironment(),
    stdio: ['ignore', log.handle, log.handle],
    detached: true, // a Ctrl-C at the terminal must not reach it before the web server has stopped
  });
  closeSync(log.handle);
  const exited = ended(child);
  // From the first moment: a Ctrl-C may come while the server is still starting.
  const guardian = child.pid === undefined ? null : startGuardian(child.pid, dataDir);
  await untilReady({ dataDir, pid: child.pid, exited, log });
  const pid = /** @type {number} */ (child.pid);
  return {
    url: `postgresql://${SUPERUSER}:${password}@${HOST}:${port}/postgres`,
    pid,
    port,
    guardian: guardian?.pid,
    log: log.file,
    created,
    notices,
    exited,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await endServer(pid, dataDir);
      await exited;
      if (guardian?.connected) guardian.disconnect();
    },
  };
}

/**
 * @param {{ dataDir: string; pid: number | undefined; exited: Promise<unknown>; log: { file: string; from: number } }} server
 */
async function untilReady({ dataDir, pid, exited, log }) {
  /** @type {unknown} */
  let end = null;
  exited.then(
    (result) => {
      end = result;
    },
    (error) => {
      end = error;
    },
  );
  const ready = await waitUntil(
    () => {
      const file = readPidFile(dataDir);
      return end !== null || (file?.pid === pid && file?.ready);
    },
    { timeoutMs: START_MS },
  );
  if (ready && end === null) return;
  if (end instanceof Error)
    throw new StepError(`PostgreSQL could not be started: ${end.message}`, { cause: end });
  if (!end && pid !== undefined) process.kill(pid, 'SIGQUIT');
  const what = end
    ? 'PostgreSQL ended while it was starting.'
    : `PostgreSQL was not ready after ${START_MS / 1000} s.`;
  const written = readFileSync(log.file).subarray(log.from).toString('utf8');
  throw new StepError(what, { log: log.file, hint: startHint(written) });
}

/** @param {string} log */
function startHint(log) {
  if (log.includes('Address already in use'))
    return 'another program took the port at this moment; start again.';
  if (log.includes('No space left on device')) return 'make room on the disk, then start again.';
  return 'read the log, or use a PostgreSQL of your own with DATABASE_URL.';
}

/**
 * Ends the server that a killed predecessor left on this data directory, and removes a pid file without an owner:
 * PostgreSQL itself only looks whether any process has the id, and would refuse to start.
 * @param {string} dataDir
 * @returns {Promise<string | null>} what was done
 */
async function endLeftover(dataDir) {
  const file = readPidFile(dataDir);
  if (file && isRunning(file.pid, dataDir)) {
    await endServer(file.pid, dataDir);
    return `A PostgreSQL left over from a start that was killed (process ${file.pid}) was ended.`;
  }
  rmSync(path.join(dataDir, 'postmaster.pid'), { force: true });
  return null;
}

/**
 * Fast shutdown; when that is not done in time, an immediate one, after which the next start recovers.
 * @param {number} pid
 * @param {string} dataDir
 */
async function endServer(pid, dataDir) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGQUIT'])) {
    if (!isRunning(pid, dataDir)) return;
    process.kill(pid, signal);
    if (await waitUntil(() => !isRunning(pid, dataDir), { timeoutMs: STOP_MS })) return;
  }
  throw new StepError(`PostgreSQL (process ${pid}) does not stop.`, { hint: `end it with: kill -9 ${pid}` });
}

/**
 * @param {number} pid
 * @param {string} dataDir
 */
function startGuardian(pid, dataDir) {
  const guardian = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'guardian.mjs'), String(pid), dataDir],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      detached: true, // a signal to our group must not take it away with us
    },
  );
  guardian.unref();
  guardian.channel?.unref();
  return guardian;
}

import { appendFile, chown, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { runProcess, startProcess } from './processes.mjs';

export const CONNECTION = {
  host: '127.0.0.1',
  port: 54329,
  user: 'sysbench',
  password: 'sysbench',
  database: 'sysbench',
};

const START_TIMEOUT_MS = 30_000;

/** PostgreSQL refuses to run as root; 65534 is "nobody" and needs no account of its own. */
const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/**
 * @typedef {object} Server
 * @property {(sql: string) => Promise<void>} execute
 * @property {() => Promise<void>} stop
 */

/**
 * Creates an empty cluster with the given settings and starts it, reachable over 127.0.0.1 only.
 *
 * @param {object} options
 * @param {string} options.binDirectory
 * @param {string} options.directory
 * @param {string} options.configText
 * @param {AbortSignal} options.signal
 * @returns {Promise<Server>}
 */
export async function startServer({ binDirectory, directory, configText, signal }) {
  const dataDirectory = join(directory, 'data');
  const passwordFile = join(directory, 'password');
  await mkdir(dataDirectory);
  if (UNPRIVILEGED.uid) await chown(dataDirectory, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  await writeFile(passwordFile, CONNECTION.password);

  const initOptions = [
    `--pgdata=${dataDirectory}`,
    `--username=${CONNECTION.user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // The default since 18: without it 18 alone would pay for checksums.
    '--data-checksums',
  ];
  await runProcess(join(binDirectory, 'initdb'), initOptions, {
    signal,
    cwd: directory,
    ...UNPRIVILEGED,
  });
  await appendFile(join(dataDirectory, 'postgresql.conf'), `\n${configText}`);

  const logPath = join(directory, 'server.log');
  const log = await open(logPath, 'w');
  const connectionSettings = [
    `listen_addresses=${CONNECTION.host}`,
    `port=${CONNECTION.port}`,
    'unix_socket_directories=',
  ];
  const server = startProcess(
    join(binDirectory, 'postgres'),
    ['-D', dataDirectory, ...connectionSettings.flatMap((setting) => ['-c', setting])],
    {
      signal,
      // "Fast shutdown": does not wait for clients to leave.
      stopSignal: 'SIGINT',
      cwd: directory,
      stdio: ['ignore', log.fd, log.fd],
      ...UNPRIVILEGED,
    },
  );
  await log.close();

  try {
    await waitUntilReady({ server, logPath, signal });
    await execute('postgres', `CREATE DATABASE ${CONNECTION.database}`);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { execute: (sql) => execute(CONNECTION.database, sql), stop: server.stop };
}

/**
 * @param {{server: import('./processes.mjs').RunningProcess, logPath: string, signal: AbortSignal}} options
 */
async function waitUntilReady({ server, logPath, signal }) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await execute('postgres', 'SELECT 1');
    } catch (error) {
      if (server.hasEnded() || Date.now() > deadline) {
        const log = await readFile(logPath, 'utf8');
        throw new Error(`PostgreSQL did not start:\n${log.slice(-2000)}`, { cause: error });
      }
      await sleep(100);
    }
  }
}

/**
 * A connection per statement, so that no idle session is there while a test is measured.
 *
 * @param {string} database
 * @param {string} sql
 */
async function execute(database, sql) {
  const client = new pg.Client({ ...CONNECTION, database });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

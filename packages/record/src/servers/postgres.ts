import { appendFile, chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { BuiltInVariant } from '../plan/variant-schema';
import type { RunningProcess } from '../processes/processes';
import { checkVersion } from './check-version';
import { findFreePort } from './free-port';
import {
  type Connection,
  DATABASE_NAME,
  type DatabaseServer,
  type ServerContext,
  UNPRIVILEGED,
} from './server';
import { launchServer } from './server-process';

const [HOST, USER] = ['127.0.0.1', 'sysbench'];

/** Fast shutdown writes what is dirty first. */
const STOP_GRACE_MS = 60_000;

/**
 * PostgreSQL out of a directory with `initdb` and `postgres`, reachable over the loopback only.
 *
 * @param binaries that directory
 */
export function openPostgres(
  variant: BuiltInVariant,
  binaries: string,
  context: ServerContext,
): DatabaseServer {
  const { directory, processes, password, cpus, signal } = context;
  const data = join(directory, 'data');
  const user = { cwd: directory, ...UNPRIVILEGED };
  let running: RunningProcess | null = null;
  let port = 0;

  const connection = (): Connection => ({
    driver: 'pgsql',
    host: HOST,
    port,
    user: USER,
    password,
    database: DATABASE_NAME,
  });

  /** A connection per statement, so that no idle session is there while a slice is measured. */
  const query = async (sql: string, database = DATABASE_NAME): Promise<unknown[]> => {
    const client = new pg.Client({ ...connection(), database });
    // The query reports a lost server; without a listener the event would end the process.
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };

  const writeSettings = async () => {
    const text = variant.settings && 'text' in variant.settings ? variant.settings.text : '';
    await appendFile(join(data, 'postgresql.conf'), `\n${text}\n`);
  };

  return {
    connection: () => (running ? connection() : null),
    pid: () => running?.pid ?? null,
    hasFailed: () => running?.hasEnded() ?? false,
    environment: () => ({}),

    async create() {
      await rm(data, { recursive: true, force: true });
      await mkdir(data, { recursive: true, mode: 0o700 });
      const passwordFile = join(directory, 'password');
      await writeFile(passwordFile, password, { mode: 0o600 });
      const { uid, gid } = UNPRIVILEGED;
      if (uid !== undefined && gid !== undefined) {
        await chown(data, uid, gid);
        await chown(passwordFile, uid, gid);
      }
      const options = [
        `--pgdata=${data}`,
        `--username=${USER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        // The default since 18: without it 18 alone would pay for checksums.
        '--data-checksums',
      ];
      await processes.run(join(binaries, 'initdb'), options, user);
      await rm(passwordFile);
      await writeSettings();
    },

    async start(empty) {
      port = await findFreePort();
      const settings = [`listen_addresses=${HOST}`, `port=${port}`, 'unix_socket_directories='];
      running = await launchServer({
        processes,
        command: join(binaries, 'postgres'),
        args: ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
        log: join(directory, 'server.log'),
        isReady: async () => void (await query('SELECT 1', 'postgres')),
        signal,
        // SIGINT is the "fast shutdown": it does not wait for clients to leave.
        options: { ...user, cpus, stopSignal: 'SIGINT', graceMs: STOP_GRACE_MS },
      });
      const [row] = await query("SELECT current_setting('server_version') AS version", 'postgres');
      checkVersion(variant, (row as { version: string }).version);
      const there = await query(`SELECT 1 FROM pg_database WHERE datname = '${DATABASE_NAME}'`, 'postgres');
      if (empty && there.length > 0) await query(`DROP DATABASE ${DATABASE_NAME}`, 'postgres');
      if (empty || there.length === 0) await query(`CREATE DATABASE ${DATABASE_NAME}`, 'postgres');
    },

    async stop() {
      const stopping = running;
      running = null;
      await stopping?.stop();
    },

    async settle() {
      await query('VACUUM ANALYZE');
      await query('CHECKPOINT');
    },
  };
}

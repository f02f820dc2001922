import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { settingsTextOf } from '../plan/plan';
import type { BuiltInVariant } from '../plan/variant-schema';
import { checkVersion } from './check-version';
import { DATABASE_NAME, type DatabaseServer, type ServerContext } from './server';
import { HOST, openLoopback, USER } from './server-process';

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
  const { directory, processes, password } = context;
  const data = join(directory, 'data');
  const { user, connection, launch, giveAway, server } = openLoopback('pgsql', context);

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

  return {
    ...server,

    async create() {
      await rm(data, { recursive: true, force: true });
      await mkdir(data, { recursive: true, mode: 0o700 });
      const passwordFile = join(directory, 'password');
      await writeFile(passwordFile, password, { mode: 0o600 });
      await giveAway(data);
      await giveAway(passwordFile);
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
      await appendFile(join(data, 'postgresql.conf'), `\n${settingsTextOf(variant) ?? ''}\n`);
    },

    async start(empty) {
      const settings = (port: number) => [
        `listen_addresses=${HOST}`,
        `port=${port}`,
        'unix_socket_directories=',
      ];
      await launch({
        command: join(binaries, 'postgres'),
        args: (port) => ['-D', data, ...settings(port).flatMap((setting) => ['-c', setting])],
        isReady: () => query('SELECT 1', 'postgres'),
        // SIGINT is the "fast shutdown": it does not wait for clients to leave.
        options: { stopSignal: 'SIGINT', graceMs: STOP_GRACE_MS },
      });
      const [row] = await query("SELECT current_setting('server_version') AS version", 'postgres');
      checkVersion(variant, (row as { version: string }).version);
      const there = await query(`SELECT 1 FROM pg_database WHERE datname = '${DATABASE_NAME}'`, 'postgres');
      if (empty && there.length > 0) await query(`DROP DATABASE ${DATABASE_NAME}`, 'postgres');
      if (empty || there.length === 0) await query(`CREATE DATABASE ${DATABASE_NAME}`, 'postgres');
    },

    async settle() {
      await query('VACUUM ANALYZE');
      await query('CHECKPOINT');
    },
  };
}

import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type BuiltInVariant, settingsTextOf } from '../plan/plan';
import { checkVersion } from './check-version';
import { DATABASE_NAME, type DatabaseServer, HOST, openLoopback, type ServerContext, USER } from './server';

const STOP_GRACE_MS = 120_000;

/**
 * MySQL or MariaDB out of a directory of programs, reachable over the loopback only. SQL for the set-up is in the
 * server's init file, so no client is needed.
 *
 * @param binaries directory with `mysqld`, or with `mariadbd` and `mariadb-install-db`; of a Debian package `/usr/sbin`
 */
export function openMysql(variant: BuiltInVariant, binaries: string, context: ServerContext): DatabaseServer {
  const { directory, processes, password } = context;
  const [data, settingsFile, initFile] = ['data', 'my.cnf', 'init.sql'].map((name) =>
    join(directory, name),
  ) as [string, string, string];
  const isMaria = variant.starter === 'mariadb';
  const program = isMaria ? findProgram(binaries, ['mariadbd', 'mysqld']) : join(binaries, 'mysqld');
  const { user, connection, launch, giveAway, server } = openLoopback('mysql', context);
  const greeting = () => readGreeting(HOST, connection().port);

  /** One statement per line, as the init file requires. */
  const writeInitFile = async (empty: boolean) => {
    const account = `'${USER}'@'${HOST}'`;
    const lines = [
      ...(empty ? [`DROP DATABASE IF EXISTS ${DATABASE_NAME};`] : []),
      `CREATE DATABASE IF NOT EXISTS ${DATABASE_NAME};`,
      `CREATE USER IF NOT EXISTS ${account} IDENTIFIED BY '${password}';`,
      `ALTER USER ${account} IDENTIFIED BY '${password}';`,
      `GRANT ALL ON ${DATABASE_NAME}.* TO ${account};`,
    ];
    await writeFile(initFile, `${lines.join('\n')}\n`, { mode: 0o600 });
    await giveAway(initFile);
  };

  return {
    ...server,

    async start(empty) {
      await writeInitFile(empty);
      await launch({
        command: program,
        args: (port) => [
          `--defaults-file=${settingsFile}`,
          `--datadir=${data}`,
          `--bind-address=${HOST}`,
          `--port=${port}`,
          `--socket=${join(directory, 'server.sock')}`,
          `--pid-file=${join(directory, 'server.pid')}`,
          `--init-file=${initFile}`,
          '--skip-name-resolve',
          ...(isMaria ? [] : ['--mysqlx=OFF']),
        ],
        isReady: greeting,
        options: { graceMs: STOP_GRACE_MS },
      });
      checkVersion(variant, await greeting());
    },

    async create() {
      await rm(data, { recursive: true, force: true });
      await mkdir(data, { recursive: true, mode: 0o700 });
      await giveAway(data);
      const text = settingsTextOf(variant) ?? '';
      const isIni = /^\s*\[/m.test(text);
      await writeFile(settingsFile, isIni ? text : `[mysqld]\n${text}\n`);
      if (isMaria) {
        const install = findProgram(binaries, ['mariadb-install-db', 'mysql_install_db']);
        // It finds its own files relative to the base directory.
        const base = join(binaries, '..');
        const args = [`--datadir=${data}`, `--basedir=${base}`, '--auth-root-authentication-method=normal'];
        await processes.run(install, [`--defaults-file=${settingsFile}`, ...args, '--skip-test-db'], user);
      } else {
        const args = [`--defaults-file=${settingsFile}`, '--initialize-insecure', `--datadir=${data}`];
        await processes.run(program, args, user);
      }
    },

    // InnoDB writes what is dirty all the time; there is nothing to wait for.
    settle: async () => {},
  };
}

/** The first of the names that is in the directory, or in the `bin` next to an `sbin`. */
function findProgram(binaries: string, names: readonly string[]): string {
  const places = [binaries, join(binaries, '../bin'), join(binaries, '../scripts')];
  const found = places.flatMap((place) => names.map((name) => join(place, name))).find(existsSync);
  return found ?? join(binaries, names[0] ?? '');
}

/** The packet's header has 4 bytes, then the version of the protocol, then the text. */
const TEXT_AT = 5;
const TIMEOUT_MS = 2000;

/**
 * What a MySQL or MariaDB server says before anybody logs in: its version ends with a zero byte.
 *
 * @returns e.g. `8.0.43`, `5.5.5-10.11.19-MariaDB-0+deb12u1`
 * @throws Error without an answer, or when connections are refused
 */
function readGreeting(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: TIMEOUT_MS });
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new Error('no greeting')));
    socket.once('data', (bytes: Buffer) => {
      socket.destroy();
      const protocol = bytes[TEXT_AT - 1];
      const end = bytes.indexOf(0, TEXT_AT);
      if (protocol !== 10 || end < 0)
        reject(new Error(`no greeting: ${bytes.toString('latin1').slice(7, 200)}`));
      else resolve(bytes.toString('latin1', TEXT_AT, end));
    });
  });
}

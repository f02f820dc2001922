import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import {
  type BuiltInVariant,
  type CommandsVariant,
  labelOf,
  type Plan,
  settingsTextOf,
  type Variant,
} from '../plan/plan';
import { directoryNameOf } from '../plan/run-name';
import type { Processes, RunningProcess } from '../processes/processes';
import { messageOf } from '../record-error';
import { checkVersion } from '../servers/check-version';
import { findFreePort } from '../servers/free-port';
import { openMysql } from '../servers/mysql';
import { installPostgres } from '../servers/npm-postgres';
import {
  type Connection,
  DATABASE_NAME,
  type DatabaseServer,
  HOST,
  launchServer,
  openLoopback,
  type ServerContext,
  USER,
} from '../servers/server';
import { pgbenchLoad } from '../tools/pgbench';
import { sysbenchLoad } from '../tools/sysbench';
import { addressOf, type ToolCall } from '../tools/tool';

export interface FleetOptions {
  plan: Plan;
  /** Where the data directories are. */
  data: string;
  processes: Processes;
  password: string;
  /** Variable PATH. */
  path: string;
  signal: AbortSignal;
  onStep(text: string): void;
}

/** The servers of a recording, one for each variant. */
export interface Fleet {
  /** Programs that have to be fetched are. @throws RecordError NOT_POSSIBLE */
  install(): Promise<void>;
  /**
   * Restarts a variant, with its data loaded.
   *
   * @throws Error with the reason why it can't be
   */
  start(variant: Variant, cpus?: string | null): Promise<void>;
  /** Starts one again that went away, with the data that it had. */
  revive(variant: Variant): Promise<void>;
  stop(variant: Variant): Promise<void>;
  stopAll(): Promise<void>;
  /** @throws Error for one that was not started */
  serverOf(variant: Variant): DatabaseServer;
  /** First processes of all that run. */
  pids(): number[];
}

export function openFleet(options: FleetOptions): Fleet {
  const { plan, data, processes, password, path, signal, onStep } = options;
  const servers = new Map<string, DatabaseServer>();
  const directoryOf = (variant: Variant) => join(data, 'servers', directoryNameOf(variant));
  const loadedMark = (variant: Variant) => join(directoryOf(variant), 'loaded');

  const npmOf = (variant: Variant) =>
    variant.starter === 'commands' ? undefined : /^npm:(.+)$/.exec(variant.binaries)?.[1];
  const binariesOf = async (variant: Variant) => {
    const npm = npmOf(variant);
    if (npm !== undefined) return installPostgres(npm, join(data, 'builds'), processes);
    return variant.starter === 'commands' ? '' : variant.binaries;
  };
  const open = async (variant: Variant, cpus: string | null) => {
    const directory = directoryOf(variant);
    await mkdir(directory, { recursive: true });
    // The server runs as another user when the recorder is root.
    for (const one of [data, join(data, 'servers'), directory]) await chmod(one, 0o755);
    if (process.getuid?.() === 0) await chmod(directory, 0o777);
    const context = { directory, processes, password, cpus, signal };
    return openServer(variant, await binariesOf(variant), context);
  };
  const serverOf = (variant: Variant) => {
    const server = servers.get(labelOf(variant));
    if (!server) throw new Error(`${labelOf(variant)} was not started`);
    return server;
  };

  const load = async (variant: Variant, server: DatabaseServer) => {
    onStep(`loading ${labelOf(variant)}`);
    const connection = server.connection();
    const calls: ToolCall[] = [];
    const uses = (tool: string) => plan.tests.some((test) => test.tool === tool);
    if (connection && uses('sysbench')) calls.push(sysbenchLoad(plan, connection));
    if (connection && uses('pgbench')) calls.push(pgbenchLoad(plan, connection, path));
    for (const { command, args, env } of calls) await processes.run(command, args, { env });
    if (plan.load.command !== undefined) {
      const env = { ...server.environment(), ...addressOf(connection) };
      await processes.run('sh', ['-c', plan.load.command], { env, group: true });
    }
    await server.settle();
    await writeFile(loadedMark(variant), '');
  };

  const stop = async (variant: Variant) => servers.get(labelOf(variant))?.stop();

  const startOnce = async (variant: Variant, cpus: string | null) => {
    await stop(variant);
    const isLoaded = existsSync(loadedMark(variant));
    const server = await open(variant, cpus);
    servers.set(labelOf(variant), server);
    if (isLoaded && plan.load.again === 'once') {
      const reused = await server.start(false).then(
        () => true,
        () => false,
      );
      if (reused) return;
      signal.throwIfAborted();
    }
    await rm(loadedMark(variant), { force: true });
    await server.stop();
    await server.create();
    await server.start(true);
    await load(variant, server);
  };

  return {
    async install() {
      for (const variant of plan.variants) {
        const npm = npmOf(variant);
        if (npm) onStep(`fetching ${variant.product} ${npm}`);
        await binariesOf(variant);
      }
    },

    async start(variant, cpus = null) {
      try {
        await startOnce(variant, cpus);
      } catch {
        // A second time from nothing: what went wrong may have been one process, or what was left of a crash.
        signal.throwIfAborted();
        await startOnce(variant, cpus);
      }
    },

    async revive(variant) {
      const server = serverOf(variant);
      await server.stop();
      await server.start(false).catch((error: unknown) => {
        throw new Error(`${labelOf(variant)}: ${messageOf(error)}`, { cause: error });
      });
    },

    stop,
    serverOf,
    async stopAll() {
      await Promise.all([...servers.values()].map((server) => server.stop()));
    },
    pids: () => [...servers.values()].flatMap((server) => server.pid() ?? []),
  };
}

/**
 * The server of a variant; nothing is started yet.
 *
 * @param binaries directory of its programs; empty for commands
 */
function openServer(variant: Variant, binaries: string, context: ServerContext): DatabaseServer {
  switch (variant.starter) {
    case 'postgres':
      return openPostgres(variant, binaries, context);
    case 'mysql':
    case 'mariadb':
      return openMysql(variant, binaries, context);
    case 'commands':
      return openCommands(variant, context);
  }
}

/** A server that commands of the plan start, ask and stop. They run by sh, as the user of the recorder. */
function openCommands(variant: CommandsVariant, context: ServerContext): DatabaseServer {
  const { directory, processes } = context;
  const data = join(directory, 'data');
  let running: RunningProcess | null = null;
  let port = 0;

  const connection = (): Connection | null => (variant.connection ? { ...variant.connection, port } : null);
  const environment = () => ({
    BASECASE_DATA: data,
    BASECASE_PORT: String(port),
    BASECASE_VARIANT: variant.name ?? variant.version,
    BASECASE_VERSION: variant.version,
  });
  const shell = (command: string) =>
    processes.run('sh', ['-c', command], { cwd: directory, env: environment(), group: true });

  let isFresh = false;
  const create = async () => {
    await rm(data, { recursive: true, force: true });
    await mkdir(data, { recursive: true });
    if (variant.prepare !== undefined) await shell(variant.prepare);
    isFresh = true;
  };

  return {
    connection: () => (running ? connection() : null),
    pid: () => (running && !running.hasEnded() ? running.pid : null),
    // One that returned left a daemon; the next slice shows whether it is still there.
    hasFailed: () => false,
    environment,

    create,

    async start(empty) {
      // The commands load the data: an empty data directory is the only known state.
      if (empty && !isFresh) await create();
      isFresh = false;
      port = variant.connection?.port ?? (await findFreePort());
      running = await launchServer(context, {
        command: 'sh',
        args: ['-c', variant.start],
        isReady: () => shell(variant.ready),
        mayReturn: true,
        options: { cwd: directory, env: environment(), group: true },
      });
    },

    async stop() {
      const stopping = running;
      running = null;
      if (!stopping) return;
      // A recording that is being ended runs nothing any more, except this.
      if (variant.stop !== undefined) {
        const ending = processes.start('sh', ['-c', variant.stop], {
          cwd: directory,
          env: environment(),
          group: true,
          evenAtEnd: true,
        });
        await ending.ended;
      }
      await stopping.stop();
    },

    settle: async () => {},
  };
}

/** Fast shutdown writes what is dirty first. */
const STOP_GRACE_MS = 60_000;

/**
 * PostgreSQL out of a directory with `initdb` and `postgres`, reachable over the loopback only.
 *
 * @param binaries that directory
 */
function openPostgres(variant: BuiltInVariant, binaries: string, context: ServerContext): DatabaseServer {
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

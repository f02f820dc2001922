import { chown, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver } from '../plan/plan';
import type { Processes, RunningProcess, StartOptions } from '../processes/processes';
import { messageOf } from '../record-error';
import { findFreePort } from './free-port';

/** How the tools reach a server. */
export interface Connection {
  driver: Driver;
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** One variant's server with its own data directory. */
export interface DatabaseServer {
  /** Null while it does not run, and if the plan has no connection for tools. */
  connection(): Connection | null;
  /** Its first process; null while it does not run, or when its commands leave none. */
  pid(): number | null;
  /** Makes the data directory, without whatever was there. */
  create(): Promise<void>;
  /**
   * @param empty without whatever the tools loaded before
   * @throws Error with the end of its log when it does not come up, or is not the version of the plan
   */
  start(empty: boolean): Promise<void>;
  stop(): Promise<void>;
  /** True when it was started and is gone without having been asked. */
  hasFailed(): boolean;
  /** Does now what it would else do in the middle of a slice: vacuum, write what is dirty. */
  settle(): Promise<void>;
  /** What the commands of a plan see: `BASECASE_PORT` and so on. */
  environment(): Record<string, string>;
}

/** The context of a server. */
export interface ServerContext {
  /** Its own: data, log, what is private. Made by whoever opens it. */
  directory: string;
  processes: Processes;
  /** Of its user in the database; drawn for this recording. */
  password: string;
  /** CPUs it may use, as taskset has them; null for all. */
  cpus: string | null;
  /** Aborted when the recording ends. */
  signal: AbortSignal;
}

/** PostgreSQL and others refuse to run as root; 65534 is the user without rights and needs no account. */
const UNPRIVILEGED: { uid?: number; gid?: number } =
  process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Of the database and the user that the tools work with. */
export const DATABASE_NAME = 'sbtest';

interface LaunchOptions {
  command: string;
  args: readonly string[];
  /** Fails until the server takes connections. */
  isReady: () => Promise<unknown>;
  /** True: exit code 0 is not a failure, because the command leaves a daemon. */
  mayReturn?: boolean;
  options: StartOptions;
}

/** A crash may have left much log to be read again. */
const START_TIMEOUT_MS = 120_000;
const [POLL_MS, EXCERPT] = [100, 1500];

/**
 * Starts a server and waits until it takes connections.
 *
 * @throws Error with the end of its log when it ends before, or takes too long
 */
export async function launchServer(
  { directory, processes, cpus, signal }: ServerContext,
  { command, args, isReady, mayReturn = false, options }: LaunchOptions,
): Promise<RunningProcess> {
  const log = join(directory, 'server.log');
  const file = await open(log, 'a');
  let running: RunningProcess;
  try {
    running = processes.start(command, args, { ...options, cpus, output: file.fd });
  } finally {
    await file.close();
  }
  const deadline = Date.now() + START_TIMEOUT_MS;
  try {
    for (;;) {
      signal.throwIfAborted();
      try {
        await isReady();
        return running;
      } catch (error) {
        const hasFailed = running.hasEnded() && !(mayReturn && (await running.ended).code === 0);
        if (hasFailed || Date.now() > deadline) {
          const text = (await readFile(log, 'utf8')).slice(-EXCERPT).trim();
          throw new Error(`it ${await howItFailed(running)}: ${text || messageOf(error)}`, { cause: error });
        }
        await sleep(POLL_MS);
      }
    }
  } catch (error) {
    await running.stop();
    throw error;
  }
}

async function howItFailed(running: RunningProcess): Promise<string> {
  if (!running.hasEnded()) return 'took too long to start';
  const { code, signal, error } = await running.ended;
  if (error) return 'could not be started';
  return code === null ? `was ended by ${signal} while it started` : `did not start, exit code ${code}`;
}

export const [HOST, USER] = ['127.0.0.1', 'sysbench'];

/** The process of a server out of a directory of programs, reachable over the loopback only. */
export function openLoopback(driver: Driver, context: ServerContext) {
  const { directory, password } = context;
  const user = { cwd: directory, ...UNPRIVILEGED };
  let running: RunningProcess | null = null;
  let port = 0;
  const connection = (): Connection => ({
    driver,
    host: HOST,
    port,
    user: USER,
    password,
    database: DATABASE_NAME,
  });
  return {
    /** Of programs that run as the server does. */
    user,
    /** Even before it is ready. */
    connection,
    async launch(launch: Omit<LaunchOptions, 'args'> & { args: (port: number) => string[] }): Promise<void> {
      port = await findFreePort();
      const options = { ...user, ...launch.options };
      running = await launchServer(context, { ...launch, args: launch.args(port), options });
    },
    /** A file of the recorder becomes one of the server. */
    async giveAway(path: string): Promise<void> {
      const { uid, gid } = UNPRIVILEGED;
      if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
    },
    server: {
      connection: () => (running ? connection() : null),
      pid: () => running?.pid ?? null,
      hasFailed: () => running?.hasEnded() ?? false,
      environment: () => ({}),
      async stop() {
        const stopping = running;
        running = null;
        await stopping?.stop();
      },
    },
  };
}

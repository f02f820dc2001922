import { chown, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver } from '../plan/variant-schema';
import type { RunningProcess, StartOptions } from '../processes/processes';
import { messageOf } from '../record-error';
import { findFreePort } from './free-port';
import { type Connection, DATABASE_NAME, type ServerContext, UNPRIVILEGED } from './server';

export interface LaunchOptions {
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

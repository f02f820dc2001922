import { open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Processes, RunningProcess, StartOptions } from '../processes/processes';
import { messageOf } from '../record-error';

export interface LaunchOptions {
  processes: Processes;
  command: string;
  args: readonly string[];
  /** File that takes its output. */
  log: string;
  /** Fails until the server takes connections. */
  isReady: () => Promise<void>;
  /** True: exit code 0 is not a failure, because the command leaves a daemon. */
  mayReturn?: boolean;
  signal: AbortSignal;
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
export async function launchServer(launch: LaunchOptions): Promise<RunningProcess> {
  const { processes, command, args, log, isReady, mayReturn = false, signal, options } = launch;
  const file = await open(log, 'a');
  let running: RunningProcess;
  try {
    running = processes.start(command, args, { ...options, output: file.fd });
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

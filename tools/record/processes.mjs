import { spawn } from 'node:child_process';

/**
 * @typedef {object} RunningProcess
 * @property {() => boolean} hasEnded
 * @property {Promise<{code: number | null, error?: Error, output: string}>} ended never rejects
 * @property {() => Promise<void>} stop ends the process by its own pid and waits until it is gone
 */

/**
 * Starts a process that cannot outlive the recording: it is stopped when `signal` aborts.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & {signal: AbortSignal, stopSignal?: NodeJS.Signals}} options
 * @returns {RunningProcess}
 */
export function startProcess(command, args, options) {
  const { signal, stopSignal = 'SIGTERM', ...spawnOptions } = options;
  signal.throwIfAborted();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...spawnOptions,
    // Numbers and column headers of the tools depend on the locale.
    env: { ...process.env, ...spawnOptions.env, LC_ALL: 'C' },
  });

  let output = '';
  const keepOutput = (/** @type {Buffer} */ chunk) => {
    output += chunk;
  };
  child.stdout?.on('data', keepOutput);
  child.stderr?.on('data', keepOutput);

  let isOver = false;
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, error, output }));
    child.once('close', (code) => resolve({ code, output }));
  });
  const stop = async () => {
    if (!isOver) child.kill(stopSignal);
    await ended;
  };
  signal.addEventListener('abort', stop, { once: true });
  ended.then(() => {
    isOver = true;
    signal.removeEventListener('abort', stop);
  });
  return { hasEnded: () => isOver, ended, stop };
}

/**
 * Runs a process to its end and returns what it printed. Throws when it fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {Parameters<typeof startProcess>[2]} options
 * @returns {Promise<string>}
 */
export async function runProcess(command, args, options) {
  const { code, error, output } = await startProcess(command, args, options).ended;
  options.signal.throwIfAborted();
  if (error) throw new Error(`${command} could not be started: ${error.message}`, { cause: error });
  if (code !== 0) throw new Error(`${command} ended with code ${code}\n${output.slice(-2000)}`);
  return output;
}

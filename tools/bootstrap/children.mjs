import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { openLog } from './lifetime/logs.mjs';
import { StepError } from './step-error.mjs';

/** How long a child may take to end by itself before it is killed. */
const GRACE_MS = 8000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const alive = new Set();

/**
 * @typedef {object} SpawnOptions
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env] added to this process's environment; undefined removes a name
 * @property {string} [log] file that gets stdout and stderr: that of a server (tied) keeps what earlier ones wrote; without it they go to the terminal
 * @property {boolean} [tied] true: the child ends when this process is gone, even by SIGKILL (Node children that
 *   preload exit-with-parent.mjs)
 */

/**
 * Starts a program in its own process group, so that it and its children can be ended together and a Ctrl-C
 * reaches them in our order (server before database) and not all at once.
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions} [options]
 */
export function startChild(command, args, { cwd, env = {}, log, tied = false } = {}) {
  const output = log ? openLog(log, { add: tied }) : 'inherit';
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', output, output];
  if (tied) stdio.push('ipc');
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio,
    detached: process.platform !== 'win32',
  });
  if (typeof output === 'number') closeSync(output);
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  child.once('error', () => alive.delete(child));
  return child;
}

/**
 * Waits for a child's end.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ code: number | null; signal: string | null }>} rejects when it could not be started
 */
export function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) {
    return Promise.resolve({ code: child.exitCode, signal: child.signalCode });
  }
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', reject);
  });
}

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions & { what: string; hint?: string }} options what: the step's name for the error message
 * @throws {StepError} when it cannot be started or its exit code is not 0
 */
export async function run(command, args, { what, hint, ...options }) {
  const details = { hint, log: options.log };
  const { code, signal } = await ended(startChild(command, args, options)).catch((cause) => {
    throw new StepError(`${what} could not be started: ${cause.message}`, { ...details, cause });
  });
  if (code !== 0) throw new StepError(`${what} failed (${signal ?? `exit code ${code}`}).`, details);
}

/**
 * Signals a child's whole group.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error; // ESRCH: already gone
  }
}

/**
 * Ends a child and its children: SIGTERM, and SIGKILL if that was not heard.
 * @param {import('node:child_process').ChildProcess} child
 */
export async function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  signalGroup(child, 'SIGTERM');
  const killer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS);
  await ended(child);
  clearTimeout(killer);
}

/** Ends every child that still runs. */
export async function stopChildren() {
  await Promise.all([...alive].map(stopChild));
}

// The last resort of a crash: nothing can be waited for any more, but the signal can be sent.
process.on('exit', () => {
  for (const child of alive) signalGroup(child, 'SIGTERM');
});

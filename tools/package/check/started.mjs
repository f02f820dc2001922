import { spawn } from 'node:child_process';
import { ended } from '../../bootstrap/children.mjs';
import { tryPort } from '../../bootstrap/ports.mjs';
import { StepError } from '../../bootstrap/step-error.mjs';
import { waitUntil } from '../../bootstrap/wait-until.mjs';

const HOST = '127.0.0.1';
/** On a machine that has other work. */
const READY_MS = 600_000;
const END_MS = 60_000;

/** @typedef {import('./ordinary-user.mjs').OrdinaryUser} OrdinaryUser */

/**
 * @typedef {object} Call
 * @property {string} cwd
 * @property {string} command
 * @property {string[]} args
 * @property {Record<string, string>} [env]
 */

/**
 * Runs a program as a user in its own process group, as a terminal does.
 * @param {OrdinaryUser} user
 * @param {Call} call
 */
function call(user, { cwd, command, args, env = {} }) {
  const child = spawn(command, args, {
    ...user.account,
    cwd,
    env: { ...user.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (said.stdout += chunk));
  child.stderr.on('data', (chunk) => (said.stderr += chunk));
  const end = ended(child);
  /** @param {NodeJS.Signals} signal */
  const signal = (signal) => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The whole group is gone.
    }
  };
  return { child, said, end, signal };
}

/**
 * Runs a program to its end.
 * @param {OrdinaryUser} user
 * @param {Call} what
 */
export async function run(user, what) {
  const { said, end } = call(user, what);
  const { code } = await end;
  return { code, ...said };
}

/**
 * Starts Basecase and waits until it reports that it is ready.
 * @param {OrdinaryUser} user
 * @param {Call} what
 * @returns {Promise<{ url: string; text: () => string; stop: () => Promise<string> }>} stop: Ctrl-C; gives all it said
 * @throws {StepError} with what it said when it does not come up
 */
export async function startUp(user, what) {
  const port = await tryPort(HOST, 0);
  const { child, said, end, signal } = call(user, { ...what, env: { ...what.env, PORT: String(port) } });
  const text = () => said.stdout + said.stderr;
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  await waitUntil(() => isOver() || said.stdout.includes('is ready'), {
    timeoutMs: READY_MS,
    intervalMs: 50,
  });
  const isReady = !isOver() && said.stdout.includes('is ready');
  const stop = async () => {
    signal('SIGINT');
    const isGone = await waitUntil(isOver, { timeoutMs: END_MS, intervalMs: 50 });
    if (!isGone) signal('SIGKILL');
    await end;
    if (!isGone) throw new StepError(`Basecase did not stop: ${text()}`);
    return text();
  };
  if (isReady) return { url: `http://${HOST}:${port}`, text, stop };
  throw new StepError(`Basecase did not start: ${await stop()}`);
}

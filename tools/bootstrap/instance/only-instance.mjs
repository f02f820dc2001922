import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { start } from '../commands.mjs';
import { inState, isRelease } from '../paths.mjs';
import { StepError } from '../step-error.mjs';
import { waitUntil } from '../wait-until.mjs';
import { askHealth } from '../web-server.mjs';
import { takeLock } from './instance-lock.mjs';
import { isRunning } from './processes.mjs';
import { readAny } from './runtime-file.mjs';

/** A server that stops gives its children 8 s and its database 40 s. */
const STOP_MS = 60_000;
/** A first start installs and builds; a backup may be large. */
const BUSY_MS = 30 * 60_000;
/** One that runs and does not answer: busy for a moment, ended at this moment, or stuck. */
const SILENT_MS = 30_000;

/**
 * @typedef {{ stop: number; busy: number; silent: number }} Patience how long each is waited for, in milliseconds
 */

/**
 * The lock of the state directory, without waiting for it.
 * @throws {StepError} when nothing can be written there
 */
export function takeStateLock() {
  try {
    // Others read neither logs nor numbers there. Root lets PostgreSQL's own user pass (tools/postgres/home.mjs).
    mkdirSync(inState(), { recursive: true });
    const me = process.getuid?.();
    if (me !== undefined && me !== 0 && statSync(inState()).uid === me) chmodSync(inState(), 0o700);
    return takeLock(inState('start.lock'));
  } catch (cause) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (cause);
    if (code === undefined) throw cause;
    const elsewhere = `name another directory: BASECASE_STATE=/path ${start}`;
    throw new StepError(`Basecase keeps its data in ${inState()}, which cannot be written: ${message}`, {
      hint: isRelease ? `start it in a directory of your own, or ${elsewhere}` : elsewhere,
      cause,
    });
  }
}

/**
 * Becomes the only process that uses the state directory. Waits for another one that is about to end; one that runs and
 * answers stays.
 * @param {{ say: (line: string) => void; patience?: Patience }} options say: tells what is waited for
 * @returns {Promise<{ release: () => void } | { url: string; owner: number }>} url: of the one that runs
 * @throws {StepError} when the other one neither ends nor answers in time
 */
export async function becomeOnlyInstance({
  say,
  patience = { stop: STOP_MS, busy: BUSY_MS, silent: SILENT_MS },
}) {
  let said = '';
  const sayOnce = (/** @type {string} */ line) => {
    if (line !== said) say(line);
    said = line;
  };
  for (;;) {
    const lock = takeStateLock();
    if ('release' in lock) return lock;
    const { owner } = lock;
    const state = stateOf(owner);
    if (state.kind === 'stopping') {
      sayOnce(`Basecase is stopping (process ${owner}); waiting for its end …`);
      await orExplain(() => !isSame(state), patience.stop, {
        what: `The Basecase that is stopping (process ${owner}) has not ended after ${seconds(patience.stop)}.`,
        hint: `end it with: kill -9 ${owner}   Then start again; the database recovers by itself.`,
      });
    } else if (state.kind === 'busy') {
      sayOnce(`Basecase ${state.what} (process ${owner}); waiting for it …`);
      await orExplain(() => !isSame(state), patience.busy, {
        what: `Basecase ${state.what} for more than ${seconds(patience.busy)} (process ${owner}).`,
        hint: `look at what it does; end it with: kill ${owner}`,
      });
    } else {
      let last = '';
      const answered = await orExplain(
        async () => {
          const { ok, text } = await askHealth(state.url);
          last = text;
          return ok ? 'healthy' : !isSame(state) && 'changed';
        },
        patience.silent,
        {
          what: () => `Basecase runs at ${state.url} (process ${owner}), but is not healthy; last: ${last}.`,
          hint: `end it with: kill ${owner}   If that is not Basecase, remove ${inState('start.lock')}. Then start again.`,
        },
      );
      if (answered === 'healthy' && isSame(state)) return { url: state.url, owner };
    }
  }
}

/**
 * @typedef {{ kind: 'stopping'; owner: number } | { kind: 'busy'; owner: number; what: string }
 *   | { kind: 'running'; owner: number; url: string }} State
 */

/**
 * What the owner of the lock does, as it says itself.
 * @param {number} owner
 * @returns {State}
 */
function stateOf(owner) {
  const runtime = readAny();
  // Nothing yet, or what its predecessor left.
  if (runtime?.pid !== owner) return { kind: 'busy', owner, what: STARTING };
  if ('url' in runtime) return { kind: 'running', owner, url: runtime.url };
  return runtime.busy === STOPPING
    ? { kind: 'stopping', owner }
    : { kind: 'busy', owner, what: runtime.busy };
}

export const STOPPING = 'is stopping';
const STARTING = 'is being started';

/** @param {State} state */
function isSame(state) {
  if (!isRunning(state.owner)) return false;
  return JSON.stringify(stateOf(state.owner)) === JSON.stringify(state);
}

/**
 * @template T
 * @param {() => T | Promise<T>} check
 * @param {number} timeoutMs
 * @param {{ what: string | (() => string); hint: string }} problem
 */
async function orExplain(check, timeoutMs, { what, hint }) {
  const answer = await waitUntil(check, { timeoutMs, intervalMs: 100 });
  if (answer) return answer;
  throw new StepError(typeof what === 'string' ? what : what(), { hint });
}

/** @param {number} ms */
function seconds(ms) {
  return `${Math.round(ms / 1000)} s`;
}

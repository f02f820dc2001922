import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRunning, startOf } from './processes.mjs';

/**
 * Makes sure that one process at a time owns a data directory. The lock of a process that is gone is taken over.
 *
 * The lock is there with its content or not at all, so that no process takes a lock for abandoned that is just being
 * written; and a lock that is abandoned is removed by one process at a time, so that no process removes the new one of
 * another.
 *
 * It names a process and when that began, because ids are reused. The name of the process does not matter: the
 * same data may be owned from another checkout or release.
 * @param {string} file
 * @returns {{ owner: number } | { release: () => void }} owner: the process that has it
 */
export function takeLock(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  const takeover = `${file}.takeover`;
  for (;;) {
    if (create(file)) return { release: () => release(file) };
    const owner = lockOwner(file);
    if (owner === undefined) continue; // it was released at this moment
    if (owner !== null && isAlive(owner)) return { owner: owner.pid };
    if (!create(takeover)) {
      const other = lockOwner(takeover);
      // Held for less than a millisecond, unless its holder was killed just then.
      if (other === null || (other !== undefined && !isAlive(other))) rmSync(takeover, { force: true });
      continue;
    }
    try {
      // Nobody else removes it now, so if it is still that one, it is removed as that one.
      if (isSame(lockOwner(file), owner)) rmSync(file, { force: true });
    } finally {
      rmSync(takeover, { force: true });
    }
  }
}

/** @type {string | undefined} what our locks say */
let ourselves;

/**
 * Creates a lock with its content in one step.
 * @param {string} file
 * @returns {boolean} false when it is there
 */
function create(file) {
  const own = `${file}.${process.pid}`;
  ourselves ??= `${process.pid} ${startOf(process.pid) ?? ''}`.trim();
  writeFileSync(own, ourselves);
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Removes a lock of ours; one that another process has by now stays.
 * @param {string} file
 */
function release(file) {
  if (lockOwner(file)?.pid === process.pid) rmSync(file, { force: true });
}

/** @typedef {{ pid: number; start: string | null }} Owner start: null in a lock of a system that does not tell */

/** @param {Owner} owner */
function isAlive({ pid, start }) {
  if (!isRunning(pid)) return false;
  const now = start === null ? null : startOf(pid);
  return now === null || now === start;
}

/**
 * @param {Owner | null | undefined} one
 * @param {Owner | null} other
 */
function isSame(one, other) {
  return one !== undefined && one?.pid === other?.pid && one?.start === other?.start;
}

/**
 * @param {string} file
 * @returns {Owner | null | undefined} null when it names no process, undefined when it is gone
 */
function lockOwner(file) {
  try {
    const [pid = '', start = null] = readFileSync(file, 'utf8').trim().split(' ');
    const id = Number(pid);
    return Number.isInteger(id) && id > 0 ? { pid: id, start } : null;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

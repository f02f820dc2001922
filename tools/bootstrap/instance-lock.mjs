import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRunning, runsScript } from './processes.mjs';

/**
 * Makes sure that one process at a time owns a data directory. The lock of a process that is gone is taken over.
 *
 * The lock is there with its content or not at all, so that nobody takes a lock for abandoned that is just being
 * written; and a lock that is abandoned is removed by one process at a time, so that nobody removes the new one of
 * another.
 * @param {string} file
 * @param {string | readonly string[]} scripts paths of the programs that take it: a process id that was given again to
 *   anything else is not the owner
 * @returns {{ owner: number } | { release: () => void }} owner: the process that has it
 */
export function takeLock(file, scripts) {
  mkdirSync(path.dirname(file), { recursive: true });
  const takeover = `${file}.takeover`;
  for (;;) {
    if (create(file)) return { release: () => release(file) };
    const owner = lockOwner(file);
    if (owner === undefined) continue; // it was released at this moment
    if (owner !== null && runsOneOf(owner, scripts)) return { owner };
    if (!create(takeover)) {
      const other = lockOwner(takeover);
      // Held for less than a millisecond, unless its holder was killed just then.
      if (other === null || (other !== undefined && !isRunning(other))) rmSync(takeover, { force: true });
      continue;
    }
    try {
      // Nobody else removes it now, so if it is still that one, it is removed as that one.
      if (lockOwner(file) === owner) rmSync(file, { force: true });
    } finally {
      rmSync(takeover, { force: true });
    }
  }
}

/**
 * Creates a lock with its content in one step.
 * @param {string} file
 * @returns {boolean} false when it is there
 */
function create(file) {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
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
 * Removes a lock of ours; one that somebody else has by now stays.
 * @param {string} file
 */
function release(file) {
  if (lockOwner(file) === process.pid) rmSync(file, { force: true });
}

/**
 * @param {number} pid
 * @param {string | readonly string[]} scripts
 */
function runsOneOf(pid, scripts) {
  return [scripts].flat().some((script) => runsScript(pid, script));
}

/**
 * @param {string} file
 * @returns {number | null | undefined} null when it names no process, undefined when it is gone
 */
function lockOwner(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRunning } from './processes.mjs';

/**
 * Makes sure that one process at a time owns a data directory. The lock of a process that is gone is taken over.
 * @param {string} file
 * @param {string} mark part of the owner's command line, so that a reused process id is not taken for the owner
 * @returns {{ owner: number } | { release: () => void }} owner: the process that has it
 */
export function takeLock(file, mark) {
  mkdirSync(path.dirname(file), { recursive: true });
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const owner = lockOwner(file);
    if (owner !== null && isRunning(owner, mark)) return { owner };
    rmSync(file, { force: true });
  }
}

/**
 * @param {string} file
 * @returns {number | null} null when the file is gone or was never finished
 */
function lockOwner(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
}

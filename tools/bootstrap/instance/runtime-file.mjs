import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { inState } from '../paths.mjs';
import { isRunning } from './processes.mjs';

/** Tells other commands, such as `basecase ingest`, where the running server and its database are. Holds a password. */
const file = inState('runtime.json');

/**
 * @typedef {{ databaseUrl: string; url: string; pid: number; server?: number }} Runtime
 *   server: process of the web server
 */

/**
 * Readable by its owner only, and removed when this process ends.
 * @param {Omit<Runtime, 'pid'>} runtime
 */
export function writeRuntime(runtime) {
  write({ ...runtime, pid: process.pid });
}

/**
 * Says what a process does that has the lock and no server to offer: it stops, or works on the database alone.
 * @param {string} busy what it does, such as `is stopping`
 */
export function writeBusy(busy) {
  write({ busy, pid: process.pid });
}

/** @param {object} content */
function write(content) {
  rmSync(`${file}.new`, { force: true }); // an existing file would keep its mode
  writeFileSync(`${file}.new`, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  process.off('exit', remove).on('exit', remove);
}

function remove() {
  if (readAny()?.pid === process.pid) rmSync(file, { force: true });
}

/**
 * What runs now.
 * @returns {Runtime | null} null when nothing runs or it is not ready, also when the file was left by a killed process
 */
export function readRuntime() {
  const runtime = readAny();
  return runtime && 'url' in runtime && isRunning(runtime.pid) ? runtime : null;
}

/**
 * What the file says, whoever wrote it and whether that one lives or not.
 * @returns {Runtime | { pid: number; busy: string } | null}
 */
export function readAny() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null; // no file, or one that is not ours: both mean that nothing is ready
  }
}

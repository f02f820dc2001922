import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { inState } from './paths.mjs';
import { isRunning } from './processes.mjs';

/** Tells other commands, such as `basecase ingest`, where the running server and its database are. Holds a password. */
const file = inState('runtime.json');

/**
 * @typedef {{ databaseUrl: string; url: string; pid: number }} Runtime
 */

/**
 * Readable by its owner only, and removed when this process ends.
 * @param {Omit<Runtime, 'pid'>} runtime
 */
export function writeRuntime({ databaseUrl, url }) {
  rmSync(`${file}.new`, { force: true }); // an existing file would keep its mode
  writeFileSync(`${file}.new`, `${JSON.stringify({ databaseUrl, url, pid: process.pid })}\n`, {
    mode: 0o600,
  });
  renameSync(`${file}.new`, file);
  process.on('exit', () => rmSync(file, { force: true }));
}

/**
 * What runs now.
 * @returns {Runtime | null} null when nothing runs, also when the file was left by a killed process
 */
export function readRuntime() {
  try {
    /** @type {Runtime} */
    const runtime = JSON.parse(readFileSync(file, 'utf8'));
    return isRunning(runtime.pid) ? runtime : null;
  } catch {
    return null; // no file, or one that was being written: both mean that nothing is ready
  }
}

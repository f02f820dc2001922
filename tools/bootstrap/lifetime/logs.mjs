import {
  copyFileSync,
  existsSync,
  fchmodSync,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';

/** A log may hold an address or a name that others must not see. */
const MODE = 0o640;
/** With the older ones, a log takes at most four times this. */
const MAX_BYTES = 10_000_000;
const OLDER = [1, 2, 3];

/**
 * Opens the log of a program.
 * @param {string} file
 * @param {{ add: boolean }} options add: behind what earlier ones wrote, as for a server; false: in its place, as for a
 *   step, of which the last lines are quoted
 * @returns {number} descriptor
 */
export function openLog(file, { add }) {
  if (!add) rmSync(file, { force: true });
  else rotateLog(file);
  const log = openSync(file, 'a', MODE);
  // One of an earlier version may be open to all. A file of another user stays as it is.
  if (fstatSync(log).uid === process.getuid?.()) fchmodSync(log, MODE);
  if (add) writeSync(log, `${new Date().toISOString()} start\n`);
  return log;
}

/**
 * Moves the content of a long log to `FILE.1` and that of older ones up to `FILE.3`. Who writes the log keeps it open, so
 * it is emptied and not replaced.
 * @param {string} file
 * @param {number} [maxBytes]
 */
export function rotateLog(file, maxBytes = MAX_BYTES) {
  if (!existsSync(file) || statSync(file).size <= maxBytes) return;
  for (const number of OLDER.slice(0, -1).reverse()) {
    if (existsSync(`${file}.${number}`)) renameSync(`${file}.${number}`, `${file}.${number + 1}`);
  }
  copyFileSync(file, `${file}.1`);
  truncateSync(file);
}

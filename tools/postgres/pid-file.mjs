import { readFileSync } from 'node:fs';
import path from 'node:path';

// postmaster.pid, one value a line (src/include/utils/pidfile.h of PostgreSQL):
// process id, data directory, start time, port, socket directory, listen address, shared memory key, status
const PORT_LINE = 3;
const STATUS_LINE = 7;

/**
 * What a server says about itself in its data directory.
 * @param {string} dataDir
 * @returns {{ pid: number; port: number | null; ready: boolean } | null} null when there is no usable file
 */
export function readPidFile(dataDir) {
  /** @type {string} */
  let text;
  try {
    text = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
  return parsePidFile(text);
}

/**
 * @param {string} text of postmaster.pid; may be cut off, it is written in steps
 * @returns {{ pid: number; port: number | null; ready: boolean } | null}
 */
export function parsePidFile(text) {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Math.abs(Number(lines[0])); // negative: a single-user server
  if (!Number.isInteger(pid) || pid === 0) return null;
  const port = Number(lines[PORT_LINE]);
  return {
    pid,
    port: Number.isInteger(port) && port > 0 ? port : null,
    ready: lines[STATUS_LINE] === 'ready',
  };
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { shown } from './paths.mjs';

/** How much of a log's end is read to quote its last lines. */
const TAIL_BYTES = 16 * 1024;

/** A failure that is explained to the person at the terminal: what failed, why, where the log is, what to do. */
export class StepError extends Error {
  /**
   * @param {string} message what failed, and why if that is one line
   * @param {{ hint?: string; log?: string; cause?: unknown }} [details] hint: what to do now; log: path of the whole story
   */
  constructor(message, details = {}) {
    super(message, { cause: details.cause });
    this.name = 'StepError';
    this.hint = details.hint;
    this.log = details.log;
  }
}

/**
 * The last non-empty lines of a file, '' if it cannot be read.
 * @param {string} file
 * @param {number} [lines]
 */
export function tail(file, lines = 12) {
  /** @type {number | undefined} */
  let handle;
  try {
    handle = openSync(file, 'r');
    const { size } = fstatSync(handle);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(handle, buffer, 0, buffer.length, Math.max(0, size - buffer.length));
    const kept = buffer
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    return kept.slice(-lines).join('\n');
  } catch {
    return ''; // the log is only quoted as a help; the error it belongs to is reported anyway
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/**
 * The text shown for an error, ready for stderr.
 * @param {unknown} error
 */
export function explain(error) {
  if (!(error instanceof StepError))
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  const quoted = error.log ? tail(error.log) : '';
  const isDiskFull = DISK_IS_FULL.test(`${error.message}\n${quoted}`);
  const parts = [`✗ ${error.message}`];
  if (isDiskFull) parts.push('  The disk is full.');
  // The sentence says all that the log does.
  else if (quoted) parts.push(quoted.replace(/^/gm, '    '));
  if (error.log) parts.push(`  Log: ${shown(error.log)}`);
  const hint = isDiskFull ? 'Free some space there and start again: what is stored is kept.' : error.hint;
  if (hint) parts.push(`  What to do: ${hint}`);
  return parts.join('\n');
}

/** As Node.js, PostgreSQL and initdb write it; the last where a part of a page was written. */
const DISK_IS_FULL = /No space left on device|ENOSPC|Check free disk space/;

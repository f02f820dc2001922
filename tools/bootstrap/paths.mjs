import { mkdirSync } from 'node:fs';
import path from 'node:path';

/** The project's root directory. */
export const root = path.resolve(import.meta.dirname, '../..');

/**
 * Everything that running the project leaves behind: databases, blobs, logs. Deleting it is a factory reset.
 * BASECASE_STATE names another one, to run a second Basecase from this checkout.
 */
const stateDir = path.resolve(root, process.env.BASECASE_STATE || '.basecase');

/** @param {...string} parts below the project's root */
export const fromRoot = (...parts) => path.join(root, ...parts);

/** @param {...string} parts below the state directory */
export const inState = (...parts) => path.join(stateDir, ...parts);

/**
 * Folder of the blob store: what BASECASE_BLOBS names, seen from the project's root as by the command line, or one in
 * the state directory.
 * @param {string | undefined} given
 */
export function blobFolder(given = process.env.BASECASE_BLOBS) {
  return given ? path.resolve(root, given) : inState('blobs');
}

/**
 * Path of the log of one step. Creates the directory.
 * @param {string} name without the extension
 */
export function logFile(name) {
  mkdirSync(inState('logs'), { recursive: true });
  return inState('logs', `${name}.log`);
}

/**
 * A path as a person standing in the project's root would type it.
 * @param {string} file
 */
export function shown(file) {
  const relative = path.relative(root, file);
  return relative.startsWith('..') ? file : relative;
}

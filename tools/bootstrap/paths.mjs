import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** The root directory of the project, or of a release, which is laid out like it. */
export const root = path.resolve(import.meta.dirname, '../..');

/** A release, as `npm run package` makes it, is built: it has no sources, and nothing that builds them. */
export const isRelease = !existsSync(path.join(root, 'apps/web/next.config.ts'));

/** The base of relative settings. A release is among the files of npm; its data belongs where it was started. */
const home = isRelease ? process.cwd() : root;

/**
 * Everything that running the project leaves behind: databases, blobs, logs. Deleting it is a factory reset.
 * BASECASE_STATE names another one, to run a second Basecase from this checkout.
 */
const stateDir = path.resolve(home, process.env.BASECASE_STATE || '.basecase');

/** @param {...string} parts below the project's root */
export const fromRoot = (...parts) => path.join(root, ...parts);

/** @param {...string} parts below the state directory */
export const inState = (...parts) => path.join(stateDir, ...parts);

/** `s3://bucket`: no path. Supported schemes are checked with the other settings, by installed packages. */
const ADDRESS = /^[a-z][a-z0-9+.-]+:\/\/|^s3:/i;

/**
 * The blob store: what BASECASE_BLOBS names, seen from where the state directory is, as by the command line, or one in
 * the state directory.
 * @param {string | undefined} given
 */
export function blobFolder(given = process.env.BASECASE_BLOBS) {
  if (given && ADDRESS.test(given)) return given;
  return given ? path.resolve(home, given) : inState('blobs');
}

/**
 * Arguments with which Node.js runs a program of ours that imports TypeScript: that of a release is compiled.
 * @param {string} file below the project's root
 */
export function scriptArgs(file) {
  return [...(isRelease ? [] : ['--import', 'tsx']), fromRoot(file)];
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
 * A path as typed in the directory of the state directory.
 * @param {string} file
 */
export function shown(file) {
  const relative = path.relative(home, file);
  return relative.startsWith('..') ? file : relative;
}

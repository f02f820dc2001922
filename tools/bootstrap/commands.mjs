import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isRelease, root, shown } from './paths.mjs';

/** What a person types to call the command line. */
export const basecase = isRelease ? releaseCommand(root) : 'npx basecase';

/** What a person types to start Basecase. */
export const start = isRelease ? basecase : 'npm start';

/**
 * A release that npx runs without installing it has no own name: `npx basecase` would be whatever the registry
 * has under that name. npm notes what it was called with next to what it unpacked.
 * @param {string} directory of the release
 */
export function releaseCommand(directory) {
  const around = path.resolve(directory, '../..', 'package.json');
  // Installed for all, or unpacked; else in a user's project.
  if (!existsSync(around)) return 'basecase';
  const asked = askedOfNpx(around);
  if (asked === null) return 'npx basecase';
  if (!path.isAbsolute(asked)) return `npx ${quoted(asked)}`;
  const typed = shown(asked);
  // Without a slash it would be a name of the registry again.
  return `npx ${quoted(path.isAbsolute(typed) ? typed : `./${typed}`)}`;
}

/**
 * A word as a shell takes it.
 * @param {string} word
 */
function quoted(word) {
  return /^[\w./@+:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * @param {string} file package.json of a folder that npx made, or of any other
 * @returns {string | null} path or name of the package; null when npx did not make it
 */
function askedOfNpx(file) {
  const packages = JSON.parse(readFileSync(file, 'utf8'))._npx?.packages;
  return typeof packages?.[0] === 'string' ? packages[0] : null;
}

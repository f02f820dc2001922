// The sources as a few files that Node.js runs as they are: compiling them as they are imported takes longer than most
// commands. Made at first use and whenever a source changed; kept next to the packages.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const CACHE = path.join(ROOT, 'node_modules/.cache/basecase-cli');
/** Names the bundle that counts. Others may still be run by who started before. */
const CURRENT = 'current.json';
/** npm writes it whenever it installs something: it represents all packages. */
const PACKAGES = 'node_modules/.package-lock.json';
const LEFTOVER_MS = 86_400_000;

/** @typedef {[file: string, mtimeMs: number, size: number]} Stamp */
/** @typedef {{ folder: string; stamps: Stamp[] }} Bundle */

/**
 * Folder of a bundle of the sources as they are; null where none can be made: without the bundler, or where nothing can
 * be written.
 * @param {string} [cache] folder of the bundles
 * @returns {Promise<string | null>}
 */
export async function currentBundle(cache = CACHE) {
  try {
    const known = readBundle(path.join(cache, CURRENT));
    return path.join(cache, known?.stamps.every(isUnchanged) ? known.folder : await renewBundle(cache));
  } catch {
    // It only makes the start faster.
    return null;
  }
}

/**
 * @param {string} current
 * @returns {Bundle | null}
 */
function readBundle(current) {
  try {
    return JSON.parse(readFileSync(current, 'utf8'));
  } catch {
    return null;
  }
}

/** @param {Stamp} stamp */
function isUnchanged([file, mtimeMs, size]) {
  // Not joined by `path`: this is done a thousand times at each start.
  const now = statSync(`${ROOT}/${file}`, { throwIfNoEntry: false });
  return now !== undefined && now.mtimeMs === mtimeMs && now.size === size;
}

/**
 * @param {string} cache
 * @returns {Promise<string>} its folder
 */
async function renewBundle(cache) {
  const { isInPackage, makeBundle } = await import('./make-bundle.mjs');
  const folder = randomUUID();
  const { inputs } = await makeBundle(path.join(cache, folder));
  const sources = Object.keys(inputs).filter((file) => !isInPackage(file));
  const own = ['bundle.mjs', 'make-bundle.mjs'].map((name) => path.join(import.meta.dirname, name));
  const files = [...sources, PACKAGES, ...own].map((file) => path.relative(ROOT, path.resolve(ROOT, file)));
  const stamps = files.flatMap((file) => {
    const now = statSync(path.join(ROOT, file), { throwIfNoEntry: false });
    return now ? [[file, now.mtimeMs, now.size]] : [];
  });
  // Renamed into place, so that readers find the complete old file or the complete new one.
  const written = path.join(cache, `${folder}.json`);
  writeFileSync(written, JSON.stringify({ folder, stamps }));
  renameSync(written, path.join(cache, CURRENT));
  removeLeftovers(cache, folder);
  return folder;
}

/**
 * Old bundles, except those that a process may still be reading.
 * @param {string} cache
 * @param {string} newest
 */
function removeLeftovers(cache, newest) {
  for (const name of readdirSync(cache)) {
    if (name === newest || name === CURRENT) continue;
    const at = path.join(cache, name);
    if (statSync(at).mtimeMs < Date.now() - LEFTOVER_MS) rmSync(at, { recursive: true, force: true });
  }
}

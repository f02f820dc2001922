import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// A stamp is a small file that holds the hash of the inputs a step was last done for. Content is hashed, not
// times: a checkout, a copy or a touched file must not cause a rebuild, and a restored old file must.

/** Directories that are outputs or foreign code, never inputs. */
const NOT_SOURCES = new Set([
  'node_modules',
  '.next',
  '.turbo',
  'generated',
  'fixtures',
  'test-results',
  'testing',
]);
const TEST_FILE = /\.test\.[cm]?[jt]sx?$/;
/** Files that the builds themselves write next to the sources. */
const BUILD_FILE = /^next-env\.d\.ts$|\.tsbuildinfo$/;

/**
 * All source files below a file or directory, sorted; tests and build outputs are left out. A missing path has none.
 * @param {string} start
 * @returns {string[]}
 */
export function sourceFiles(start) {
  /** @type {string[]} */
  const found = [];
  /** @param {string} directory */
  const walk = (directory) => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const file = path.join(directory, entry.name);
      if (entry.isDirectory() && !NOT_SOURCES.has(entry.name)) walk(file);
      if (entry.isFile() && !TEST_FILE.test(entry.name) && !BUILD_FILE.test(entry.name)) found.push(file);
    }
  };
  try {
    walk(start);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOTDIR') return [start];
    if (code !== 'ENOENT') throw error;
  }
  return found.sort();
}

/**
 * Hash of the names and contents of files and directories, and of plain values such as a version.
 * @param {{ base: string; paths: string[]; values?: string[] }} inputs names are hashed relative to base
 */
export function hashInputs({ base, paths, values = [] }) {
  const hash = createHash('sha256');
  for (const value of values) hash.update(`value ${value}\n`);
  for (const file of paths.flatMap((each) => sourceFiles(path.join(base, each)))) {
    const bytes = readFileSync(file);
    hash.update(`file ${path.relative(base, file)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/**
 * Whether the step was last done for these inputs.
 * @param {string} stampFile
 * @param {string} hash
 */
export function isStamped(stampFile, hash) {
  try {
    return readFileSync(stampFile, 'utf8').trim() === hash;
  } catch {
    return false; // no stamp yet, or unreadable: doing the step again is always right
  }
}

/**
 * @param {string} stampFile
 * @param {string} hash
 */
export function writeStamp(stampFile, hash) {
  mkdirSync(path.dirname(stampFile), { recursive: true });
  // A new file in the place of the old one, which may be a hard link that another checkout shares.
  writeFileSync(`${stampFile}.new`, `${hash}\n`);
  renameSync(`${stampFile}.new`, stampFile);
}

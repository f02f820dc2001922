import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} Package a third-party package inside a release
 * @property {string} name
 * @property {string | null} version null where Next.js does not name the compiled one
 * @property {string} directory with its package.json and license
 */

/**
 * The packages that a bundle has code of.
 * @param {import('esbuild').Metafile} metafile
 * @param {string} root that its paths are relative to
 * @returns {Package[]}
 */
export function packagesOfBundle({ inputs }, root) {
  const directories = Object.keys(inputs).flatMap((file) => packageDirectory(file) ?? []);
  return [...new Set(directories)].map((directory) => packageAt(path.join(root, directory)));
}

/**
 * @param {readonly string[]} names of installed packages
 * @param {string} root
 * @returns {Package[]}
 */
export function packagesInstalled(names, root) {
  return names.map((name) => packageAt(path.join(root, 'node_modules', name)));
}

/**
 * @param {string} file
 * @returns {string | null} folder of the innermost package; null for a file of ours
 */
function packageDirectory(file) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? null;
}

/**
 * The packages in the folders `node_modules` below a directory, and those that Next.js has compiled into itself.
 * @param {string} directory
 * @returns {Package[]}
 */
export function packagesBelow(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (entry.name !== 'package.json' || !entry.isFile()) return [];
    const at = entry.parentPath.split(path.sep).join('/');
    const isInstalled = /\/node_modules\/(@[^/]+\/)?[^/@]+$/.test(at);
    const isCompiled = /\/next\/dist\/compiled\/(@[^/]+\/)?[^/@]+$/.test(at);
    return isInstalled || isCompiled ? [packageAt(entry.parentPath)] : [];
  });
}

/**
 * Packages that a workspace depends on, with all that they depend on; not those of other workspaces.
 * @param {{ packages: Record<string, { link?: boolean; dependencies?: Record<string, string> }> }} lock package-lock.json
 * @param {{ workspace: string; root: string; without: string[] }} options without: names that are passed by
 * @returns {Package[]}
 */
export function packagesOfWorkspace({ packages }, { workspace, root, without }) {
  const found = new Set();
  const visit = (/** @type {string} */ from) => {
    for (const name of Object.keys(packages[from]?.dependencies ?? {})) {
      const at = without.includes(name) ? null : placeOf(packages, from, name);
      if (at === null || found.has(at) || packages[at]?.link) continue;
      found.add(at);
      visit(at);
    }
  };
  visit(workspace);
  return [...found].map((at) => packageAt(path.join(root, at)));
}

/**
 * Where Node.js finds a package.
 * @param {Record<string, unknown>} packages
 * @param {string} from
 * @param {string} name
 * @returns {string | null} null when the lock file has none, such as an optional one
 */
function placeOf(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const place = path.posix.join(at, 'node_modules', name);
    if (place in packages) return place;
    if (at === '') return null;
  }
}

/**
 * @param {string} directory
 * @returns {Package}
 */
function packageAt(directory) {
  const manifest = path.join(directory, 'package.json');
  const { name, version = null } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  return { name: name ?? nameOf(directory), version, directory };
}

/** @param {string} directory */
function nameOf(directory) {
  return (
    directory
      .split(path.sep)
      .join('/')
      .split(/\/(?:node_modules|compiled)\//)
      .at(-1) ?? directory
  );
}

// The sources as a few files that Node.js runs as they are: compiling them as they are imported takes longer than most
// commands. Made at first use and whenever a source changed; kept beside the packages.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const ENTRY = path.join(ROOT, 'apps/cli/src/main.ts');
const CACHE = path.join(ROOT, 'node_modules/.cache/basecase-cli');
/** Names the bundle that counts. Others may still be run by who started before. */
const CURRENT = path.join(CACHE, 'current.json');
const LEFTOVER_MS = 86_400_000;

/** @typedef {[file: string, mtimeMs: number, size: number]} Stamp */
/** @typedef {{ folder: string; stamps: Stamp[] }} Bundle */

/**
 * Address of a bundle of the sources as they are; null where none can be made: without the bundler, or where nothing can
 * be written.
 * @param {string} [cache] folder of the bundles
 * @returns {Promise<string | null>}
 */
export async function bundledMain(cache = CACHE) {
  const current = cache === CACHE ? CURRENT : path.join(cache, 'current.json');
  try {
    const known = readBundle(current);
    const folder = known?.stamps.every(isUnchanged) ? known.folder : await makeBundle(cache, current);
    return pathToFileURL(path.join(cache, folder, 'main.mjs')).href;
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
  const now = statSync(path.join(ROOT, file), { throwIfNoEntry: false });
  return now !== undefined && now.mtimeMs === mtimeMs && now.size === size;
}

/**
 * @param {string} cache
 * @param {string} current
 * @returns {Promise<string>} its folder
 */
async function makeBundle(cache, current) {
  const { build } = await import('esbuild');
  const folder = randomUUID();
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: { main: ENTRY },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outdir: path.join(cache, folder),
    outExtension: { '.js': '.mjs' },
    metafile: true,
    logLevel: 'silent',
    plugins: [packagesStay, placesStay],
  });
  const files = [...Object.keys(metafile.inputs), path.relative(ROOT, import.meta.filename)];
  const stamps = files.map((file) => {
    const { mtimeMs, size } = statSync(path.join(ROOT, file));
    return [file, mtimeMs, size];
  });
  // Renamed into place: who reads it finds the old one or the new one, whole.
  const written = path.join(cache, `${folder}.json`);
  writeFileSync(written, JSON.stringify({ folder, stamps }));
  renameSync(written, current);
  removeLeftovers(cache, folder);
  return folder;
}

/**
 * Bundles of before: not those that a process may still be reading pieces of.
 * @param {string} cache
 * @param {string} newest
 */
function removeLeftovers(cache, newest) {
  for (const name of readdirSync(cache)) {
    if (name === newest || name === 'current.json') continue;
    const at = path.join(cache, name);
    if (statSync(at).mtimeMs < Date.now() - LEFTOVER_MS) rmSync(at, { recursive: true, force: true });
  }
}

/**
 * Packages of others are not bundled: some read files beside themselves.
 * @type {import('esbuild').Plugin}
 */
const packagesStay = {
  name: 'packages-stay',
  setup(build) {
    build.onResolve({ filter: /^[^./#]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('@basecase/') ? undefined : { path: name, external: true },
    );
  },
};

/**
 * A module asks where it is to find what lies beside it, and is told where its source is.
 * @type {import('esbuild').Plugin}
 */
const placesStay = {
  name: 'places-stay',
  setup(build) {
    build.onLoad({ filter: /\.(ts|mjs)$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const contents = text
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
        .replaceAll('import.meta.filename', JSON.stringify(file))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
      return { contents, loader: file.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** What is started, by its name in the bundle. */
const ENTRIES = {
  main: 'apps/cli/src/main.ts',
  reader: 'apps/cli/src/reading/reader.ts',
};
const TARGET = 'node20';
/** Packages that reading and comparing need: in the bundle they are there at once. */
const BUNDLED = /^(?:commander|fzstd|hyparquet-writer|tar-stream|xz-decompress|zod)(?:\/|$)/;

/**
 * Bundles the command line into a few files: one per entry, and separate files for modules that are loaded late. They
 * are functions of `module`, `exports` and `require`, so that `open-bundle.mjs` can run them from V8's compile cache.
 * @param {string} folder where they are written
 * @param {import('esbuild').Plugin[]} [plugins] rules for packages that stay outside, and for the places of sources
 * @returns {Promise<import('esbuild').Metafile>} what went into it, by paths relative to the project
 */
export async function makeBundle(folder, plugins = [packagesStay, placesStay]) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: TARGET,
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins,
  });
  mkdirSync(folder, { recursive: true });
  // The bundler splits modules of ECMAScript only.
  for (const { path: file, text } of outputFiles) {
    const names = metafile.outputs[path.relative(ROOT, file)]?.exports ?? [];
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: TARGET,
      supported: { 'dynamic-import': false },
      logLevel: 'silent',
      footer: plainExports(names),
    });
    writeFileSync(file, toAscii(code));
  }
  return metafile;
}

/**
 * The bundler escapes other characters in texts and names, not in regular expressions (`/[µnm]s/`) and comments. A piece
 * is read as one byte per character, which V8 scans fastest.
 * @param {string} code
 */
function toAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * The last statement of a piece. The bundler gives every name that a piece exports to the others by two getters, one
 * behind the other, which a command that ends within a second calls for a tenth of that; no name changes once its piece
 * has run.
 * @param {readonly string[]} names
 */
function plainExports(names) {
  const values = names.map((name) => `${JSON.stringify(name)}: module.exports[${JSON.stringify(name)}]`);
  return `module.exports = { __esModule: true, ${values.join(', ')} };`;
}

/** @param {string} file */
export function isInPackage(file) {
  return file.includes('node_modules/');
}

/**
 * Other packages are not bundled: some read files from their own folder.
 * @type {import('esbuild').Plugin}
 */
const packagesStay = {
  name: 'packages-stay',
  setup(build) {
    build.onResolve({ filter: /^[^./#]/ }, ({ path: name, kind, importer }) => {
      const isOurs = kind === 'entry-point' || name.startsWith('@basecase/');
      if (isOurs || BUNDLED.test(name)) return undefined;
      // Dependencies of a bundled package are bundled with it.
      return isInPackage(importer) ? undefined : { path: name, external: true };
    });
  },
};

/**
 * A module asks for its own path to find neighbouring files, and gets the path of its source.
 * @type {import('esbuild').Plugin}
 */
const placesStay = {
  name: 'places-stay',
  setup(build) {
    build.onLoad({ filter: /\.(ts|mjs)$/ }, ({ path: file }) => {
      const text = isInPackage(file) ? '' : readFileSync(file, 'utf8');
      if (!text.includes('import.meta.')) return undefined;
      const contents = text
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
        .replaceAll('import.meta.filename', JSON.stringify(file))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));
      return { contents, loader: file.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

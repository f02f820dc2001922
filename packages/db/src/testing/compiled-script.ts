import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Below the packages, which it imports. */
const FOLDER = path.join(import.meta.dirname, '../../../../node_modules/.cache/basecase-db-tests');

/**
 * Compiles a program of this folder, with the sources that it imports, into one file for Node.js. Compiling them as they are
 * imported takes most of the time of a process that a test starts and kills.
 *
 * @param name `bad-reader`
 * @returns path of the file
 */
export async function compiledScript(name: string): Promise<string> {
  const file = path.join(FOLDER, `${name}.mjs`);
  const written = `${file}-${process.pid}`;
  mkdirSync(FOLDER, { recursive: true });
  await build({
    entryPoints: [path.join(import.meta.dirname, `${name}.ts`)],
    outfile: written,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
    plugins: [ownSources],
  });
  // Another file of tests may start it at this moment.
  renameSync(written, file);
  return file;
}

/** Packages of others stay outside; a module asks for its own place, and gets that of its source. */
const ownSources: Plugin = {
  name: 'own-sources',
  setup(building) {
    building.onResolve({ filter: /^[^./#]/ }, ({ path: imported, kind }) =>
      kind === 'entry-point' || imported.startsWith('@basecase/')
        ? undefined
        : { path: imported, external: true },
    );
    building.onLoad({ filter: /packages\/\w+\/src\/.*\.m?[jt]s$/ }, ({ path: source }) => ({
      loader: source.endsWith('.ts') ? 'ts' : 'js',
      contents: readFileSync(source, 'utf8')
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(source)))
        .replaceAll('import.meta.filename', JSON.stringify(source))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(source).href)),
    }));
  },
};

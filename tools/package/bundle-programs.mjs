import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { makeBundle } from '../../apps/cli/bin/make-bundle.mjs';
import { PLACES, PLACES_SOURCE, placesOfRelease } from './places.mjs';

/** Programs that are started by path, at the same path in a release. */
const PROGRAMS = [
  'apps/cli/bin/worker.mjs',
  'tools/worker.mjs',
  'tools/embedded-database.mjs',
  'tools/prisma/migrate.mjs',
  'tools/samples/load.mjs',
  'tools/postgres/guardian.mjs',
  'tools/bootstrap/exit-with-parent.mjs',
  'tools/bootstrap/hold-requests.mjs',
  'packages/db/src/jobs/readers/reader-process.ts',
  'packages/db/src/jobs/readers/parent-watch.mjs',
];

const ENTRIES = {
  basecase: 'tools/package/entries/basecase.mjs',
  'tools/start': 'tools/package/entries/start.mjs',
  ...Object.fromEntries(PROGRAMS.map((file) => [file.replace(/\.(ts|mjs)$/, ''), file])),
};

/** Packages of CommonJS ask for others with require, which a module does not have. */
const BANNER = `import { createRequire as basecaseCreateRequire } from 'node:module';
const require = basecaseCreateRequire(import.meta.url);`;

/**
 * Start, worker, readers and migrations as a few files, with the packages that they use inside; and the command line in
 * the form that starts soonest (apps/cli/bin/make-bundle.mjs).
 * @param {{ root: string; folder: string }} options root: of the sources; folder: of the release
 * @returns {Promise<import('esbuild').Metafile[]>} what went into them
 */
export async function bundlePrograms({ root, folder }) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'lib/[name]-[hash]',
    banner: { js: BANNER },
    // Not made smaller: Node.js shows the line where something broke, and packed it is much the same.
    legalComments: 'none', // THIRD-PARTY-LICENSES has them
    metafile: true,
    logLevel: 'warning',
    // Compiled code that pg uses where it is installed.
    external: ['pg-native'],
    plugins: [placesOfRelease(root)],
  });
  writeFileSync(path.join(folder, Object.values(PLACES)[0] ?? ''), PLACES_SOURCE);
  const commandLine = await makeBundle(path.join(folder, 'cli'), [placesOfRelease(root)]);
  return [metafile, commandLine];
}

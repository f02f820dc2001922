import { cpSync } from 'node:fs';
import path from 'node:path';
import { npm } from '../bootstrap/npm.mjs';
import { fromRoot, logFile } from '../bootstrap/paths.mjs';

/** Packages whose code VitePress puts into the site. */
export const PACKAGES_OF_SITE = [
  'vitepress',
  'vue',
  '@vueuse/core',
  '@vueuse/integrations',
  'focus-trap',
  'mark.js',
  'minisearch',
];

const site = fromRoot('docs/.vitepress/dist');

/** Builds the documentation site. The build fails on dead links. */
export async function buildDocs() {
  await npm(['run', 'build', '--workspace', '@basecase/docs'], {
    what: 'Building the documentation',
    log: logFile('docs-build'),
  });
}

/**
 * Puts the site where the web server of a release looks for it.
 * @param {string} folder of the release
 */
export function copySite(folder) {
  cpSync(site, path.join(folder, 'web/apps/web/docs'), { recursive: true });
}

/**
 * True for a file of docs/ that people read, false for parts of the site.
 * @param {string} file
 */
export function isDocument(file) {
  return !/^(?:\.vitepress|project|package\.json)(?:\/|$)/.test(path.relative(fromRoot('docs'), file));
}

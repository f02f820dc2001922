import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../bootstrap/paths.mjs';
import { packagesBelow } from '../packages-inside.mjs';
import { filesBelow } from '../write-tarball.mjs';

/** The bundler writes from where each part came: `// node_modules/pg/lib/client.js`. */
const ORIGIN = /^\/\/ (?:.*\/)?node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm;

/**
 * What is wrong with the folder of a release, seen without knowing how it was made.
 * @param {string} folder
 * @returns {string[]}
 */
export function faultsOf(folder) {
  return [...unlistedPackages(folder), ...tracesOfThisMachine(folder)];
}

/** @param {string} folder */
function unlistedPackages(folder) {
  const licenses = readFileSync(path.join(folder, 'THIRD-PARTY-LICENSES'), 'utf8');
  const listed = new Set([...licenses.matchAll(/^-{80}\n\n(\S+)/gm)].map(([, name]) => name));
  const lib = path.join(folder, 'lib');
  const bundled = readdirSync(lib).flatMap((name) =>
    [...readFileSync(path.join(lib, name), 'utf8').matchAll(ORIGIN)].map(([, inside]) => String(inside)),
  );
  const installed = packagesBelow(path.join(folder, 'web')).map(({ name }) => name);
  if (bundled.length === 0 || installed.length === 0) return ['No package was found in the release.'];
  const names = new Set([...bundled, ...installed]);
  return [...names]
    .filter((name) => !listed.has(name))
    .map((name) => `${name} is not in THIRD-PARTY-LICENSES.`);
}

/** @param {string} folder */
function tracesOfThisMachine(folder) {
  return filesBelow(folder)
    .filter((name) => readFileSync(path.join(folder, name)).includes(root))
    .map((name) => `${name} has the path that it was built at.`);
}

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { standaloneDir } from '../bootstrap/web-files.mjs';

/** Maps of Next's own code, types, and lists of what Next.js copied: nothing reads them. */
const UNREAD = /\.(map|d\.ts|nft\.json)$/;

/** Makes images smaller, which nothing here asks for (see next.config.ts), and would be the larger half. */
const UNUSED = /\/node_modules\/(sharp|@img)(\/|$)/;

/** `pg-587764f78a6c7a9c`, `@prisma/client-2c3a283f134fdcb6`: what Turbopack calls a package that it leaves outside. */
const HASHED_NAME = /^(.+)-[0-9a-f]{16}$/;

/**
 * What Next.js built, so that it can lie anywhere: without links, which npm does not unpack, and without the path that it
 * was built at.
 * @param {{ root: string; folder: string }} options root: of the sources; folder: of the release
 */
export function copyWeb({ root, folder }) {
  const web = path.join(folder, 'web');
  const outside = path.join(standaloneDir, 'apps/web/.next/node_modules');
  cpSync(standaloneDir, web, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => file !== outside && !UNREAD.test(file) && !UNUSED.test(file),
  });
  nameInFull(path.join(web, 'apps/web/.next/server'), packagesOutside(outside));
  for (const file of ['server.js', '.next/required-server-files.json']) {
    forgetPlace(path.join(web, 'apps/web', file), root);
  }
}

/**
 * @param {string} folder of links, each with the name of Turbopack to the package itself
 * @returns {Map<string, string>} name of Turbopack → name
 */
function packagesOutside(folder) {
  const names = readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(folder, name)).map((each) => `${name}/${each}`) : [name],
  );
  return new Map(
    names.map((name) => {
      const plain = HASHED_NAME.exec(name)?.[1];
      if (!plain) throw new Error(`Next.js left a package outside under a name that is unknown: ${name}`);
      return [name, plain];
    }),
  );
}

/**
 * The packages are found by their own names as well: they are in `web/node_modules`.
 * @param {string} folder
 * @param {Map<string, string>} names
 */
function nameInFull(folder, names) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.m?js$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8');
    let changed = text;
    for (const [hashed, name] of names) changed = changed.replaceAll(hashed, name);
    if (changed !== text) writeFileSync(file, changed);
  }
}

/**
 * @param {string} file
 * @param {string} root
 */
function forgetPlace(file, root) {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(root, '/basecase'));
}

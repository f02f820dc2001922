import { createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';

/** npm's own: the same content is the same file, whenever it is packed. */
const MTIME = new Date('1985-10-26T08:15:00Z');

/**
 * Packs a folder as npm wants it: everything below `package/`, plain files only. `npm pack` would leave out
 * `node_modules` of the web server.
 * @param {{ folder: string; file: string; programs: string[] }} options programs: files that are executed, below folder
 */
export async function writeTarball({ folder, file, programs }) {
  const pack = tar.pack();
  const written = pipeline(pack, createGzip({ level: 9 }), createWriteStream(file));
  for (const name of filesBelow(folder)) {
    const bytes = readFileSync(path.join(folder, name));
    const mode = programs.includes(name) ? 0o755 : 0o644;
    const header = { name: `package/${name}`, mode, mtime: MTIME };
    await new Promise((resolve, reject) => {
      pack.entry(header, bytes, (error) => (error ? reject(error) : resolve(undefined)));
    });
  }
  pack.finalize();
  await written;
  return statSync(file).size;
}

/**
 * @param {string} folder
 * @returns {string[]} paths with slashes, sorted
 * @throws Error for a link, which npm would silently leave out
 */
export function filesBelow(folder) {
  const found = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) continue;
    if (!entry.isFile()) throw new Error(`${file} is no plain file: npm would leave it out.`);
    found.push(path.relative(folder, file).split(path.sep).join('/'));
  }
  return found.sort();
}

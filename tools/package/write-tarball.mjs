import { createWriteStream, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { webArchive } from '../bootstrap/web-files.mjs';

/** npm's own: the same content is the same file, whenever it is packed. */
const MTIME = new Date('1985-10-26T08:15:00Z');

/**
 * Packs a release as npm wants it: everything below `package/`, plain files only. The web app is one file in it,
 * `web.tar.gz`, because npx unpacks all files four times before a first start and three times before each other.
 * @param {{ folder: string; file: string; programs: string[] }} options programs: files that are executed, below folder
 * @returns {Promise<number>} bytes of the file
 */
export async function writeTarball({ folder, file, programs }) {
  const web = `${file}.web`;
  const names = filesBelow(folder);
  const isWeb = (/** @type {string} */ name) => name.startsWith('web/');
  try {
    await pack(
      web,
      names.filter(isWeb).map((name) => ({ name, from: path.join(folder, name) })),
    );
    await pack(file, [
      ...names
        .filter((name) => !isWeb(name))
        .map((name) => ({
          name: `package/${name}`,
          from: path.join(folder, name),
          mode: programs.includes(name) ? 0o755 : 0o644,
        })),
      { name: `package/${path.basename(webArchive)}`, from: web },
    ]);
  } finally {
    rmSync(web, { force: true });
  }
  return statSync(file).size;
}

/**
 * @param {string} file
 * @param {{ name: string; from: string; mode?: number }[]} entries
 */
async function pack(file, entries) {
  const archive = tar.pack();
  const written = pipeline(archive, createGzip({ level: 9 }), createWriteStream(file));
  for (const { name, from, mode = 0o644 } of entries) {
    await new Promise((resolve, reject) => {
      archive.entry({ name, mode, mtime: MTIME }, readFileSync(from), (error) =>
        error ? reject(error) : resolve(undefined),
      );
    });
  }
  archive.finalize();
  await written;
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
    if (!entry.isFile()) throw new Error(`${file} is not a plain file: npm would leave it out.`);
    found.push(path.relative(folder, file).split(path.sep).join('/'));
  }
  return found.sort();
}

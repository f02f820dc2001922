import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

/**
 * Packs the files of a directory so that the same files always give the same bytes. The tarball is there whole or not at
 * all.
 *
 * @param startedAt time of every file
 */
export async function packDirectory(directory: string, tarball: string, startedAt: Date): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const archive = pack();
  const add = async () => {
    for (const file of files) {
      const { size } = await stat(file);
      const name = file.slice(directory.length + 1);
      await pipeline(createReadStream(file), archive.entry({ name, size, mtime: startedAt, mode: 0o644 }));
    }
    archive.finalize();
  };
  const written = `${tarball}.part`;
  const adding = add().catch((error: Error) => archive.destroy(error));
  await pipeline(Readable.from(archive), createGzip({ level: 9 }), createWriteStream(written));
  await adding;
  await rename(written, tarball);
}

import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

interface Packing {
  /** Put before each name. */
  folder?: string;
  /** Time of every file. */
  at: Date;
  /** Of gzip. */
  level: number;
}

/** A directory as a tarball. The same files always give the same bytes. Links and devices are left out. */
export function packedDirectory(directory: string, { folder = '', at, level }: Packing): Readable {
  const archive = pack();
  const add = async () => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) {
      const { size } = await stat(file);
      const name = folder + file.slice(directory.length + 1);
      await pipeline(createReadStream(file), archive.entry({ name, size, mtime: at, mode: 0o644 }));
    }
    archive.finalize();
  };
  add().catch((error: Error) => archive.destroy(error));
  const packed = createGzip({ level });
  pipeline(Readable.from(archive), packed).catch(() => {
    // Who reads `packed` gets the same error.
  });
  return packed;
}

/** Writes the tarball of a directory, whole or not at all. */
export async function packDirectory(directory: string, tarball: string, startedAt: Date): Promise<void> {
  const written = `${tarball}.part`;
  const packed = packedDirectory(directory, { at: startedAt, level: 9 });
  await pipeline(packed, createWriteStream(written));
  await rename(written, tarball);
}

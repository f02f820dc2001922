import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { UsageError } from '../exit';

/** Bytes that can be sent, and sent again: each time they are opened they are the same. */
export interface UploadSource {
  filename: string;
  sizeBytes: number;
  sha256: string;
  open(): Readable;
}

/**
 * A file as it is, or a directory as a tarball that is packed on the way, twice: once to know its size and hash.
 *
 * @param onProgress called with the number of bytes read so far
 * @throws UsageError if nothing can be read
 */
export async function openUploadSource(
  path: string,
  onProgress: (bytes: number) => void = () => {},
): Promise<UploadSource> {
  const absolute = resolve(path);
  const stats = await stat(absolute).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'no such file or directory' : cause.message;
    throw new UsageError(`${path}: ${reason}.`);
  });
  const name = basename(absolute);
  const isDirectory = stats.isDirectory();
  const open = isDirectory ? () => packDirectory(absolute) : () => createReadStream(absolute);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  await pipeline(open(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      onProgress(sizeBytes);
    }
  });
  if (sizeBytes === 0) throw new UsageError(`${path}: the file is empty.`);
  return { filename: isDirectory ? `${name}.tar.gz` : name, sizeBytes, sha256: hash.digest('hex'), open };
}

/** In name order and without times, so that the same files are the same bytes. Links and devices are left out. */
function packDirectory(directory: string): Readable {
  const archive = pack();
  const add = async () => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) {
      const { size } = await stat(file);
      const name = `${basename(directory)}/${file.slice(directory.length + 1)}`;
      const entry = archive.entry({ name, size, mtime: new Date(0) });
      await pipeline(createReadStream(file), entry);
    }
    archive.finalize();
  };
  add().catch((error: Error) => archive.destroy(error));
  // Level 1: networks are slower than that, and logs still shrink to an eighth.
  const packed = createGzip({ level: 1 });
  pipeline(Readable.from(archive), packed).catch(() => {
    // Who reads `packed` gets the same error.
  });
  return packed;
}

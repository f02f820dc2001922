import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { packedDirectory } from '@basecase/record/pack-directory';
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
  // Level 1: networks are slower than that, and logs still shrink to an eighth.
  const packing = { folder: `${name}/`, at: new Date(0), level: 1 };
  const open = () => (isDirectory ? packedDirectory(absolute, packing) : createReadStream(absolute));
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

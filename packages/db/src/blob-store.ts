import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { blobExists, blobPath, GZIP_LEVEL, moveIntoStore } from './blob-files';
import { openStaging, type StagedBlobs } from './blob-staging';
import { NotFoundError } from './errors';

/**
 * The bytes of uploads and of their files, by content: a folder with one gzip file per distinct content, named by
 * the sha256 of the plain bytes (`ab/abcd….gz`). What exists is never written again, and a file is complete or
 * absent: it is written elsewhere and renamed.
 */
export interface BlobStore {
  readonly directory: string;
  /** Stores a stream and says what it was. */
  put(content: Readable): Promise<{ sha256: string; sizeBytes: number }>;
  has(sha256: string): Promise<boolean>;
  /** The plain bytes. @throws NotFoundError */
  read(sha256: string): Promise<Readable>;
  /** Collects the files of one import; nothing is in the store until they are published. */
  stage(): StagedBlobs;
}

/**
 * Opens a blob store in a folder, which is made when something is stored.
 *
 * @param directory on one file system, because files are renamed into place
 */
export function openBlobStore(directory: string): BlobStore {
  return {
    directory,
    has: (sha256) => blobExists(directory, sha256),
    stage: () => openStaging(directory),
    async put(content) {
      const temporary = path.join(directory, 'tmp', randomUUID());
      await mkdir(path.dirname(temporary), { recursive: true });
      const hash = createHash('sha256');
      let sizeBytes = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          sizeBytes += chunk.length;
          done(null, chunk);
        },
      });
      try {
        await pipeline(content, measure, createGzip({ level: GZIP_LEVEL }), createWriteStream(temporary));
        const sha256 = hash.digest('hex');
        await moveIntoStore(directory, { from: temporary, sha256 });
        return { sha256, sizeBytes };
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async read(sha256) {
      if (!(await blobExists(directory, sha256)))
        throw new NotFoundError(`No bytes are stored for ${sha256}.`);
      const plain = createGunzip();
      pipeline(createReadStream(blobPath(directory, sha256)), plain).catch(() => {
        // The reader of `plain` gets the same error: pipeline destroys it with it.
      });
      return plain;
    },
  };
}

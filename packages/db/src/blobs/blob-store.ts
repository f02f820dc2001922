import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { NotFoundError } from '../errors';
import { blobExists, blobPath } from './blob-files';
import { type ReceivedBlob, receiveBlob } from './blob-receiving';
import { openStaging, type StagedBlobs } from './blob-staging';
import { removeLeftovers } from './incoming';

/**
 * The bytes of uploads and of their files, by content: a folder with one gzip file per distinct content, named by
 * the sha256 of the plain bytes (`ab/abcd….gz`). What exists is never written again, and a file is complete or
 * absent: it is written elsewhere and renamed.
 */
export interface BlobStore {
  readonly directory: string;
  /** Stores a stream and says what it was. */
  put(content: Readable): Promise<{ sha256: string; sizeBytes: number }>;
  /** The first half of `put`: the bytes are here and known, and in the store when they are published. */
  receive(content: Readable): Promise<ReceivedBlob>;
  has(sha256: string): Promise<boolean>;
  /** The plain bytes. @throws NotFoundError */
  read(sha256: string): Promise<Readable>;
  /** Collects the files of one import; nothing is in the store until they are published. */
  stage(): StagedBlobs;
  /** Removes bytes that nothing names any more. What is absent is fine. */
  remove(sha256: string): Promise<void>;
  /** Removes what processes that were killed left on its way in. What is on its way stays. */
  removeLeftovers(): Promise<void>;
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
    receive: (content) => receiveBlob(directory, content),
    remove: (sha256) => rm(blobPath(directory, sha256), { force: true }),
    removeLeftovers: () => removeLeftovers(directory),
    async put(content) {
      const received = await receiveBlob(directory, content);
      try {
        await received.publish();
        return { sha256: received.sha256, sizeBytes: received.sizeBytes };
      } finally {
        await received.discard();
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

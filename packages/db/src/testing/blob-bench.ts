import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sha256Of } from '../backup/format';
import type { StagedBlobs } from '../blobs/blob-staging';
import { type BlobStore, openBlobStore, openBlobs } from '../blobs/blob-store';
import { readS3Settings } from '../blobs/objects/s3/s3-settings';
import { type Database, inTransaction } from '../database';
import { type S3TestServer, startS3Server } from './s3/s3-server';

/** A blob store of one kind, and what can be seen of it from outside. */
export interface BlobBench {
  blobs: BlobStore;
  /** Null for a folder. */
  server: S3TestServer | null;
  /** Objects of the store, by name. */
  list(): Promise<string[]>;
  close(): Promise<void>;
}

/** Kinds of blob stores: each test runs with all of them. */
export const STORES: readonly [string, (database: Database) => Promise<BlobBench>][] = [
  ['a folder', openInFolder],
  ['S3', openInS3],
];

async function openInFolder(database: Database): Promise<BlobBench> {
  const folder = await mkdtemp(path.join(tmpdir(), 'basecase-blobs-'));
  const blobs = openBlobStore(path.join(folder, 'blobs'), database);
  return {
    blobs,
    server: null,
    list: () => listObjects(blobs),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function openInS3(database: Database): Promise<BlobBench> {
  const server = await startS3Server();
  const incoming = await mkdtemp(path.join(tmpdir(), 'basecase-incoming-'));
  const s3 = readS3Settings(`s3://${server.bucket}/some/prefix`, server.env);
  const blobs = openBlobs({ s3, incoming }, database);
  return {
    blobs,
    server,
    list: () => listObjects(blobs),
    async close() {
      await server.close();
      await rm(incoming, { recursive: true, force: true });
    },
  };
}

async function listObjects({ objects }: BlobStore): Promise<string[]> {
  const names = [];
  for (const kind of ['single', 'pack'] as const)
    for await (const page of objects.list(kind)) names.push(...page.map(({ name }) => name));
  return names.sort();
}

/** Writes one file through a staging in pieces, as the archive reader does. */
export async function stageFile(staged: StagedBlobs, name: string, bytes: Buffer): Promise<string> {
  const writer = staged.sink.put(name);
  for (let start = 0; start < bytes.length; start += 65_536) {
    await writer.write(bytes.subarray(start, start + 65_536));
  }
  const sha256 = sha256Of(bytes);
  await writer.close(sha256);
  return sha256;
}

/** Publishes as an import does. */
export async function publish(database: Database, staged: StagedBlobs): Promise<void> {
  await staged.send();
  await inTransaction(database, (client) => staged.publish(client));
}

/** Stores some files as one import does, and gives their digests. */
export async function storeFiles(
  { database, blobs }: { database: Database; blobs: BlobStore },
  files: readonly (Buffer | string)[],
): Promise<string[]> {
  const staged = blobs.stage();
  try {
    const digests = [];
    for (const [index, file] of files.entries())
      digests.push(await stageFile(staged, `file${index}`, Buffer.from(file)));
    await publish(database, staged);
    return digests;
  } finally {
    await staged.discard();
  }
}

export const streamOf = (text: string | Buffer) => Readable.from([Buffer.from(text)]);

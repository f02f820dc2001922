import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, type Gzip, gzip, gzipSync } from 'node:zlib';
import type { ArtifactSink } from '@basecase/ingest';
import { BlobVanishedError } from '../errors';
import type { Queries } from '../rows';
import { GZIP_LEVEL } from './gzip-level';
import { asUnwritable, type LocalFile, openIncoming } from './objects/object-store';
import { findPlaces, openPackSet, type PackHome, type PackPlace } from './packs/pack-set';

/**
 * Bytes of files that may still be compressing while the next ones are read: bounds memory and open files. A file counts as
 * `SMALL_BYTES` at most, because larger ones are on disk, and as one of 512 at least: nearly all files of a run are small.
 */
const MAX_PENDING = 16 * 1024 ** 2;
const LEAST_PENDING = MAX_PENDING / 512;

/** The files of one import on their way into the blob store. */
export interface StagedBlobs {
  readonly sink: ArtifactSink;
  /** Text of the config files that went by, by path. */
  readonly configTexts: ReadonlyMap<string, string>;
  /**
   * Does what takes long of publishing, before a transaction begins: finishes the packs, and sends them where the store
   * is far away.
   */
  send(): Promise<void>;
  /**
   * Puts everything into the store and notes where it lies, in the transaction of the import. Call it as the last thing
   * before that becomes visible. May be done again when the transaction was taken back.
   *
   * @throws BlobVanishedError
   */
  publish(client: Queries): Promise<void>;
  /** Removes what was staged and not published. */
  discard(): Promise<void>;
}

/**
 * Staging is a folder of this machine with the pack that is being written. A file is compressed while the next ones are
 * read; one whose content is staged or stored already is not compressed at all.
 */
export function openStaging(home: PackHome, pool: Queries): StagedBlobs {
  const incoming = openIncoming(home.objects.incoming);
  const folder = incoming.path;
  const folderMade = mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw asUnwritable(error, home.objects);
  });
  // Awaited with each file; an import without files must not end the process when the folder cannot be made.
  folderMade.catch(() => {});
  const packs = openPackSet(home, folder);
  const findPlace = openPlaceLookup(pool);
  const staged = new Set<string>();
  /** Not staged, because the store had them. */
  const stored = new Set<string>();
  const packsThere = new Map<string, Promise<boolean>>();
  const pending = new Set<Promise<void>>();
  let pendingBytes = 0;
  const configTexts = new Map<string, string>();
  let failure: unknown = null;

  /**
   * Somebody may have deleted it by hand, or BASECASE_BLOBS names another store now: then its contents are stored
   * again.
   */
  const isThere = (pack: string) => {
    const known = packsThere.get(pack) ?? home.objects.size(pack).then((size) => size !== null);
    packsThere.set(pack, known);
    return known;
  };

  const track = (work: Promise<void>, bytes: number) => {
    pendingBytes += bytes;
    const settled = work
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => {
        pendingBytes -= bytes;
        pending.delete(settled);
      });
    pending.add(settled);
  };

  const store = async (writer: BlobWriter, sha256: string) => {
    if (staged.has(sha256)) return writer.abort();
    staged.add(sha256);
    const place = await findPlace.of(sha256);
    if (place && (await isThere(place.pack))) {
      stored.add(sha256);
      return writer.abort();
    }
    if (place) packs.replace(sha256);
    await folderMade;
    await packs.add(sha256, await writer.finish());
  };

  const sink: ArtifactSink = {
    put(artifactPath) {
      const writer = openBlobWriter(path.join(folder, randomUUID()), folderMade);
      const config = CONFIG_FILE.test(artifactPath) ? openConfigText() : null;
      return {
        write(chunk) {
          // The reader may use its buffer again when this returns.
          const copy = Buffer.from(chunk);
          config?.add(copy);
          return writer.write(copy);
        },
        async close(sha256) {
          const text = config?.text();
          if (text) configTexts.set(artifactPath, text);
          track(store(writer, sha256), Math.min(SMALL_BYTES, Math.max(LEAST_PENDING, writer.bytes())));
          while (pendingBytes >= MAX_PENDING) {
            findPlace.ask();
            await Promise.race(pending);
          }
        },
        abort: () => writer.abort(),
      };
    },
  };

  const finish = async () => {
    await Promise.all(pending);
    if (failure) throw failure;
    await packs.finish();
  };

  return {
    sink,
    configTexts,
    async send() {
      await finish();
      if (home.objects.isRemote) await packs.put();
    },
    async publish(client) {
      await finish();
      await requireAll(client, [...stored]);
      await packs.put();
      await packs.save(client);
    },
    async discard() {
      await Promise.all(pending);
      const isMade = await folderMade.then(
        () => true,
        () => false,
      );
      await packs.discard();
      if (isMade) await rm(folder, { recursive: true, force: true });
      incoming.done();
    },
  };
}

/**
 * Bytes that were in the store while the upload was read may be gone since, with a deleted upload. Publishing holds the
 * lock that deletion needs (see blob-lock.ts), so existing bytes stay.
 *
 * @throws BlobVanishedError
 */
async function requireAll(client: Queries, stored: readonly string[]): Promise<void> {
  const places = await findPlaces(client, stored);
  const gone = stored.find((sha256) => !places.has(sha256));
  if (gone !== undefined) throw new BlobVanishedError(gone);
}

/**
 * Config files are small and their text has its own column (two configs can be diffed), so it is kept in memory
 * on the way. A larger file under such a name is not a config file.
 */
const CONFIG_FILE = /(^|\/)(my\.cnf|conf\.diff)[^/]*$/;
const MAX_CONFIG_BYTES = 256 * 1024;

/** The text of a config file, while it is streamed. */
function openConfigText() {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    add(chunk: Buffer): void {
      bytes += chunk.length;
      if (bytes <= MAX_CONFIG_BYTES) chunks.push(chunk);
    },
    /** '' when the file was too large to be a config. A NUL cannot be stored in a text column. */
    text: () => (bytes > MAX_CONFIG_BYTES ? '' : Buffer.concat(chunks).toString('utf8').replaceAll('\0', '')),
  };
}

/** So many are asked for in one question: half of what may be pending at once, so that the others are read meanwhile. */
const TOGETHER = 256;
/** How long a question waits for more: the files of an upload end a millisecond or less after each other. */
const WAIT_MS = 10;

/** What is asked for next. */
interface Question {
  sha256s: string[];
  /** Ends the waiting for more. */
  ask: () => void;
  answer: Promise<Map<string, PackPlace>>;
}

/**
 * Asks for places one by one and gets them together. An upload has hundreds of files, which end one after the other: a
 * question for each costs more than looking.
 */
function openPlaceLookup(client: Queries) {
  let next: Question | null = null;
  let running: Promise<unknown> = Promise.resolve();
  const open = (): Question => {
    const sha256s: string[] = [];
    let ask = () => {};
    const isAsked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    const timer = setTimeout(ask, WAIT_MS);
    const answer = Promise.all([running, isAsked]).then(() => {
      clearTimeout(timer);
      next = null;
      return findPlaces(client, sha256s);
    });
    running = answer.catch(() => {
      // The caller gets the error.
    });
    return { sha256s, ask, answer };
  };
  return {
    async of(sha256: string): Promise<PackPlace | null> {
      next ??= open();
      const question = next;
      question.sha256s.push(sha256);
      if (question.sha256s.length >= TOGETHER) question.ask();
      return (await question.answer).get(sha256) ?? null;
    },
    /** Nothing more is coming until there is an answer. */
    ask: () => next?.ask(),
  };
}

const gzipInOneGo = promisify(gzip);

/**
 * Files up to this size are compressed in one go when they are complete. Nearly all files of a run are small, and a
 * stream and a temporary file for each would cost more than compressing them.
 */
const SMALL_BYTES = 512 * 1024;

/**
 * Files up to this size are compressed here and now, in a third of a millisecond at most: handing one to another thread
 * takes more than that, and of the 100 to 1,300 files of a run nearly all are that small.
 */
const TINY_BYTES = 64 * 1024;

/**
 * Bounds the memory that zlib takes and clears for each file, 268 KB by default, to what a file of this size can use.
 */
function zlibOptions(size: number) {
  return size <= 16 * 1024 ? { level: GZIP_LEVEL, windowBits: 14, memLevel: 5 } : { level: GZIP_LEVEL };
}

type BlobWriter = ReturnType<typeof openBlobWriter>;

/** Compresses one file: in memory while it is small, over a stream to a temporary file once it is not. */
function openBlobWriter(temporary: string, folderMade: Promise<unknown>) {
  let chunks: Buffer[] = [];
  let size = 0;
  let stream: { gzip: Gzip; written: Promise<void> } | null = null;

  const openStream = () => {
    const packer = createGzip({ level: GZIP_LEVEL });
    const written = folderMade.then(() => pipeline(packer, createWriteStream(temporary, { mode: 0o600 })));
    // Awaited in finish() or abort(); an error in between must not count as unhandled.
    written.catch(() => {});
    return { gzip: packer, written };
  };
  return {
    /** Written so far. */
    bytes: () => size,
    /** @returns a promise while the disk is slower than the writer, nothing when more may come at once */
    write(chunk: Buffer): Promise<void> | undefined {
      size += chunk.length;
      let piece = chunk;
      if (!stream) {
        chunks.push(chunk);
        if (size <= SMALL_BYTES) return undefined;
        stream = openStream();
        piece = Buffer.concat(chunks);
        chunks = [];
      }
      const { gzip: packer, written } = stream;
      if (packer.write(piece)) return undefined;
      return Promise.race([once(packer, 'drain').then(() => {}), written]);
    },
    /** The compressed bytes: in memory, or in the temporary file, which the caller removes. */
    async finish(): Promise<Buffer | LocalFile> {
      if (!stream) {
        const plain = Buffer.concat(chunks);
        chunks = [];
        return size <= TINY_BYTES
          ? gzipSync(plain, zlibOptions(size))
          : gzipInOneGo(plain, zlibOptions(size));
      }
      stream.gzip.end();
      await stream.written;
      return { path: temporary, bytes: (await stat(temporary)).size };
    },
    async abort(): Promise<void> {
      chunks = [];
      if (!stream) return;
      stream.gzip.destroy();
      await stream.written.catch(() => {
        // Destroyed on purpose.
      });
      await rm(temporary, { force: true });
    },
  };
}

import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ArtifactSink } from '@basecase/ingest';
import { BlobVanishedError } from '../errors';
import { BlobWriter } from './blob-writer';
import { ConfigText, isConfigFile } from './config-text';
import { openIncoming } from './incoming';
import { asUnwritable } from './objects/unwritable';
import { findPlaces, type Queries } from './packs/pack-index';
import { type PackHome, PackSet } from './packs/pack-set';
import { PlaceLookup } from './packs/place-lookup';

/** Files that may still be compressing while the next ones are read: bounds memory and open files. */
const MAX_PENDING = 32;

/** The files of one import on their way into the blob store. */
export interface StagedBlobs {
  readonly sink: ArtifactSink;
  /** Text of the config files that went by, by path. */
  readonly configTexts: ReadonlyMap<string, string>;
  /**
   * Does what takes long of publishing, before a transaction begins: finishes the packs, and sends them where the
   * store is
   * far away.
   */
  send(): Promise<void>;
  /**
   * Puts everything into the store and notes where it lies, in the transaction of the import. Call it as the last
   * thing before
   * that becomes visible. May be done again when the transaction was taken back.
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
  const packs = new PackSet(home, folder);
  const lookup = new PlaceLookup(pool);
  const staged = new Set<string>();
  /** Not staged, because the store had them. */
  const stored = new Set<string>();
  const packsThere = new Map<string, Promise<boolean>>();
  const pending = new Set<Promise<void>>();
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

  const track = (work: Promise<void>) => {
    const settled = work
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => pending.delete(settled));
    pending.add(settled);
  };

  const store = async (writer: BlobWriter, sha256: string) => {
    if (staged.has(sha256)) return writer.abort();
    staged.add(sha256);
    const place = await lookup.find(sha256);
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
      const writer = new BlobWriter(path.join(folder, randomUUID()), folderMade);
      const config = isConfigFile(artifactPath) ? new ConfigText() : null;
      return {
        write(chunk) {
          // The reader may use its buffer again when this returns.
          const copy = Buffer.from(chunk);
          config?.add(copy);
          return writer.write(copy);
        },
        async close(sha256) {
          const text = config?.toString();
          if (text) configTexts.set(artifactPath, text);
          track(store(writer, sha256));
          while (pending.size >= MAX_PENDING) await Promise.race(pending);
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
 * What was in the store while the upload was read may have gone since, with a deleted upload. Publishing holds the
 * lock that deletion needs (see blob-lock.ts), so existing bytes stay.
 *
 * @throws BlobVanishedError
 */
async function requireAll(client: Queries, stored: readonly string[]): Promise<void> {
  const places = await findPlaces(client, stored);
  const gone = stored.find((sha256) => !places.has(sha256));
  if (gone !== undefined) throw new BlobVanishedError(gone);
}

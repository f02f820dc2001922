import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ArtifactSink } from '@basecase/ingest';
import { BlobVanishedError } from '../errors';
import { blobExists, blobPath } from './blob-files';
import { BlobWriter } from './blob-writer';
import { openIncoming } from './incoming';

/** Files that may still be compressing while the next ones are read: bounds memory and open files. */
const MAX_PENDING = 32;

/**
 * Config files are small and their text is a column of its own (two configs can be diffed), so it is kept in memory
 * on the way. A larger file under such a name is not a config file.
 */
const CONFIG_FILE = /(^|\/)(my\.cnf|conf\.diff)[^/]*$/;
const MAX_CONFIG_BYTES = 256 * 1024;

/** The files of one import on their way into the blob store. */
export interface StagedBlobs {
  readonly sink: ArtifactSink;
  /** Text of the config files that went by, by path. */
  readonly configTexts: ReadonlyMap<string, string>;
  /** Moves everything into the store. Call it as the last thing before the import becomes visible. */
  publish(): Promise<void>;
  /** Removes what was staged and not published. */
  discard(): Promise<void>;
}

/**
 * Staging is a folder beside the blobs. A file is compressed while the next ones are read; one whose content is
 * staged or stored already is not compressed at all.
 */
export function openStaging(directory: string): StagedBlobs {
  const incoming = openIncoming(directory);
  const folder = incoming.path;
  const folderMade = mkdir(folder, { recursive: true, mode: 0o700 });
  // Awaited with each file; an import without files must not end the process when the folder cannot be made.
  folderMade.catch(() => {});
  const staged = new Set<string>();
  /** Not staged, because the store had them. */
  const stored = new Set<string>();
  const pending = new Set<Promise<void>>();
  const configTexts = new Map<string, string>();
  let failure: unknown = null;

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
    if (await blobExists(directory, sha256)) {
      staged.delete(sha256);
      stored.add(sha256);
      return writer.abort();
    }
    await folderMade;
    await writer.finish(path.join(folder, sha256));
  };

  const sink: ArtifactSink = {
    put(artifactPath) {
      const writer = new BlobWriter(path.join(folder, randomUUID()), folderMade);
      const config = CONFIG_FILE.test(artifactPath) ? new ConfigText() : null;
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

  return {
    sink,
    configTexts,
    async publish() {
      await Promise.all(pending);
      if (failure) throw failure;
      await requireAll(directory, [...stored]);
      await publishAll(directory, folder, [...staged]);
      await rm(folder, { recursive: true, force: true });
    },
    async discard() {
      await Promise.all(pending);
      await folderMade.catch(() => {
        // Nothing was made, nothing is to be removed.
      });
      await rm(folder, { recursive: true, force: true });
      incoming.done();
    },
  };
}

/**
 * What was in the store while the upload was read may have gone since, with a deleted upload. Whoever publishes holds
 * the lock that deletion needs (see blob-lock.ts), so what is there now stays.
 *
 * @throws BlobVanishedError
 */
async function requireAll(directory: string, stored: readonly string[]): Promise<void> {
  for (const sha256 of stored) {
    if (!(await blobExists(directory, sha256))) throw new BlobVanishedError(sha256);
  }
}

/** What was stored before is not staged, so every rename brings something new. */
async function publishAll(directory: string, folder: string, staged: readonly string[]): Promise<void> {
  const targets = staged.map((sha256) => blobPath(directory, sha256));
  const folders = new Set(targets.map((target) => path.dirname(target)));
  await Promise.all([...folders].map((target) => mkdir(target, { recursive: true, mode: 0o700 })));
  await Promise.all(staged.map((sha256, index) => rename(path.join(folder, sha256), targets[index] ?? '')));
}

class ConfigText {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= MAX_CONFIG_BYTES) this.#chunks.push(chunk);
  }

  /** '' when the file was too large to be a config. A NUL cannot be stored in a text column. */
  toString(): string {
    if (this.#bytes > MAX_CONFIG_BYTES) return '';
    return Buffer.concat(this.#chunks).toString('utf8').replaceAll('\0', '');
  }
}

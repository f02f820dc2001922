import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ArtifactSink } from '@basecase/ingest';
import { pack } from 'tar-stream';

/** A masked copy of what is read. */
export interface MaskedCopy {
  readonly sink: ArtifactSink;
  /** Completes the file: a tar archive, or the one file that was read when the name has no suffix of an archive. */
  finish(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Writes the stream to a new file that only its owner can read. One file at a time is held in memory, because a tar
 * archive has the length of a file before its bytes.
 *
 * @throws Error when the file is there already
 */
export async function openMaskedCopy(target: string): Promise<MaskedCopy> {
  const handle = await open(target, 'wx', 0o600);
  const isTar = /\.tar$/i.test(target);
  const archive = pack();
  const output = handle.createWriteStream();
  const written = isTar ? pipeline(archive, output) : null;
  written?.catch(() => {
    // finish() gets the same error.
  });
  const add = async (path: string, bytes: Buffer) => {
    if (!isTar) {
      await handle.write(bytes);
      return;
    }
    await new Promise<void>((done, fail) => {
      archive.entry({ name: path, mtime: new Date(0) }, bytes, (error) => (error ? fail(error) : done()));
    });
  };
  return {
    sink: {
      put(path) {
        const pieces: Buffer[] = [];
        return {
          write: (chunk) => void pieces.push(Buffer.from(chunk)),
          close: () => add(path, Buffer.concat(pieces)),
          abort: () => Promise.resolve(),
        };
      },
    },
    async finish() {
      if (!written) return handle.close();
      archive.finalize();
      await written;
    },
    async discard() {
      archive.destroy();
      await written?.catch(() => {});
      await handle.close().catch(() => {});
      await rm(target, { force: true });
    },
  };
}

import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { looking } from '../stream-look';
import { FOLDER, sha256Of } from './format';

/** The tar file of a backup while it is written, in the order of the calls. Holds what is written now, and no more. */
export interface BackupTar {
  /** Adds a file and its sum. */
  add(name: string, bytes: Buffer | string): Promise<void>;
  /** Adds a blob, whose sum is added to a separate list. */
  addBlob(name: string, bytes: Buffer | { size: number; content: Readable }): Promise<void>;
  /** Sums of what was added, in the format of sha256sum. */
  sums(): string;
  /** Adds the last file and ends. @returns length of the whole file */
  end(name: string, bytes: string): Promise<number>;
  /** Ends at once; the file is not complete. */
  abort(error: Error): void;
}

/**
 * @param out is ended with the file, and destroyed when it fails
 * @param at time of all entries
 */
export function openBackupTar(out: Writable, at: Date): BackupTar {
  const archive = pack();
  const sums: string[] = [];
  let length = 0;
  const measure = looking((chunk) => {
    length += chunk.length;
  });
  const written = pipeline(archive, measure, out);
  // Every step races with it; without a step it must not end the process.
  written.catch(() => {});

  /** @throws the error of the disk or pipe when there is one, not that of the archive that was destroyed with it */
  const step = async (work: () => Promise<void>) => {
    try {
      await Promise.race([work(), written]);
    } catch (error) {
      archive.destroy();
      await written.catch((cause: unknown) => {
        throw isOfStream(cause) ? error : cause;
      });
      throw error;
    }
  };

  const header = (name: string, size: number) => ({ name: `${FOLDER}${name}`, size, mode: 0o600, mtime: at });
  const put = (name: string, bytes: Buffer) =>
    step(
      () =>
        new Promise<void>((resolve, reject) => {
          const sink = archive.entry(header(name, bytes.length), bytes, (error) =>
            error ? reject(error) : resolve(),
          );
          // The same error again, which would end the process.
          sink.on('error', reject);
        }),
    );

  return {
    async add(name, bytes) {
      const content = Buffer.from(bytes);
      sums.push(`${sha256Of(content)}  ${name}\n`);
      await put(name, content);
    },
    async addBlob(name, bytes) {
      if (Buffer.isBuffer(bytes)) return put(name, bytes);
      await step(() => pipeline(bytes.content, archive.entry(header(name, bytes.size))));
    },
    sums: () => sums.join(''),
    async end(name, bytes) {
      await put(name, Buffer.from(bytes));
      archive.finalize();
      await written;
      return length;
    },
    abort: (error) => void archive.destroy(error),
  };
}

/** Only that it was destroyed, not why. */
function isOfStream(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === null;
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import type { UploadFiles } from '../files/upload-files';
import type { Bytes } from './byte-stream';
import type { Member } from './read-tar';

/** A file as an earlier reading stored it: unpacked, secrets masked. */
export interface StoredFile {
  path: string;
  sizeBytes: number;
  open(): Promise<Readable>;
}

/** A path from a directory may have parts that are refused in archives (`c:x`, `a\..\b`): it is one word here. */
const PREFIX = 'stored/';

/** A tar archive of stored files, for `readUploadStream` with the option `stored`. An error of a file ends the stream. */
export function packStored(files: readonly StoredFile[]): Readable {
  const archive = pack();
  const addAll = async () => {
    for (const { path, sizeBytes, open } of files) {
      const entry = archive.entry({ name: PREFIX + encodeURIComponent(path), size: sizeBytes });
      await pipeline(await open(), entry);
    }
    archive.finalize();
  };
  addAll().catch((error: Error) => archive.destroy(error));
  return Readable.from(archive);
}

/** Reads a member of such an archive as it is: what is an archive or packed was looked into when it came. */
export async function readStoredMember(files: UploadFiles, member: Member, bytes: Bytes): Promise<void> {
  const file = files.open(decodeURIComponent(member.path.slice(PREFIX.length)), null);
  if (!file) return;
  for await (const chunk of bytes) {
    const wait = files.write(file, chunk);
    if (wait) await wait;
  }
  await files.close(file);
}

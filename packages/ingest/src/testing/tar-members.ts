import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

/** All files of a tar.gz by name. For tests only: it holds everything in memory. */
export async function readTarMembers(tarball: string): Promise<Map<string, Buffer>> {
  const archive = extract();
  createReadStream(tarball).pipe(createGunzip()).pipe(archive);
  const members = new Map<string, Buffer>();
  for await (const entry of archive) {
    const parts: Buffer[] = [];
    for await (const part of entry) parts.push(part as Buffer);
    members.set(entry.header.name, Buffer.concat(parts));
  }
  return members;
}

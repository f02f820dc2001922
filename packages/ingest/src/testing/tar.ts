import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';

export type TarEntry = Partial<Header> & { name: string; content?: Buffer | string };

/** A tar archive of these entries. */
export async function makeTar(entries: readonly TarEntry[]): Promise<Buffer> {
  const archive = pack();
  for (const { content, ...header } of entries) archive.entry(header, content ?? '');
  archive.finalize();
  return buffer(archive as unknown as AsyncIterable<Uint8Array>);
}

export async function makeTarGz(files: Record<string, Buffer | string>): Promise<Buffer> {
  return gzipSync(await makeTar(Object.entries(files).map(([name, content]) => ({ name, content }))));
}

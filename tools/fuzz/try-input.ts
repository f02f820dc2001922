import { Readable } from 'node:stream';
import { IngestError, readDetails, readUploadStream } from '@basecase/ingest';
import type { NamedLog } from './hostile-archive';

/**
 * Reads an input in all ways that an upload is read.
 *
 * @returns what came of it; refusals are as good as results
 * @throws anything but a refusal: that is a fault
 */
export async function tryInput({ name, bytes }: NamedLog): Promise<'read' | 'refused'> {
  const outcome = await refusable(() => readUploadStream(Readable.from(chunksOf(bytes)), name));
  await refusable(() => readDetails(chunksOf(bytes), name));
  return outcome;
}

async function refusable(read: () => Promise<unknown>): Promise<'read' | 'refused'> {
  try {
    await read();
    return 'read';
  } catch (error) {
    if (error instanceof IngestError) return 'refused';
    throw error;
  }
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

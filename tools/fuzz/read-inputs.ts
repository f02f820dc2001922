// Its own process, started by run.ts: reads the inputs that it is sent, and reports the result of each. What makes
// them is elsewhere, so that the memory of this process is that of reading.

import { Readable } from 'node:stream';
import { IngestError, readDetails, readUploadStream } from '@basecase/ingest';
import type { NamedLog } from './hostile-archive';

if (process.argv[1] === import.meta.filename) {
  process.on('message', async ({ name, bytes }: NamedLog) => {
    const start = performance.now();
    let fault: string | null = null;
    let outcome = 'fault';
    try {
      outcome = await tryInput({ name, bytes: Buffer.from(bytes) });
    } catch (error) {
      fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    const seconds = (performance.now() - start) / 1000;
    process.send?.({ outcome, fault, seconds, megabytes: process.memoryUsage.rss() / 2 ** 20 });
  });
  process.send?.('ready');
}

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

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { BlobStoreError, NotFoundError } from '../../../errors';
import type { ByteRange } from '../object-store';
import { errorCode, MAX_ERROR_BODY, s3Error, unreachable } from './s3-errors';
import { type S3Transport, textOf } from './s3-transport';

/**
 * The bytes of an object, or some of them, as a stream. When the connection breaks it resumes where it was: objects
 * never change. So a slow reader that loses its connection is not affected.
 *
 * @throws NotFoundError, BlobStoreError
 */
export async function readObject(
  transport: S3Transport,
  path: string,
  range: ByteRange | null,
): Promise<Readable> {
  const first = await open(transport, path, range);
  const length = range?.length ?? Number(first.headers['content-length']);
  if (!Number.isSafeInteger(length)) throw s3Error(first.statusCode ?? 0, 'MissingContentLength');
  const whole = { start: range?.start ?? 0, length };
  return Readable.from(chunksOf(transport, { path, whole, first }), { objectMode: false });
}

async function* chunksOf(
  transport: S3Transport,
  { path, whole, first }: { path: string; whole: ByteRange; first: IncomingMessage },
): AsyncGenerator<Buffer> {
  let done = 0;
  let failures = 0;
  let answer: IncomingMessage | null = first;
  while (done < whole.length) {
    answer ??= await open(transport, path, { start: whole.start + done, length: whole.length - done });
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        done += chunk.length;
        failures = 0;
        yield chunk;
      }
      if (done > whole.length)
        throw new BlobStoreError('BLOBS_UNAVAILABLE', 'The blob store (S3) sent more than it said.');
      if (done < whole.length) throw new Error('the answer ended early');
    } catch (error) {
      if (error instanceof BlobStoreError) throw error;
      failures += 1;
      if (failures === transport.tries) throw unreachable(error);
      await transport.wait(failures);
    }
    answer = null;
  }
  // Of an empty object nothing is read above.
  answer?.destroy();
}

async function open(transport: S3Transport, path: string, range: ByteRange | null): Promise<IncomingMessage> {
  const headers = range ? { range: `bytes=${range.start}-${range.start + range.length - 1}` } : undefined;
  const answer = await transport.send({ method: 'GET', path, expects: [404], ...(headers && { headers }) });
  if (answer.statusCode === 404) {
    const code = errorCode(await textOf(answer, MAX_ERROR_BODY));
    if (code === 'NoSuchBucket') throw s3Error(404, code);
    throw new NotFoundError('The bytes are not in the blob store.');
  }
  if (range && answer.statusCode !== 206) {
    answer.destroy();
    throw new BlobStoreError(
      'BLOBS_UNAVAILABLE',
      "The blob store (S3) can't be used: its server ignores the header Range.",
    );
  }
  return answer;
}

import { Readable, Transform } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { BlobStore } from '@basecase/db/blobs/blob-store';
import type { Database } from '@basecase/db/database';
import { AppError } from '@basecase/db/errors';
import { type Enqueued, enqueueReceived } from '@basecase/db/jobs/queue';
import { buildSettings } from './build-query';
import { putQuery } from './upload-schemas';

export type ReceiveCode =
  | 'BODY_EMPTY'
  | 'BODY_CUT'
  | 'LENGTH_INVALID'
  | 'LENGTH_MISMATCH'
  | 'HASH_MISMATCH'
  | 'UPLOAD_TOO_LARGE';

/** The bytes of an upload did not arrive as they should. Nothing of them is kept; they may be sent again. */
class ReceiveError extends AppError {
  static override readonly name = 'ReceiveError';

  constructor(code: ReceiveCode, message: string, options?: ErrorOptions) {
    super({ code, status: code === 'UPLOAD_TOO_LARGE' ? 413 : 400 }, message, options);
  }
}

export interface Receiver {
  db: Database;
  blobs: BlobStore;
  maxBytes: number;
}

/**
 * Takes the bytes of a request as they come, in bounded memory, and queues them to be read.
 *
 * @throws ReceiveError; ZodError for what the query says
 */
export async function receiveUpload(
  request: Request,
  { db, blobs, maxBytes }: Receiver,
): Promise<Enqueued & { hold: boolean }> {
  const url = new URL(request.url);
  const asked = putQuery.parse(Object.fromEntries(url.searchParams));
  const { filename, server = null, campaign, device, hold, sha256 } = asked;
  const announced = announcedLength(request.headers);
  if (announced !== null && announced > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null || announced === 0)
    throw new ReceiveError('BODY_EMPTY', 'The request has no body.');

  const expected = sha256 ?? announcedSha256(request.headers);
  const received = await blobs.receive(checkedBody(request.body, { announced, maxBytes }), announced);
  try {
    if (received.sizeBytes === 0) throw new ReceiveError('BODY_EMPTY', 'The body is empty.');
    if (expected !== null && expected !== received.sha256) {
      const message = `The bytes have the sha256 ${received.sha256}, not ${expected}. Send them again.`;
      throw new ReceiveError('HASH_MISMATCH', message);
    }
    const settings: Record<string, string> = {
      ...(campaign !== undefined && { campaign }),
      ...(device !== undefined && { device }),
      ...buildSettings(asked),
    };
    const says = { filename: toFilename(filename), server, settings, hold };
    return { ...(await enqueueReceived(db, received, { ...says, origin: 'uploaded' })), hold };
  } finally {
    await received.discard();
  }
}

/** A client may send a path, or a name with line ends in it: what is shown and stored is the last part, in one line. */
function toFilename(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return (
    last
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 255) || 'upload'
  );
}

function announcedLength(headers: Headers): number | null {
  const text = headers.get('content-length');
  if (text === null) return null;
  if (!/^\d{1,15}$/.test(text)) throw new ReceiveError('LENGTH_INVALID', 'Content-Length is not a number.');
  return Number(text);
}

/** `Content-Digest: sha-256=:base64:` (RFC 9530), or the older `Digest: sha-256=base64`. */
function announcedSha256(headers: Headers): string | null {
  const text = headers.get('content-digest') ?? headers.get('repr-digest') ?? headers.get('digest');
  const base64 = /(?:^|[,\s])sha-256=:?([A-Za-z0-9+/]{43}=):?/i.exec(text ?? '')?.[1];
  return base64 === undefined ? null : Buffer.from(base64, 'base64').toString('hex');
}

function tooLarge(maxBytes: number): ReceiveError {
  return new ReceiveError('UPLOAD_TOO_LARGE', `Uploads can have at most ${maxBytes} bytes here.`);
}

/** The body as a stream that fails when it is too long, or does not have the announced length. */
function checkedBody(
  body: ReadableStream<Uint8Array>,
  { announced, maxBytes }: { announced: number | null; maxBytes: number },
): Readable {
  let bytes = 0;
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > maxBytes ? tooLarge(maxBytes) : null, chunk);
    },
    flush(done) {
      if (announced === null || bytes === announced) return done();
      done(
        new ReceiveError(
          'LENGTH_MISMATCH',
          `Content-Length is ${announced} bytes, but ${bytes} arrived. Send it again.`,
        ),
      );
    },
  });
  // The DOM's type and Node's type of the same stream do not know each other.
  const incoming = Readable.fromWeb(body as WebStream<Uint8Array>);
  // Not pipeline(): it would hand the connection's own error to the reader of `check`.
  incoming.once('error', (cause) => check.destroy(cutOff(cause)));
  incoming.once('close', () => {
    if (!incoming.readableEnded) check.destroy(cutOff());
  });
  check.once('close', () => incoming.destroy());
  incoming.pipe(check);
  return check;
}

function cutOff(cause?: Error): ReceiveError {
  return new ReceiveError('BODY_CUT', 'The body ended before it was complete. Send it again.', { cause });
}

import { Readable, Transform } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import {
  acceptedSchema,
  deletionSchema,
  uploadFilter,
  uploadPageSchema,
  uploadSchema,
} from '@basecase/contract/upload';
import type { SentSession } from '@basecase/db/agents/plans';
import type { BlobStore } from '@basecase/db/blobs/blob-store';
import type { Database } from '@basecase/db/database';
import { AppError, NotFoundError, SettingError } from '@basecase/db/errors';
import { cancelUpload, confirmUpload, reparseUpload } from '@basecase/db/jobs/change-upload';
import { deleteUpload } from '@basecase/db/jobs/delete-upload';
import { type Enqueued, enqueueReceived } from '@basecase/db/jobs/queue';
import { findUploadBySha256, getUpload } from '@basecase/db/queries/uploads/get-upload';
import { listUploads } from '@basecase/db/queries/uploads/list-uploads';
import type { z } from 'zod';
import { env } from '../../env';
import { requireOwnAgent } from '../access/auth';
import { blobs, database } from '../database';
import { bytes, defineOperation, defineRoute, json } from '../operations/operation';
import { refuseAddress } from '../refuse-address';
import { unknownParameters } from '../unknown-parameters';
import { buildSettings, confirmInput, putQuery, reparseInput, toUploadJson } from './upload-schemas';

type ReceiveCode =
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

interface Receiver {
  db: Database;
  blobs: BlobStore;
  maxBytes: number;
}

/**
 * Takes the bytes of a request as they come, in bounded memory, and queues them to be read.
 *
 * @throws ReceiveError; ZodError for what the query says
 */
async function receiveUpload(
  request: Request,
  { db, blobs, maxBytes }: Receiver,
): Promise<Enqueued & { hold: boolean }> {
  const url = new URL(request.url);
  const asked = putQuery.parse(Object.fromEntries(url.searchParams));
  const { filename, server = null, campaign, device, layout, unknown, hold, sha256 } = asked;
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
      ...(layout !== undefined && { layout }),
      ...(unknown !== undefined && { unknown }),
      ...buildSettings(asked),
    };
    const says = { filename: toFilename(filename), server, settings, hold, session: sessionOf(asked) };
    return { ...(await enqueueReceived(db, received, { ...says, origin: 'uploaded' })), hold };
  } finally {
    await received.discard();
  }
}

/** @throws SettingError where only a part of plan, session and agent is given */
function sessionOf({ plan, session, agent }: z.infer<typeof putQuery>): SentSession | null {
  if (plan !== undefined && session !== undefined && agent !== undefined) return { plan, session, agent };
  if (plan === undefined && session === undefined && agent === undefined) return null;
  throw new SettingError('A session of a plan needs plan, session and agent.');
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

const accepted = json(acceptedSchema);

export const putUpload = defineRoute({
  at: 'PUT /api/v1/uploads',
  summary: 'Upload a tarball or a log. The body is the raw bytes. Sending them again is safe.',
  role: 'agent',
  query: putQuery,
  checks: 'own',
  body: bytes('application/octet-stream'),
  answers: {
    202: { description: 'New: queued for reading.', content: accepted },
    200: { description: 'The same bytes are already stored.', content: accepted },
  },
  problems: {
    400: 'PARAMETER_INVALID, SETTING_INVALID, BODY_EMPTY, BODY_CUT, LENGTH_INVALID, LENGTH_MISMATCH, HASH_MISMATCH',
    409: 'PLAN_ENDED, SESSION_TAKEN',
    413: 'UPLOAD_TOO_LARGE',
    507: 'DISK_FULL, DATABASE_FULL',
  },
  async respond({ request, search, baseUrl }) {
    // A misspelt parameter would be ignored, and the upload stored without it.
    refuseAddress(unknownParameters(search, putQuery));
    // The last one counts where a parameter is sent twice, as below.
    await requireOwnAgent(request.headers, search.getAll('agent').at(-1) ?? null);
    const maxBytes = env().BASECASE_MAX_UPLOAD_BYTES;
    const { uploadId: id, isNew } = await receiveUpload(request, {
      db: database(),
      blobs: blobs(),
      maxBytes,
    });
    const url = `${baseUrl}/uploads/${id}`;
    return Response.json(
      { id, url },
      { status: isNew ? 202 : 200, headers: { location: `/api/v1/uploads/${id}` } },
    );
  },
});

/** Operations that answer with one upload. */
const oneUpload = { answer: uploadSchema, description: 'The upload.', json: toUploadJson };

export const listUploadPages = defineOperation({
  at: 'GET /api/v1/uploads',
  summary: 'Uploads, newest first.',
  role: null,
  query: uploadFilter,
  checks: 'parameters',
  answer: uploadPageSchema,
  description: 'A page of uploads.',
  problems: { 404: 'NOT_FOUND' },
  run: ({ db, query }) => listUploads(db, query),
});

export const findUpload = defineOperation({
  ...oneUpload,
  at: 'GET /api/v1/uploads/by-sha256/{sha256}',
  summary: 'The upload with these bytes. HEAD says whether there is one.',
  role: null,
  run: async ({ db, key }) => {
    const id = await findUploadBySha256(db, key.toLowerCase());
    if (id === null) throw new NotFoundError('These bytes have not been uploaded.');
    return getUpload(db, id);
  },
});

export const readUpload = defineOperation({
  ...oneUpload,
  at: 'GET /api/v1/uploads/{id}',
  summary: 'State, progress, counts, diagnostics, and the stored runs with their links.',
  role: null,
  run: ({ db, key }) => getUpload(db, key),
});

export const removeUpload = defineOperation({
  at: 'DELETE /api/v1/uploads/{id}',
  summary: 'Remove an upload with its runs.',
  role: 'admin',
  answer: deletionSchema,
  description: 'What was deleted.',
  problems: { 409: 'UPLOAD_BUSY' },
  run: ({ db, key }) => deleteUpload(db, blobs(), key),
});

export const confirmHeldUpload = defineOperation({
  ...oneUpload,
  at: 'POST /api/v1/uploads/{id}/confirm',
  summary: 'Confirm an upload that waits in preview.',
  role: 'upload',
  body: confirmInput,
  problems: { 400: 'SETTING_INVALID', 409: 'UPLOAD_NOT_WAITING' },
  run: async ({ db, key, body }) => {
    await confirmUpload(db, key, body);
    return getUpload(db, key);
  },
});

export const stopUpload = defineOperation({
  ...oneUpload,
  at: 'POST /api/v1/uploads/{id}/cancel',
  summary: 'Stop an upload that is not stored yet.',
  role: 'upload',
  problems: { 409: 'UPLOAD_ENDED' },
  run: async ({ db, key }) => {
    await cancelUpload(db, blobs(), key);
    return getUpload(db, key);
  },
});

export const readUploadAgain = defineOperation({
  ...oneUpload,
  at: 'POST /api/v1/uploads/{id}/reparse',
  summary:
    'Read an upload again with the current parsers, and of another device of iostat if the body names one.',
  role: 'upload',
  body: reparseInput,
  problems: { 409: 'UPLOAD_BUSY, FILES_REMOVED' },
  run: async ({ db, key, body }) => {
    await reparseUpload(db, blobs(), key, body);
    return getUpload(db, key);
  },
});

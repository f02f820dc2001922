import {
  BlobStoreError,
  ConflictError,
  FilesRemovedError,
  findStorageFull,
  isDatabaseUnreachable,
  isUnstorable,
  NotFoundError,
  SettingError,
} from '@basecase/db';
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { AuthError } from './access/auth-error';
import { blobsUnavailable } from './blob-health';
import { blobs } from './database';
import { DATABASE_UNAVAILABLE } from './database-unavailable';
import { logError } from './log';
import { problem } from './problem';
import { ReceiveError } from './uploads/receive-upload';

/**
 * Runs what a route does, and turns what it throws into problem+json: the one place where domain errors become HTTP.
 *
 * @param where for the log, e.g. `PUT /api/v1/uploads`
 */
export async function answer(where: string, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    // What a procedure says that a route called: it stands for the error below it.
    return await toProblem(where, error instanceof TRPCError && error.cause ? error.cause : error);
  }
}

async function toProblem(where: string, error: unknown): Promise<Response> {
  if (error instanceof AuthError) {
    const { status, code, message: title, retryAfter } = error;
    const headers = {
      ...(status === 401 && { 'www-authenticate': 'Bearer realm="basecase"' }),
      ...(retryAfter !== null && { 'retry-after': String(retryAfter) }),
    };
    return problem({ status, code, title, headers });
  }
  if (error instanceof NotFoundError) return problem({ status: 404, code: error.code, title: error.message });
  if (error instanceof FilesRemovedError)
    return problem({ status: 410, code: error.code, title: error.message });
  if (error instanceof ConflictError) return problem({ status: 409, code: error.code, title: error.message });
  if (error instanceof SettingError) return problem({ status: 400, code: error.code, title: error.message });
  if (error instanceof ReceiveError) {
    return problem({ status: error.status, code: error.code, title: error.message });
  }
  if (error instanceof z.ZodError) {
    return problem({ status: 400, code: 'INPUT_INVALID', title: z.prettifyError(error).slice(0, 1000) });
  }
  if (error instanceof TRPCError && error.code === 'BAD_REQUEST') {
    return problem({ status: 400, code: 'INPUT_INVALID', title: error.message.slice(0, 1000) });
  }
  if (isUnstorable(error)) {
    return problem({
      status: 400,
      code: 'INPUT_INVALID',
      title: 'A value holds what no stored value can hold.',
    });
  }
  if (isDatabaseUnreachable(error)) {
    logError(where, error);
    const { status, code, title, text, headers } = DATABASE_UNAVAILABLE;
    return problem({ status, code, title: `${title}. ${text}`, headers });
  }
  const full = await findStorageFull(error, {
    get objects() {
      return blobs().objects;
    },
  });
  if (full) {
    logError(where, full);
    return problem({ status: 507, code: full.code, title: full.message });
  }
  logError(where, error);
  if (error instanceof BlobStoreError) {
    const status = error.code === 'BLOBS_TOO_LARGE' ? 413 : 503;
    return problem({
      status,
      code: error.code,
      title: status === 413 ? error.message : blobsUnavailable(error),
    });
  }
  return problem({ status: 500, code: 'INTERNAL', title: 'Internal server error. See the server log.' });
}

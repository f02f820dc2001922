import {
  BlobStoreError,
  ConflictError,
  FilesRemovedError,
  isDatabaseUnreachable,
  isUnstorable,
  NotFoundError,
  SettingError,
} from '@basecase/db';
import { TRPCError } from '@trpc/server';
import { AuthError } from './access/auth-error';
import { blobsUnavailable } from './blob-health';
import { DATABASE_UNAVAILABLE } from './database-unavailable';

const AUTH_CODES = { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN', 429: 'TOO_MANY_REQUESTS' } as const;

/**
 * The one place where domain errors become tRPC codes. What is not known here becomes INTERNAL_SERVER_ERROR with a
 * message that tells the client nothing; the cause stays on the error for the server's log.
 */
export function toTrpcError(error: unknown): TRPCError {
  if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') return error;
  const cause = error instanceof TRPCError ? error.cause : error;
  if (cause instanceof NotFoundError || cause instanceof FilesRemovedError) {
    return new TRPCError({ code: 'NOT_FOUND', message: cause.message, cause });
  }
  if (cause instanceof ConflictError) {
    return new TRPCError({ code: 'CONFLICT', message: cause.message, cause });
  }
  if (cause instanceof SettingError) {
    return new TRPCError({ code: 'BAD_REQUEST', message: cause.message, cause });
  }
  if (cause instanceof AuthError) {
    return new TRPCError({ code: AUTH_CODES[cause.status], message: cause.message, cause });
  }
  if (cause instanceof BlobStoreError) {
    return new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: blobsUnavailable(cause), cause });
  }
  if (isDatabaseUnreachable(cause)) {
    const { title, text } = DATABASE_UNAVAILABLE;
    return new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: `${title}. ${text}`, cause });
  }
  if (isUnstorable(cause)) {
    return new TRPCError({
      code: 'BAD_REQUEST',
      message: 'A value holds what no stored value can hold.',
      cause,
    });
  }
  return new TRPCError({
    code: 'INTERNAL_SERVER_ERROR',
    message: 'Internal server error. See the server log.',
    cause,
  });
}

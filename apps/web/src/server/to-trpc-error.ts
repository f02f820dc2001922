import { toAppError } from '@basecase/db/errors';
import { TRPCError } from '@trpc/server';

/** tRPC has no code for 410 (removed) and 507 (disk full). */
const CODES: Readonly<Record<number, TRPCError['code']>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};

/** The cause stays on the error, for the log of the server. */
export function toTrpcError(error: unknown): TRPCError {
  if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') return error;
  const cause = error instanceof TRPCError ? error.cause : error;
  const { status, publicMessage: message } = toAppError(cause);
  return new TRPCError({ code: CODES[status] ?? 'INTERNAL_SERVER_ERROR', message, cause });
}

import { type AppError, BlobStoreError, toAppError } from '@basecase/db/errors';
import { findStorageFull } from '@basecase/db/storage-full';
import type { AddressProblem } from '@basecase/views/url';
import { TRPCError } from '@trpc/server';
import { blobs } from './database';
import { logError } from './log';
import { AddressError } from './refuse-address';

/**
 * Runs what a route does, and turns what it throws into problem+json.
 *
 * @param where for the log, e.g. `PUT /api/v1/uploads`
 */
export async function answer(where: string, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    // A procedure that a route called wraps the error below it.
    return await toProblem(where, error instanceof TRPCError && error.cause ? error.cause : error);
  }
}

async function toProblem(where: string, error: unknown): Promise<Response> {
  if (error instanceof TRPCError && error.code === 'BAD_REQUEST') {
    return problem({ status: 400, code: 'INPUT_INVALID', title: error.message.slice(0, 1000) });
  }
  const known = await withStorage(error);
  const { status, code, publicMessage: title, retryAfter } = known;
  if (status >= 500 || known instanceof BlobStoreError) logError(where, status === 507 ? known : error);
  const headers = {
    ...(status === 401 && { 'www-authenticate': 'Bearer realm="basecase"' }),
    ...(retryAfter !== null && { 'retry-after': String(retryAfter) }),
  };
  const errors = known instanceof AddressError ? known.problems : undefined;
  return problem({ status, code, title, errors, headers });
}

/** A full disk is found behind other errors of the server, and needs a look at the disk. */
async function withStorage(error: unknown): Promise<AppError> {
  const known = toAppError(error);
  if (known.status < 500) return known;
  const store = {
    get objects() {
      return blobs().objects;
    },
  };
  return (await findStorageFull(error, store)) ?? known;
}

interface Problem {
  status: number;
  /** Stable: scripts act on it. */
  code: string;
  title: string;
  /** Parts of the address that are not understood, one by one. */
  errors?: readonly AddressProblem[];
  headers?: Record<string, string>;
}

/** An error as problem+json (RFC 9457) with a stable code. */
export function problem({ status, code, title, errors, headers = {} }: Problem): Response {
  return Response.json(
    { type: 'about:blank', title, status, code, ...(errors && { errors }) },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  );
}

import type { BlobStore, Database } from '@basecase/db';
import { initTRPC } from '@trpc/server';
import { blobs, database } from './database';
import { toTrpcError } from './to-trpc-error';

export interface Context {
  db: Database;
  blobs: BlobStore;
}

/** What every procedure gets. Tests pass their own database instead. */
export function createContext(): Context {
  return { db: database(), blobs: blobs() };
}

// No transformer: everything that queries return is plain JSON (dates are ISO 8601 texts), so the browser
// needs no decoder.
const t = initTRPC.context<Context>().create({
  errorFormatter: ({ shape, error }) => {
    const { message } = toTrpcError(error);
    return { ...shape, message, data: { code: shape.data.code, httpStatus: shape.data.httpStatus } };
  },
});

const mapErrors = t.middleware(async ({ next }) => {
  const result = await next();
  if (!result.ok) throw toTrpcError(result.error);
  return result;
});

export const router = t.router;
export const procedure = t.procedure.use(mapErrors);
export const createCallerFactory = t.createCallerFactory;

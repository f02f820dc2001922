import type { BlobStore, Database } from '@basecase/db';
import { initTRPC } from '@trpc/server';
import { requireRole } from './access/auth';
import type { AnswerCache } from './answer-cache';
import { answers, blobs, database } from './database';
import { toTrpcError } from './to-trpc-error';

export interface Context {
  db: Database;
  blobs: BlobStore;
  /** Without it every answer is read from the database. */
  answers?: AnswerCache;
  /** Of the request: who may write is in them. Without them nobody may. */
  headers?: Headers | undefined;
}

/** What every procedure gets. Tests pass their own database instead. */
export function createContext(from?: { req: Request }): Context {
  return { db: database(), blobs: blobs(), answers: answers(), headers: from?.req.headers };
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
/** For who may add and change uploads. */
export const writeProcedure = procedure.use(async ({ ctx, next }) => {
  await requireRole(ctx.headers ?? new Headers(), 'upload', ctx.db);
  return next();
});
/** For who may delete, and give and revoke tokens. */
export const adminProcedure = procedure.use(async ({ ctx, next }) => {
  await requireRole(ctx.headers ?? new Headers(), 'admin', ctx.db);
  return next();
});
let readings = 0;
/**
 * A resolver whose answer follows from the input and the database alone, not from the clock, files or who asks: it is
 * kept until something is written.
 */
export function reading<Input, Answer>(read: (db: Database, input: Input) => Promise<Answer>) {
  // Not the path of the procedure: a caller of one router alone has shorter ones.
  readings += 1;
  const name = `reading ${readings}`;
  return ({ ctx, input }: { ctx: Context; input: Input }): Promise<Answer> => {
    const make = () => read(ctx.db, input);
    return ctx.answers ? ctx.answers.get(`${name} ${JSON.stringify(input)}`, make) : make();
  };
}
export const createCallerFactory = t.createCallerFactory;

import type { BlobStore } from '@basecase/db/blobs/blob-store';
import type { Database } from '@basecase/db/database';
import { toAppError } from '@basecase/db/errors';
import { initTRPC, TRPCError } from '@trpc/server';
import type { z } from 'zod';
import { actorOf, requireRole } from './access/auth';
import type { AnswerCache } from './answer-cache';
import { answers, blobs, database, requirePassed } from './database';
import { heatmapKey } from './epochs/read-databases';
import type { Operation } from './operations/operation';

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
function toTrpcError(error: unknown): TRPCError {
  if (error instanceof TRPCError && error.code !== 'INTERNAL_SERVER_ERROR') return error;
  const cause = error instanceof TRPCError ? error.cause : error;
  const { status, publicMessage: message } = toAppError(cause);
  return new TRPCError({ code: CODES[status] ?? 'INTERNAL_SERVER_ERROR', message, cause });
}

export interface Context {
  /** Uncached: writes, and reads not covered by an epoch. */
  readonly db: Database;
  /** @throws BlobStoreError for settings that can't be used, at its use: what needs no file must work without */
  readonly blobs: BlobStore;
  /** Without it every answer is read from the database. */
  answers?: AnswerCache;
  /** Of the request, with its token. Without them writing is refused. */
  headers?: Headers | undefined;
}

/** What every procedure gets. Tests pass their own database instead. */
export function createContext(headers?: Headers): Context {
  requirePassed();
  return {
    get db() {
      return database();
    },
    get blobs() {
      return blobs();
    },
    answers: answers(),
    headers,
  };
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
/** Needs the role upload. */
export const writeProcedure = procedure.use(async ({ ctx, next }) => {
  await requireRole(ctx.headers ?? new Headers(), 'upload', ctx.db);
  return next();
});
/** Needs the role admin. */
export const adminProcedure = procedure.use(async ({ ctx, next }) => {
  await requireRole(ctx.headers ?? new Headers(), 'admin', ctx.db);
  return next();
});
let readings = 0;

type Resolver<Input, Answer> = (call: { ctx: Context; input: Input }) => Promise<Answer>;

/**
 * A resolver whose answer follows from the input and the database alone, not from the clock, files or the visitor: it is
 * kept until something is written.
 *
 * @param heatmapsOf the heatmaps of an input, when it reads these and what all share, and nothing else: then a write
 *   elsewhere keeps its answer
 */
export function reading<Input, Answer>(
  read: (db: Database, input: Input) => Promise<Answer>,
  heatmapsOf?: (input: Input) => readonly { server: string; workload: string }[],
): Resolver<Input, Answer> {
  // Not the path of the procedure: a caller of one router alone has shorter ones.
  readings += 1;
  const name = `reading ${readings}`;
  return ({ ctx, input }) => {
    if (!ctx.answers) return read(ctx.db, input);
    const heatmaps = heatmapsOf ? heatmapsOf(input).map(heatmapKey) : null;
    return ctx.answers.get(`${name} ${JSON.stringify(input)}`, heatmaps, (db) => read(db, input));
  };
}

type InputOf<Schema> = Schema extends z.ZodObject ? z.infer<Schema> : Readonly<Record<string, string>>;

/**
 * The resolver of an operation: its input is the query, the body, or what its path has in braces. Its answer is that before
 * it is made JSON; one that needs no role is kept, as by `reading`.
 */
export function resolverOf<
  Query extends z.ZodObject | undefined,
  Body extends z.ZodObject | undefined,
  Found,
>({
  role,
  run,
}: Operation<Query, Body, Found>): Resolver<InputOf<Query extends undefined ? Body : Query>, Found> {
  const call = (db: Database, input: object, by = '') => {
    const [key = ''] = Object.values(input as Record<string, string>);
    const given = { query: input as never, body: input as never, key, search: new URLSearchParams() };
    // Writing procedures take no token of an agent.
    return run({ ...given, db, by: async () => by, asAgent: async () => {} });
  };
  return role === null
    ? reading<object, Found>((db, input) => call(db, input))
    : writing<object, Found>((db, { by, ...input }) => call(db, input, by));
}

/** The same for one heatmap, which the input names. */
export function readingHeatmap<Input extends { server: string; workload: string }, Answer>(
  read: (db: Database, input: Input) => Promise<Answer>,
): Resolver<Input, Answer> {
  return reading(read, (input) => [input]);
}

/** A resolver that writes: it gets the name of the visitor with the input. */
export function writing<Input, Answer>(
  write: (db: Database, input: Input & { by: string }) => Promise<Answer>,
): Resolver<Input, Answer> {
  return async ({ ctx, input }) =>
    write(ctx.db, { ...input, by: await actorOf(ctx.headers ?? new Headers(), ctx.db) });
}

/**
 * A resolver whose answer is a part of another reading. Who reads the part alone keeps what follows from it as long as the
 * part is the same, whatever else of the whole was written.
 */
export function partOf<Whole, Input, Answer>(
  whole: Resolver<void, Whole>,
  take: (whole: Whole, input: Input) => Answer,
): Resolver<Input, Answer> {
  readings += 1;
  const name = `part ${readings}`;
  return ({ ctx, input }) => {
    const make = async () => take(await whole({ ctx, input: undefined }), input);
    return ctx.answers ? ctx.answers.get(`${name} ${JSON.stringify(input)}`, null, make) : make();
  };
}
export const createCallerFactory = t.createCallerFactory;

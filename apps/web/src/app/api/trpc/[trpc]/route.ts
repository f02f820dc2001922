import { DATABASE_UNAVAILABLE } from '@basecase/db/errors';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { logError } from '../../../../server/log';
import { appRouter } from '../../../../server/root';
import { createContext } from '../../../../server/trpc';

/** Errors for the operator; the visitor gets no details. */
const LOGGED: ReadonlySet<string> = new Set(['INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE']);

function handle(request: Request) {
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    createContext: ({ req }) => createContext(req.headers),
    responseMeta: ({ errors }) =>
      errors.some(({ code }) => code === 'SERVICE_UNAVAILABLE')
        ? { headers: { 'retry-after': String(DATABASE_UNAVAILABLE.retryAfter) } }
        : {},
    onError: ({ error, path }) => {
      if (LOGGED.has(error.code)) logError(`trpc ${path}`, error.cause ?? error);
    },
  });
}

// Procedures that write take POST only, and check the role (see access/auth.ts).
export { handle as GET, handle as POST };

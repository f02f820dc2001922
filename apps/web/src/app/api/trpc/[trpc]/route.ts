import { DATABASE_UNAVAILABLE } from '@basecase/db/errors';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { logError } from '../../../../server/log';
import { appRouter } from '../../../../server/root';
import { createContext } from '../../../../server/trpc';

/** What is for who runs this server, and not for who asked. */
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

// Procedures that write take POST only, and look at who asks (see access/auth.ts).
export { handle as GET, handle as POST };

import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { logError } from '../../../../server/log';
import { appRouter } from '../../../../server/root';
import { createContext } from '../../../../server/trpc';

function handle(request: Request) {
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    createContext: ({ req }) => createContext(req.headers),
    onError: ({ error, path }) => {
      if (error.code === 'INTERNAL_SERVER_ERROR') logError(`trpc ${path}`, error.cause ?? error);
    },
  });
}

// Procedures that write take POST only, and look at who asks (see access/auth.ts).
export { handle as GET, handle as POST };

import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { logError } from '../../../../server/log';
import { appRouter } from '../../../../server/root';
import { createContext } from '../../../../server/trpc';

function handle(request: Request) {
  return fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    createContext,
    onError: ({ error, path }) => {
      if (error.code === 'INTERNAL_SERVER_ERROR') logError(`trpc ${path}`, error.cause ?? error);
    },
  });
}

// Every procedure reads: a POST has nothing to do here.
export { handle as GET };

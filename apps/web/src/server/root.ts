import { artifactsRouter } from './routers/artifacts';
import { benchmarksRouter } from './routers/benchmarks';
import { compareRouter } from './routers/compare';
import { homeRouter } from './routers/home';
import { tokensRouter } from './routers/tokens';
import { uploadsRouter } from './routers/uploads';
import { createCallerFactory, createContext, router } from './trpc';

export const appRouter = router({
  artifacts: artifactsRouter,
  benchmarks: benchmarksRouter,
  compare: compareRouter,
  home: homeRouter,
  tokens: tokensRouter,
  uploads: uploadsRouter,
});
export type AppRouter = typeof appRouter;

/** Calls procedures in this process: what server components and tests use. */
export const createCaller = createCallerFactory(appRouter);

/**
 * The caller for server components.
 *
 * @param headers of the request (`await headers()`), for pages that show what only some may see
 */
export function serverCaller(headers?: Headers) {
  return createCaller({ ...createContext(), headers });
}

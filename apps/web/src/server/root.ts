import { artifactsRouter } from './routers/artifacts';
import { benchmarksRouter } from './routers/benchmarks';
import { compareRouter } from './routers/compare';
import { homeRouter } from './routers/home';
import { noiseRouter } from './routers/noise';
import { permalinksRouter } from './routers/permalinks';
import { regressionsRouter } from './routers/regressions';
import { runsRouter } from './routers/runs';
import { serversRouter } from './routers/servers';
import { tokensRouter } from './routers/tokens';
import { trendsRouter } from './routers/trends';
import { uploadsRouter } from './routers/uploads';
import { webhooksRouter } from './routers/webhooks';
import { createCallerFactory, createContext, router } from './trpc';

export const appRouter = router({
  artifacts: artifactsRouter,
  benchmarks: benchmarksRouter,
  compare: compareRouter,
  home: homeRouter,
  noise: noiseRouter,
  permalinks: permalinksRouter,
  regressions: regressionsRouter,
  runs: runsRouter,
  servers: serversRouter,
  tokens: tokensRouter,
  trends: trendsRouter,
  uploads: uploadsRouter,
  webhooks: webhooksRouter,
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

import { artifactsRouter } from './routers/artifacts';
import { compareRouter } from './routers/compare';
import { correctionsRouter } from './routers/corrections';
import { homeRouter } from './routers/home';
import { noiseRouter } from './routers/noise';
import { permalinksRouter } from './routers/permalinks';
import { regressionsRouter } from './routers/regressions';
import { runsRouter } from './routers/runs';
import { searchRouter } from './routers/search';
import { serverPageRouter } from './routers/server-page';
import { tokensRouter } from './routers/tokens';
import { uploadsRouter } from './routers/uploads';
import { VIEW_ROUTERS } from './routers/view-routers';
import { webhooksRouter } from './routers/webhooks';
import { createCallerFactory, createContext, router } from './trpc';

export const appRouter = router({
  ...VIEW_ROUTERS,
  artifacts: artifactsRouter,
  compare: compareRouter,
  corrections: correctionsRouter,
  home: homeRouter,
  noise: noiseRouter,
  permalinks: permalinksRouter,
  regressions: regressionsRouter,
  runs: runsRouter,
  search: searchRouter,
  serverPage: serverPageRouter,
  tokens: tokensRouter,
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
  return createCaller(createContext(headers));
}

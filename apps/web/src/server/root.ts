import { compareRouter } from './routers/compare';
import { homeRouter } from './routers/home';
import { createCallerFactory, createContext, router } from './trpc';

export const appRouter = router({ compare: compareRouter, home: homeRouter });
export type AppRouter = typeof appRouter;

/** Calls procedures in this process: what server components and tests use. */
export const createCaller = createCallerFactory(appRouter);

/** The caller for server components. */
export function serverCaller() {
  return createCaller(createContext);
}

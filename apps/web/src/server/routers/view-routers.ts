import { benchmarksRouter } from './benchmarks';
import { serversRouter } from './servers';
import { trendsRouter } from './trends';

/** Routers of the views that are shared as documents (`ViewSource` of @basecase/views/share). */
export const VIEW_ROUTERS = {
  benchmarks: benchmarksRouter,
  servers: serversRouter,
  trends: trendsRouter,
};

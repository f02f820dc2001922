import { benchmarksRouter } from './benchmarks';
import { seriesRouter } from './series';
import { serversRouter } from './servers';
import { trendsRouter } from './trends';

/** Routers of the views that are shared as documents (`ViewSource` of @basecase/views/share). */
export const VIEW_ROUTERS = {
  benchmarks: benchmarksRouter,
  series: seriesRouter,
  servers: serversRouter,
  trends: trendsRouter,
};

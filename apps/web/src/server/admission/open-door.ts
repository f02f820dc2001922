import { openDatabase } from '@basecase/db/database';
import { env, isDevelopment } from '../../env';
import { answers } from '../database';
import { readIslandFiles } from '../lean-pages/island-files';
import { leanPage } from '../lean-pages/lean-page';
import { metricsAnswer } from '../metrics/answer-metrics';
import { openMetrics } from '../metrics/metrics';
import { PageCache } from '../page-cache/page-cache';
import { renderApart } from '../page-cache/render-apart';
import { within } from '../within';
import { Arrivals } from './arrivals';
import { attachDoor } from './attach-door';
import { openFrontDoor } from './front-door';
import { openLanes } from './lanes';
import { takeTurn } from './take-turn';

/** For what must be answered while all others are at work: figures. */
const OWN_CONNECTIONS = 1;
/** A visitor whose page failed waits no longer than this for the reason. */
const LOOK_MS = 2000;
/** The development server compiles a page at its first request. */
const DEV_WAIT_MS = 120_000;

/** Limits what this process works on at the same time, keeps pages, and counts both. See ARCHITECTURE.md. */
export function limitRequests(): void {
  const { BASECASE_AT_ONCE, BASECASE_WAITING, BASECASE_MAX_WAIT_MS, BASECASE_PAGE_CACHE_MB, DATABASE_URL } =
    env();
  const database = openDatabase(DATABASE_URL, { maxConnections: OWN_CONNECTIONS });
  const arrivals = new Arrivals();
  const lanes = openLanes(
    {
      atOnce: BASECASE_AT_ONCE,
      waiting: BASECASE_WAITING,
      maxWaitMs: isDevelopment() ? DEV_WAIT_MS : BASECASE_MAX_WAIT_MS,
    },
    arrivals.pause,
  );
  const islands = isDevelopment() ? null : readIslandFiles();
  attachDoor((app, server) => {
    arrivals.count(server);
    const metrics = openMetrics({ lanes, database, pages: () => pages });
    const pages =
      isDevelopment() || BASECASE_PAGE_CACHE_MB === 0
        ? null
        : new PageCache({
            answers: answers(),
            maxBytes: BASECASE_PAGE_CACHE_MB * 1024 ** 2,
            render: async (shared, abandoned) => {
              const done = await takeTurn(lanes[shared.lane], abandoned);
              try {
                return leanPage(await metrics.timeRender(() => renderApart(app, shared)), islands);
              } finally {
                done();
              }
            },
          });
    const isDatabaseOut = () =>
      within(LOOK_MS, database.pool.query('SELECT')).then(
        () => false,
        () => true,
      );
    return openFrontDoor({
      app,
      lanes,
      pages,
      metrics: metricsAnswer(metrics),
      events: metrics.events,
      isDatabaseOut,
    });
  });
}

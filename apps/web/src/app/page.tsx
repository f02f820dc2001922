import '../features/home/home.css';
import { compareHref } from '@basecase/views/compare';
import { prepareHome } from '@basecase/views/home';
import { HomeScreen } from '../features/home/home-screen';
import { serverCaller } from '../server/root';
import { EmptyState } from '../ui/page/empty-state';
import { TopBar } from '../ui/page/top-bar';

// What is loaded changes with every ingest: never prerendered.
export const dynamic = 'force-dynamic';

const LATEST_RUNS = 8;
/** Changes are looked for in this many heatmaps, the newest: the cost of the page must not grow with what is loaded. */
const NEWEST_HEATMAPS = 40;

export default async function HomePage() {
  const caller = serverCaller();
  const [all, runs, records] = await Promise.all([
    caller.home.heatmaps(),
    caller.home.latestRuns({ limit: LATEST_RUNS }),
    caller.home.records(),
  ]);
  const entries = all.slice(0, NEWEST_HEATMAPS);
  const views = await caller.home.views(
    entries.map(({ server, workload }) => ({ server: server.slug, workload: workload.slug })),
  );
  return (
    <>
      <TopBar current="home" />
      {entries.length === 0 ? (
        <main id="main">
          <EmptyState />
        </main>
      ) : (
        <HomeScreen
          model={prepareHome(
            { entries, views, runs, records, hidden: all.length - entries.length },
            compareHref,
          )}
        />
      )}
    </>
  );
}

import '../ui/styles/lists.css';
import '../features/home/home.css';
import { homeModel, homeUrl } from '@basecase/views/home';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import { EmptyHome } from '../features/home/empty-home';
import { HomeScreen } from '../features/home/home-screen';
import { HomeIsland } from '../islands/home';
import { PlainPage } from '../islands/plain-page';
import { serverCaller } from '../server/root';
import { TopBar } from '../ui/page/top-bar';

// What is loaded changes with every ingest: never prerendered.
export const dynamic = 'force-dynamic';

export default async function HomePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = homeUrl.parse(queryPairs(await searchParams));
  const { home } = serverCaller();
  const [heatmaps, releases, nights, servers, records, uploads] = await Promise.all([
    home.heatmaps(),
    home.releases(),
    home.nights(),
    home.servers(),
    home.records(),
    home.uploads(),
  ]);
  return (
    <>
      <TopBar current="home" />
      {heatmaps.length === 0 ? (
        <>
          <PlainPage />
          <EmptyHome />
        </>
      ) : (
        <HomeScreen
          model={homeModel({ state, heatmaps, releases, nights, servers, records, uploads })}
          savedViews={<HomeIsland />}
        />
      )}
    </>
  );
}

import '../ui/styles/lists.css';
import '../features/home/home.css';
import '../features/uploads/upload.css';
import { homeModel, homeUrl } from '@basecase/views/home';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import { EmptyHome } from '../features/home/empty-home';
import { HomeScreen } from '../features/home/home-screen';
import { ResultCard } from '../features/uploads/result-card';
import { HomeIsland } from '../islands/home';
import { PlainPage } from '../islands/plain-page';
import { uploadAnswers } from '../server/actions/uploads';
import { serverCaller } from '../server/root';
import { TopBar } from '../ui/page/top-bar';

// What is loaded changes with every ingest: never prerendered.
export const dynamic = 'force-dynamic';

export default async function HomePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = homeUrl.parse(queryPairs(await searchParams));
  const { home } = serverCaller();
  const [heatmaps, releases, nights, servers, records, uploads, unseen, waiting, stopped] = await Promise.all(
    [
      home.heatmaps(),
      home.releases(),
      home.nights(),
      home.servers(),
      home.records(),
      home.uploads(),
      home.unseen(),
      home.waiting(),
      home.stopped(),
    ],
  );
  const added = unseen.filter((upload) => upload.state === 'stored');
  const failed = unseen.filter((upload) => upload.state === 'failed');
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
          model={homeModel({
            state,
            heatmaps,
            releases,
            nights,
            servers,
            records,
            uploads,
            waiting,
            stopped,
          })}
          result={
            unseen.length > 0 ? (
              <ResultCard
                added={added}
                answers={added.length > 0 ? await uploadAnswers(added.map(({ id }) => id)) : []}
                failed={failed}
              />
            ) : null
          }
          savedViews={<HomeIsland />}
        />
      )}
    </>
  );
}

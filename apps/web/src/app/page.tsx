import '../ui/styles/lists.css';
import '../features/home/home.css';
import '../features/uploads/upload.css';
import { homeModel, homeUrl, inboxItems, sinceTime } from '@basecase/views/home';
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
  const { home, events } = serverCaller();
  const [rows, open, fixed, unseen, waiting] = await Promise.all([
    home.newest(),
    events.list({}),
    events.list({ state: 'fixed' }),
    home.unseen(),
    home.waiting(),
  ]);
  const added = unseen.filter((upload) => upload.state === 'stored');
  const failed = unseen.filter((upload) => upload.state === 'failed');
  const isEmpty = rows.length === 0;
  return (
    <>
      <TopBar current="home" />
      {isEmpty ? (
        <>
          <PlainPage />
          <EmptyHome />
        </>
      ) : (
        <HomeScreen
          model={homeModel({ rows, waiting })}
          open={open.open}
          result={
            added.length > 0 ? (
              <ResultCard added={added} answers={await uploadAnswers(added.map(({ id }) => id))} />
            ) : null
          }
          inbox={
            <HomeIsland
              items={inboxItems(open.events, fixed.events, failed)}
              asked={state.since}
              since={sinceTime(state, null, new Date())}
              open={open.open}
            />
          }
        />
      )}
    </>
  );
}

import { sharedDocument } from '@basecase/views/document';
import {
  chosenState,
  type LoadedSeries,
  overviewDocument,
  overviewLines,
  readSeries,
  type SeriesState,
  seriesDocument,
  seriesHref,
  seriesProblems,
  seriesUrl,
  toOverviewData,
} from '@basecase/views/series';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { cache } from 'react';
import { NoSeries } from '../../features/series/no-series';
import { SeriesScreen } from '../../features/series/series-screen';
import { ShareView } from '../../features/share/share-view';
import { PlainPage } from '../../islands/plain-page';
import { SeriesOverviewIsland } from '../../islands/series-overview';
import { documentMetadata } from '../../server/pages/document-metadata';
import { serverCaller } from '../../server/root';
import { AddressNotes } from '../../ui/page/address-notes';
import { TopBar } from '../../ui/page/top-bar';
import '../../features/share/share.css';
import '../../ui/chart/nights.css';
import '../../features/series/series.css';
import '../../features/series/series-side.css';
import '../../features/series-overview/series-overview.css';
import '../../features/series-overview/series-overview-parts.css';

interface Props {
  searchParams: Promise<SearchParams>;
}

/** Once per request: the title and the page need the same. */
const load = cache((query: string) =>
  readSeries(serverCaller().series, seriesUrl.parse(new URLSearchParams(query))),
);

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const state = seriesUrl.parse(queryPairs(await searchParams));
  const { entry, overview, data } = await load(seriesUrl.query(state));
  if (!entry || !overview || (state.test !== '' && !data)) return { title: 'Nights' };
  const chosen = chosenState(state, entry);
  const document = data ? seriesDocument(data, state) : overviewDocument(overview, chosen);
  return documentMetadata(document, seriesHref(chosen));
}

/** One test night after night; without a test all tests of a line; else what there is instead. */
export default async function SeriesPage({ searchParams }: Props) {
  const asked = queryPairs(await searchParams);
  const state = seriesUrl.parse(asked);
  const loaded = await load(seriesUrl.query(state));
  const { entry, data } = loaded;
  const chosen = entry && chosenState(state, entry);
  const isShown = chosen !== null && (data !== null || state.test === '');
  return (
    <>
      <TopBar current="trends" />
      <AddressNotes problems={seriesProblems(asked, loaded)} href={isShown ? seriesHref(chosen) : null} />
      {isShown ? (
        <Shown loaded={loaded} state={chosen} />
      ) : (
        <main id="main">
          <PlainPage />
          <NoSeries loaded={loaded} />
        </main>
      )}
    </>
  );
}

function Shown({ loaded: { entries, overview, data }, state }: { loaded: LoadedSeries; state: SeriesState }) {
  const query = seriesUrl.query(state);
  if (data) {
    return (
      <SeriesScreen
        data={data}
        initialState={state}
        share={<ShareView path="/series" query={query} {...sharedDocument(seriesDocument(data, state))} />}
      />
    );
  }
  if (!overview) return null;
  const shown = toOverviewData(overview);
  return (
    <SeriesOverviewIsland
      data={shown}
      lines={overviewLines(entries, shown)}
      initialState={state}
      share={{ path: '/series', query, ...sharedDocument(overviewDocument(overview, state)) }}
    />
  );
}

import { sharedDocument } from '@basecase/views/document';
import {
  nightsHref,
  readTrends,
  trendsDocument,
  trendsHref,
  trendsProblems,
  trendsUrl,
} from '@basecase/views/trends';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { cache } from 'react';
import { TrendsIsland } from '../../islands/trends';
import { documentMetadata } from '../../server/pages/document-metadata';
import { serverCaller } from '../../server/root';
import { AddressNotes } from '../../ui/page/address-notes';
import { EmptyState } from '../../ui/page/empty-state';
import { TopBar } from '../../ui/page/top-bar';
import '../../features/share/share.css';
import '../../features/trends/trends.css';

interface Props {
  searchParams: Promise<SearchParams>;
}

/** Once per request: the title and the page need the same. */
const load = cache((query: string) =>
  readTrends(serverCaller().trends, trendsUrl.parse(new URLSearchParams(query))),
);

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const state = trendsUrl.parse(queryPairs(await searchParams));
  const { page } = await load(trendsUrl.query(state));
  if (!page) return { title: 'Trends' };
  return documentMetadata(trendsDocument(page.data, state), trendsHref(state));
}

export default async function TrendsPage({ searchParams }: Props) {
  const asked = queryPairs(await searchParams);
  const state = trendsUrl.parse(asked);
  const loaded = await load(trendsUrl.query(state));
  const { hasRuns, page } = loaded;
  return (
    <>
      <TopBar current="trends" />
      <AddressNotes problems={trendsProblems(asked, loaded)} href={page ? trendsHref(state) : null} />
      {page ? (
        <TrendsIsland
          data={page.data}
          menu={page.menu}
          options={page.options}
          test={page.test}
          initialState={state}
          nightsHref={nightsHref(await serverCaller().series.lines(), page)}
          share={{
            path: '/trends',
            query: trendsUrl.query(state),
            ...sharedDocument(trendsDocument(page.data, state)),
          }}
        />
      ) : (
        <main id="main">{hasRuns ? <NothingFound /> : <EmptyState />}</main>
      )}
    </>
  );
}

function NothingFound() {
  return (
    <div className="empty">
      <h1>No matching runs</h1>
      <p>
        The product or benchmark in the address has no runs. <a href="/trends">Show what is available</a>.
      </p>
    </div>
  );
}

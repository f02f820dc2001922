import { sharedDocument } from '@basecase/views/document';
import {
  serversDocument,
  serversProblems,
  serversUrl,
  toInitialPayload,
  toServersSelection,
} from '@basecase/views/servers';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { cache } from 'react';
import { ServersIsland } from '../../islands/servers';
import { documentMetadata } from '../../server/pages/document-metadata';
import { loadServers } from '../../server/pages/load-servers';
import { AddressNotes } from '../../ui/page/address-notes';
import { EmptyState } from '../../ui/page/empty-state';
import { TopBar } from '../../ui/page/top-bar';
import { ServerListPage } from './server-list-page';
import '../../features/share/share.css';
import '../../features/servers/servers.css';
import '../../features/servers/servers-narrow.css';

interface Props {
  searchParams: Promise<SearchParams>;
}

/** Once per request: the title and the page need the same. */
const loadDocument = cache(async (query: string) => {
  const state = serversUrl.parse(new URLSearchParams(query));
  const { page } = await loadServers(state);
  return page && serversDocument(toServersSelection(page.data, state), state);
});

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const query = serversUrl.query(serversUrl.parse(queryPairs(await searchParams)));
  if (query === '') return { title: 'Servers' };
  const document = await loadDocument(query);
  return document ? documentMetadata(document, `/servers${query}`) : { title: 'Servers' };
}

export default async function ServersPage({ searchParams }: Props) {
  const asked = queryPairs(await searchParams);
  const state = serversUrl.parse(asked);
  const query = serversUrl.query(state);
  // Nothing is asked for: which servers there are, and what can be put side by side.
  if (query === '') return <ServerListPage problems={serversUrl.problems(asked)} />;
  const loaded = await loadServers(state);
  const { hasRuns, page } = loaded;
  const document = await loadDocument(query);
  return (
    <>
      <TopBar current="servers" />
      <AddressNotes problems={serversProblems(asked, loaded)} href={page ? `/servers${query}` : null} />
      {page && document ? (
        <ServersIsland
          data={toInitialPayload(page.data, state)}
          menu={page.menu}
          keys={page.keys}
          initialState={state}
          share={{ path: '/servers', query, ...sharedDocument(document) }}
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
        The product or benchmark in the address has no runs. <a href="/servers">Show what is available</a>.
      </p>
    </div>
  );
}

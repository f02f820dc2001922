import type { Metadata } from 'next';
import { EmptyState } from '../../components/empty-state';
import { TopBar } from '../../components/top-bar';
import { loadServers } from '../../features/servers/load-servers';
import { ServersScreen } from '../../features/servers/servers-screen';
import { parseServersState } from '../../features/servers/servers-search-params';
import { titleOf } from '../../features/servers/title';
import { queryPairs, type SearchParams } from '../../lib/query-pairs';
import '../../styles/servers.css';
import '../../styles/servers-narrow.css';

interface Props {
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { page } = await loadServers(parseServersState(queryPairs(await searchParams)));
  return { title: page ? `${titleOf(page)} on several servers` : 'Servers' };
}

export default async function ServersPage({ searchParams }: Props) {
  const state = parseServersState(queryPairs(await searchParams));
  const { hasRuns, page } = await loadServers(state);
  return (
    <>
      <TopBar current="servers" />
      {page ? (
        <ServersScreen {...page} initialState={state} />
      ) : (
        <main id="main">{hasRuns ? <NothingFound /> : <EmptyState />}</main>
      )}
    </>
  );
}

function NothingFound() {
  return (
    <div className="empty">
      <h1>No runs of that</h1>
      <p>
        The address names a product or a benchmark that has no runs. <a href="/servers">Show what there is</a>
        .
      </p>
    </div>
  );
}

import type { Metadata } from 'next';
import { EmptyState } from '../../components/empty-state';
import { TopBar } from '../../components/top-bar';
import { loadTrends } from '../../features/trends/load-trends';
import { TrendsScreen } from '../../features/trends/trends-screen';
import { parseTrendsState } from '../../features/trends/trends-search-params';
import { queryPairs, type SearchParams } from '../../lib/query-pairs';
import '../../styles/trends.css';

interface Props {
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { page } = await loadTrends(parseTrendsState(queryPairs(await searchParams)));
  return { title: page ? `${page.data.title} of ${page.data.product}` : 'Trends' };
}

export default async function TrendsPage({ searchParams }: Props) {
  const state = parseTrendsState(queryPairs(await searchParams));
  const { hasRuns, page } = await loadTrends(state);
  return (
    <>
      <TopBar current="trends" />
      {page ? (
        <TrendsScreen {...page} initialState={state} />
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
        The address names a product or a benchmark that has no runs. <a href="/trends">Show what there is</a>.
      </p>
    </div>
  );
}

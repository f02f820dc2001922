import type { Metadata } from 'next';
import { EmptyState } from '../../components/empty-state';
import { TopBar } from '../../components/top-bar';
import { ShareView } from '../../features/share/share-view';
import { loadTrends } from '../../features/trends/load-trends';
import { trendsDocument } from '../../features/trends/trends-document';
import { TrendsScreen } from '../../features/trends/trends-screen';
import { parseTrendsState } from '../../features/trends/trends-search-params';
import { serializeTrendsState } from '../../features/trends/trends-state';
import { queryPairs, type SearchParams } from '../../lib/query-pairs';
import { documentMetadata } from '../../server/document-metadata';
import '../../styles/share.css';
import '../../styles/trends.css';

interface Props {
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const state = parseTrendsState(queryPairs(await searchParams));
  const { page } = await loadTrends(state);
  if (!page) return { title: 'Trends' };
  return documentMetadata(trendsDocument(page.data, state), `/trends${serializeTrendsState(state)}`);
}

export default async function TrendsPage({ searchParams }: Props) {
  const state = parseTrendsState(queryPairs(await searchParams));
  const { hasRuns, page } = await loadTrends(state);
  return (
    <>
      <TopBar current="trends" />
      {page ? (
        <TrendsScreen
          data={page.data}
          menu={page.menu}
          options={page.options}
          test={page.test}
          initialState={state}
          share={
            <ShareView
              path="/trends"
              query={serializeTrendsState(state)}
              document={trendsDocument(page.data, state)}
            />
          }
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
      <h1>No runs of that</h1>
      <p>
        The address names a product or a benchmark that has no runs. <a href="/trends">Show what there is</a>.
      </p>
    </div>
  );
}

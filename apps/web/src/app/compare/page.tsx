import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { EmptyState } from '../../components/empty-state';
import { TopBar } from '../../components/top-bar';
import { chosenColumns, serverClass, titleOf } from '../../features/compare/columns';
import { CompareScreen } from '../../features/compare/compare-screen';
import { loadCompare, loadDetails } from '../../features/compare/load-compare';
import { queryPairs, type SearchParams } from '../../lib/query-pairs';

interface Props {
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { view } = await loadCompare(queryPairs(await searchParams));
  if (!view) return { title: 'Compare' };
  const { data, state } = view;
  const columns = chosenColumns(data, state).flatMap((index) => data.columns[index] ?? []);
  return { title: `${titleOf(columns)}, ${serverClass(data.server)}` };
}

export default async function ComparePage({ searchParams }: Props) {
  const { choices, view } = await loadCompare(queryPairs(await searchParams));
  if (!view && choices.length > 0) notFound();
  return (
    <>
      <TopBar current="compare" />
      {view ? (
        <CompareScreen
          data={view.data}
          choices={choices}
          initialState={view.state}
          initialDetails={await loadDetails(view)}
        />
      ) : (
        <main id="main">
          <EmptyState />
        </main>
      )}
    </>
  );
}

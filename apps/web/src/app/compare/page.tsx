import {
  compareHref,
  compareUrl,
  describeView,
  initialSide,
  toInitialPayload,
} from '@basecase/views/compare';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { CompareIsland } from '../../islands/compare';
import { laterData } from '../../server/pages/later-data';
import { loadCompare, loadDetails, loadQuestions, loadSweep } from '../../server/pages/load-compare';
import { pageOrigin } from '../../server/pages/page-origin';
import { pairAddress } from '../../server/pages/pair-address';
import { socialMetadata } from '../../server/pages/social-metadata';
import { AddressNotes } from '../../ui/page/address-notes';
import { EmptyState } from '../../ui/page/empty-state';
import { OpenQuestions } from '../../ui/page/open-questions';
import { TopBar } from '../../ui/page/top-bar';
import '../../features/benchmarks/benchmarks.css';
import '../../features/share/share.css';

interface Props {
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { view } = await loadCompare(queryPairs(await searchParams));
  if (!view) return { title: 'Compare' };
  const query = compareUrl.query(view.state);
  return socialMetadata({
    origin: await pageOrigin(),
    ...describeView(view.data, view.state),
    path: `/compare${query}`,
    image: `/compare/image${query}`,
  });
}

export default async function ComparePage({ searchParams }: Props) {
  const pairs = queryPairs(await searchParams);
  const of = pairs.find(([name]) => name === 'of')?.[1];
  if (of !== undefined) redirect(await pairAddress(of));
  const { choices, view, problems } = await loadCompare(pairs);
  if (!view && choices.length > 0) notFound();
  const data = view && toInitialPayload(view.data, view.state);
  return (
    <>
      <TopBar current="compare" />
      {view ? <AddressNotes problems={problems} href={compareHref(view.state)} /> : null}
      {view ? <OpenQuestions questions={await loadQuestions(view.state)} /> : null}
      {view && data ? (
        <CompareIsland
          data={data}
          later={laterData(data, `/api/compare/data${compareUrl.query(view.state)}`)}
          choices={choices}
          initialState={view.state}
          initialDetails={await loadDetails(view)}
          initialSide={initialSide(view.data, view.state)}
          elsewhere={view.elsewhere}
          sweep={await loadSweep(view.state)}
          remember={
            view.data.columns.length > 1
              ? compareHref({ server: view.state.server, workload: view.state.workload })
              : null
          }
          share={{
            exportPath: '/api/v1/compare',
            imagePath: '/compare/image',
            slug: null,
            title: describeView(view.data, view.state).title,
            rows: view.data.rows.length,
          }}
        />
      ) : (
        <main id="main">
          <EmptyState />
        </main>
      )}
    </>
  );
}

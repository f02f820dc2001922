import '../../ui/styles/lists.css';
import { runsUrl } from '@basecase/views/runs';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { RunsList } from '../../features/runs/runs-list';
import { serverCaller } from '../../server/root';
import { TopBar } from '../../ui/page/top-bar';

export const metadata: Metadata = { title: 'Runs' };

export default async function RunsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const state = runsUrl.parse(queryPairs(await searchParams));
  const caller = serverCaller();
  const [page, facets] = await Promise.all([
    caller.runs.list({
      search: state.q || undefined,
      product: state.product || undefined,
      server: state.server || undefined,
      benchmark: state.benchmark || undefined,
      cursor: state.before || undefined,
    }),
    caller.runs.facets(),
  ]);
  return (
    <>
      <TopBar current="runs" />
      <RunsList page={page} facets={facets} state={state} />
    </>
  );
}

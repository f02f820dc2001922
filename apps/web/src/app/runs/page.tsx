import '../../ui/styles/lists.css';
import '../../features/runs/runs.css';
import { openingOf } from '@basecase/views/compare';
import { runsHref, runsUrl } from '@basecase/views/runs';
import { queryPairs, type SearchParams, unknownValues } from '@basecase/views/url';
import type { Metadata } from 'next';
import { RunsList } from '../../features/runs/runs-list';
import { PlainPage } from '../../islands/plain-page';
import { readListNames } from '../../server/list-names';
import { serverCaller } from '../../server/root';
import { AddressNotes } from '../../ui/page/address-notes';
import { TopBar } from '../../ui/page/top-bar';

export const metadata: Metadata = { title: 'Runs' };

export default async function RunsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const asked = queryPairs(await searchParams);
  const spelt = runsUrl.parse(asked);
  const { product, problems } = await readListNames(spelt);
  // As it is stored: the form offers it so, and would drop another spelling.
  const state = { ...spelt, product };
  const caller = serverCaller();
  const [page, facets, heatmaps] = await Promise.all([
    caller.runs.list({
      search: state.q || undefined,
      product: state.product || undefined,
      server: state.server || undefined,
      benchmark: state.benchmark || undefined,
      cursor: state.before || undefined,
    }),
    caller.runs.facets(),
    caller.compare.choices(),
  ]);
  // Which there are only the database knows: a tool without a parser is one too.
  const benchmark = unknownValues('benchmark', [state.benchmark], { known: facets.benchmarks });
  const notes = [...runsUrl.problems(asked), ...problems, ...benchmark];
  return (
    <>
      <PlainPage />
      <TopBar current="runs" />
      <AddressNotes problems={notes} href={runsHref(state)} />
      <RunsList page={page} facets={facets} state={state} opening={openingOf(heatmaps)} />
    </>
  );
}

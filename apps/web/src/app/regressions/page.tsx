import '../../ui/styles/lists.css';
import '../../features/regressions/regressions.css';
import '../../features/regressions/events.css';
import { type ListState, listHref, OLD_PARAMETERS, regressionsUrl } from '@basecase/views/regressions';
import { feedHref, queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { RegressionsScreen } from '../../features/regressions/list/regressions-screen';
import { VisitTab } from '../../features/regressions/list/visit-tab';
import { readListNames } from '../../server/list-names';
import { serverCaller } from '../../server/root';
import { AddressNotes } from '../../ui/page/address-notes';
import { TopBar } from '../../ui/page/top-bar';

interface Props {
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const state = regressionsUrl.parse(queryPairs(await searchParams));
  return {
    title: state.kind === 'regression' ? 'Regressions' : 'Improvements',
    alternates: { types: { 'application/atom+xml': feedHref(state) } },
  };
}

export default async function RegressionsPage({ searchParams }: Props) {
  const asked = queryPairs(await searchParams);
  const spelt = regressionsUrl.parse(asked);
  const caller = serverCaller(await headers());
  const { product, problems } = await readListNames(spelt);
  // As it is stored: the form offers it so, and would drop another spelling.
  const state = { ...spelt, product };
  const [list, facets, { role }] = await Promise.all([
    caller.events.list(toFilter(state)),
    caller.events.facets({ kind: state.kind }),
    caller.tokens.access(),
  ]);
  const isAllOpen = state.state === 'open' && state.seen === '' && list.pages === 1;
  const firstSeen = list.events.flatMap(({ muted, firstSeen: seen }) => (muted ? [] : [seen]));
  return (
    <>
      <TopBar current="regressions" />
      <AddressNotes
        problems={[...regressionsUrl.problems(asked, OLD_PARAMETERS), ...problems]}
        href={listHref(state)}
      />
      <RegressionsScreen
        list={list}
        facets={facets}
        state={state}
        canTriage={role !== null}
        visitTab={<VisitTab state={state} firstSeen={isAllOpen || state.seen ? firstSeen : null} />}
      />
    </>
  );
}

function toFilter(state: ListState) {
  return {
    kind: state.kind,
    search: state.q || undefined,
    product: state.product || undefined,
    server: state.server || undefined,
    group: state.group || undefined,
    state: state.state,
    certainty: state.sure || undefined,
    since: state.since || undefined,
    cause: state.cause || undefined,
    line: state.line || undefined,
    measured: state.measured || undefined,
    seenAfter: state.seen || undefined,
    sort: state.sort,
    page: state.page,
  };
}

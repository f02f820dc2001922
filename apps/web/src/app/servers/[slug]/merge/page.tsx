import '../../../../ui/styles/lists.css';
import '../../../../features/corrections/corrections.css';
import '../../../../features/corrections/merge/merge.css';
import { serverMergeUrl } from '@basecase/views/server-page';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { MergeServersScreen } from '../../../../features/corrections/merge/merge-servers-screen';
import { orNotFound } from '../../../../server/or-not-found';
import { loadPreview } from '../../../../server/pages/load-preview';
import { serverCaller } from '../../../../server/root';
import { TopBar } from '../../../../ui/page/top-bar';
import { type ServerParams, slugOf } from '../../slug-of';

interface Props extends ServerParams {
  searchParams: Promise<SearchParams>;
}

export const metadata: Metadata = { title: 'Merge servers' };

export default async function MergeServersPage(props: Props) {
  const state = serverMergeUrl.parse(queryPairs(await props.searchParams));
  const caller = serverCaller(await headers());
  const [page, { role }] = await Promise.all([
    orNotFound(caller.serverPage.get({ server: await slugOf(props) })),
    caller.tokens.access(),
  ]);
  const shown =
    role === null || state.from === ''
      ? { preview: null, error: null }
      : await loadPreview(() => caller.serverPage.previewMerge({ from: state.from, into: page.server.slug }));
  const away = shown.preview?.runs.length ? await caller.serverPage.get({ server: state.from }) : null;
  return (
    <>
      <TopBar current="servers" />
      <MergeServersScreen page={page} away={away} state={state} canMerge={role !== null} {...shown} />
    </>
  );
}

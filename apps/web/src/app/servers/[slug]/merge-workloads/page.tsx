import '../../../../ui/styles/lists.css';
import '../../../../features/corrections/corrections.css';
import '../../../../features/corrections/merge/merge.css';
import { chooseWorkloads, workloadMergeUrl } from '@basecase/views/server-page';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { MergeWorkloadsScreen } from '../../../../features/corrections/merge/merge-workloads-screen';
import { orNotFound } from '../../../../server/or-not-found';
import { loadPreview } from '../../../../server/pages/load-preview';
import { serverCaller } from '../../../../server/root';
import { TopBar } from '../../../../ui/page/top-bar';
import { type ServerParams, slugOf } from '../../slug-of';

interface Props extends ServerParams {
  searchParams: Promise<SearchParams>;
}

export const metadata: Metadata = { title: 'Merge workloads' };

export default async function MergeWorkloadsPage(props: Props) {
  const state = workloadMergeUrl.parse(queryPairs(await props.searchParams));
  const caller = serverCaller(await headers());
  const slug = await slugOf(props);
  const [{ server }, workloads, { role }] = await Promise.all([
    orNotFound(caller.serverPage.get({ server: slug })),
    orNotFound(caller.serverPage.mergeable({ server: slug })),
    caller.tokens.access(),
  ]);
  const { keep, merge } = chooseWorkloads(workloads, state);
  const chosen = [keep, merge].flatMap((each) => each?.workload.slug ?? []);
  const reads = chosen.length < 2 ? [] : await caller.serverPage.reads({ server: slug, workloads: chosen });
  const shown =
    role === null || keep === null || merge === null
      ? { preview: null, error: null }
      : await loadPreview(() =>
          caller.serverPage.previewWorkloads({
            from: merge.workload.slug,
            into: keep.workload.slug,
            server: state.on === 'all' ? null : server.slug,
          }),
        );
  return (
    <>
      <TopBar current="servers" />
      <MergeWorkloadsScreen
        server={server}
        workloads={workloads}
        reads={reads}
        state={state}
        canMerge={role !== null}
        {...shown}
      />
    </>
  );
}

import { orNotFound } from '../../../server/or-not-found';
import '../../../ui/corrections/corrections-history.css';
import '../../../ui/styles/lists.css';
import '../../../features/uploads/upload.css';
import { filesUrl } from '@basecase/views/uploads';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { cache } from 'react';
import { UploadPageScreen } from '../../../features/uploads/detail/upload-page';
import { serverCaller } from '../../../server/root';
import { TopBar } from '../../../ui/page/top-bar';

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** Once for the title and the page. */
const loadUpload = cache((id: string) => orNotFound(serverCaller().uploads.get({ id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { filename } = await loadUpload((await params).id);
  return { title: filename };
}

export default async function UploadPage({ params, searchParams }: Props) {
  const { id } = await params;
  const state = filesUrl.parse(queryPairs(await searchParams));
  const view = await loadUpload(id);
  const caller = serverCaller();
  const named = view.diagnosticGroups.flatMap(({ examples }) => examples.flatMap(({ file }) => file ?? []));
  const [heatmaps, entries, files, artifactIds, corrections, unasked, question, { role }] = await orNotFound(
    Promise.all([
      caller.uploads.heatmaps({ id }),
      caller.compare.choices(),
      caller.uploads.files({
        id,
        search: state.q || undefined,
        kind: state.kind || undefined,
        status: state.status || undefined,
        cursor: state.after || undefined,
      }),
      caller.uploads.artifactIds({ id, paths: [...new Set(named)] }),
      caller.corrections.list({ upload: id }),
      caller.uploads.serversOfNoKind({ id }),
      caller.uploads.question({ id }),
      serverCaller(await headers()).tokens.access(),
    ]),
  );
  return (
    <>
      <TopBar current="uploads" />
      <UploadPageScreen
        view={view}
        heatmaps={heatmaps}
        entries={entries}
        files={files}
        filesState={state}
        artifactIds={artifactIds}
        corrections={corrections}
        unasked={role === null ? [] : unasked}
        question={role === null ? null : question}
        canNameCampaign={role === 'admin'}
      />
    </>
  );
}

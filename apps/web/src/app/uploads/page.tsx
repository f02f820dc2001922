import '../../ui/styles/lists.css';
import '../../features/uploads/upload.css';
import { uploadsHref, uploadsUrl } from '@basecase/views/uploads';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { UploadsList } from '../../features/uploads/list/uploads-list';
import { ResultCard } from '../../features/uploads/result-card';
import { PlainPage } from '../../islands/plain-page';
import { uploadAnswers } from '../../server/actions/uploads';
import { orNotFound } from '../../server/or-not-found';
import { serverCaller } from '../../server/root';
import { AddressNotes } from '../../ui/page/address-notes';
import { TopBar } from '../../ui/page/top-bar';

export const metadata: Metadata = { title: 'Uploads' };

export default async function UploadsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const asked = queryPairs(await searchParams);
  const state = uploadsUrl.parse(asked);
  const page = await orNotFound(
    serverCaller().uploads.list({
      search: state.q || undefined,
      state: state.state || undefined,
      cursor: state.before || undefined,
    }),
  );
  const [unseen, { role }] = await Promise.all([
    serverCaller().uploads.unseen(),
    serverCaller(await headers()).tokens.access(),
  ]);
  const added = unseen.filter((upload) => upload.state === 'stored');
  return (
    <>
      <PlainPage />
      <TopBar current="uploads" />
      <AddressNotes problems={uploadsUrl.problems(asked)} href={uploadsHref(state)} />
      <UploadsList
        page={page}
        state={state}
        result={
          added.length > 0 ? (
            <ResultCard
              added={added}
              answers={await uploadAnswers(added.map(({ id }) => id))}
              canUndo={role === 'admin'}
            />
          ) : null
        }
      />
    </>
  );
}

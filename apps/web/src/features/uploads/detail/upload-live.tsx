'use client';

import type { UploadView } from '@basecase/db/types';
import { uploadRow } from '@basecase/views/uploads';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Preview } from '../preview';
import { UploadRow } from '../upload-row';
import { useUpload } from '../use-upload';

/** The state of the upload as it moves; the rest of the page follows when it arrives somewhere. */
export function UploadLive({ initial }: { initial: UploadView }) {
  const router = useRouter();
  const { view, trouble, refresh } = useUpload(initial.id, initial);
  const onPage = useRef(initial.state);

  // The page is drawn for one state: when a look finds another, it is asked for again.
  useEffect(() => {
    if (view && view.state !== onPage.current) router.refresh();
  }, [view, router]);

  // An action may give the page a new state: it is followed again.
  useEffect(() => {
    if (onPage.current === initial.state) return;
    onPage.current = initial.state;
    refresh();
  }, [initial.state, refresh]);

  const row = uploadRow(view ?? initial);
  return (
    <>
      <ul className="jobs page-section">
        <UploadRow
          // The head of the page has the actions.
          row={{ ...row, actions: [] }}
          href={null}
          onAction={() => {}}
          error={trouble && `${trouble} This page may be out of date; trying again.`}
        />
      </ul>
      {view?.preview ? <Preview view={view} preview={view.preview} onChanged={refresh} /> : null}
    </>
  );
}

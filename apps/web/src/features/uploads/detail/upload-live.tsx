'use client';

import type { UploadView } from '@basecase/db/types';
import { uploadRow } from '@basecase/views/uploads';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { Intake } from '../intake/intake';
import { UploadRow } from '../upload-row';
import { useUploads } from '../use-upload';

/** The state of the upload as it moves; the rest of the page follows when it arrives somewhere. */
export function UploadLive({ initial }: { initial: UploadView }) {
  const router = useRouter();
  const { followed, refresh } = useUploads([initial.id], [initial]);
  const { view, trouble } = followed(initial.id);
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
      {view?.preview ? <Intake waiting={[{ ...view, preview: view.preview }]} onChanged={refresh} /> : null}
    </>
  );
}

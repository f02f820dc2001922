'use client';

import type { UploadView } from '@basecase/db/types';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { api, messageOf } from '../api';
import { prepareUploadRow, type RowAction } from '../prepare-row';
import { Preview } from '../preview';
import { UploadRow } from '../upload-row';
import { useUpload } from '../use-upload';

/** The state of the upload as it moves; the rest of the page follows when it arrives somewhere. */
export function UploadLive({ initial }: { initial: UploadView }) {
  const router = useRouter();
  const { view, trouble, refresh } = useUpload(initial.id, initial);
  const [error, setError] = useState<string | null>(null);
  const { state } = view ?? initial;
  const shown = useRef(initial.state);

  useEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    router.refresh();
  }, [state, router]);

  // Something else on the page has changed the upload: follow it again.
  useEffect(() => {
    if (initial.state !== shown.current) {
      shown.current = initial.state;
      refresh();
    }
  }, [initial.state, refresh]);

  async function act(action: RowAction) {
    setError(null);
    try {
      if (action === 'cancel') await api.uploads.cancel.mutate({ id: initial.id });
      if (action === 'read-again') await api.uploads.reparse.mutate({ id: initial.id });
      refresh();
    } catch (reason) {
      setError(messageOf(reason));
    }
  }

  const row = prepareUploadRow(view ?? initial);
  return (
    <>
      <ul className="jobs sec">
        <UploadRow
          // The head of the page has the actions.
          row={{ ...row, actions: [] }}
          href={null}
          onAction={act}
          error={error ?? (trouble && `${trouble} What is shown may be old; trying again.`)}
        />
      </ul>
      {view?.preview ? <Preview view={view} preview={view.preview} onChanged={refresh} /> : null}
    </>
  );
}

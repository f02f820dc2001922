'use client';

import type { UploadDeletion, UploadState } from '@basecase/db/types';
import { countText } from '@basecase/views/text';
import { useRouter } from 'next/navigation';
import { useId, useRef, useState } from 'react';
import { api } from '../../../ui/api/api';
import { changeUpload, deleteUpload, type UploadChange } from '../../../ui/api/change-upload';
import { FormError } from '../../../ui/form/form-error';
import { useAttempt } from '../../../ui/form/use-attempt';

interface Props {
  id: string;
  state: UploadState;
  filename: string;
  /** Why it can't be read again: the retention rule removed its files; null: they are stored. */
  removed: string | null;
}

/** What can be done with an upload in its state. */
export function UploadActions({ id, state, filename, removed }: Props) {
  const router = useRouter();
  const { busy, error, attempt } = useAttempt();
  const isMoving = state === 'queued' || state === 'reading';

  async function run(change: UploadChange) {
    if (await attempt(() => changeUpload(id, change))) router.refresh();
  }

  return (
    <div className="actions upload-acts only-script">
      {isMoving ? (
        <button type="button" className="button" disabled={busy} onClick={() => run('cancel')}>
          Cancel
        </button>
      ) : (
        <button
          type="button"
          className="button"
          disabled={busy || removed !== null}
          title={
            removed ?? 'Reads the stored bytes again with the current parsers. Links to runs stay valid.'
          }
          onClick={() => run('reparse')}
        >
          Read again
        </button>
      )}
      <DeleteButton id={id} filename={filename} isMoving={isMoving} />
      <FormError error={error} />
    </div>
  );
}

/** Says what would go before anything does. */
function DeleteButton({ id, filename, isMoving }: { id: string; filename: string; isMoving: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const [deletion, setDeletion] = useState<UploadDeletion | null>(null);
  const { busy, error, attempt } = useAttempt();

  async function open() {
    setDeletion(null);
    dialog.current?.showModal();
    await attempt(async () => setDeletion(await api.uploads.describeDeletion.query({ id })));
  }

  async function remove() {
    if (await attempt(() => deleteUpload(id))) window.location.assign('/uploads');
  }

  return (
    <>
      <button
        type="button"
        className="button"
        onClick={open}
        disabled={isMoving}
        title={isMoving ? 'In progress: cancel it first.' : undefined}
      >
        Delete …
      </button>
      <dialog ref={dialog} className="confirm" aria-labelledby={heading}>
        <h2 id={heading}>Delete {filename}?</h2>
        {deletion ? <WhatGoes deletion={deletion} /> : null}
        {!deletion && !error ? <p className="mid">Checking what would be deleted …</p> : null}
        <FormError error={error} />
        <div className="form-actions cluster">
          <button type="button" className="button primary" disabled={!deletion || busy} onClick={remove}>
            Delete it
          </button>
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Keep it
          </button>
        </div>
      </dialog>
    </>
  );
}

const LISTED = 8;

function WhatGoes({ deletion }: { deletion: UploadDeletion }) {
  const { runs, results, measurements, files, readAgain } = deletion;
  const more = runs.length - LISTED;
  return (
    <>
      <p>
        {countText(runs.length, 'run')} with {countText(results, 'result')} and{' '}
        {countText(measurements, 'number')}, and {countText(files, 'file')} will be deleted. This cannot be
        undone. Permalinks keep their numbers.
      </p>
      {runs.length > 0 ? (
        <ul className="what-goes">
          {runs.slice(0, LISTED).map((run) => (
            <li key={run.id}>
              <span className="mono">{run.label}</span>{' '}
              <span className="dim">{countText(run.results, 'result')}</span>
            </li>
          ))}
          {more > 0 ? <li className="dim">and {countText(more, 'more run')}</li> : null}
        </ul>
      ) : null}
      {readAgain.length > 0 ? (
        <p>
          {countText(readAgain.length, 'other upload')} with some of the same logs{' '}
          {readAgain.length === 1 ? 'is' : 'are'} read again to keep{' '}
          {readAgain.length === 1 ? 'its own' : 'their own'} results.
        </p>
      ) : null}
    </>
  );
}

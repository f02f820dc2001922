import type { UploadHeatmap } from '@basecase/db/types';
import { heatmapLinks, type RowAction, uploadRow } from '@basecase/views/uploads';
import { useEffect, useState } from 'react';
import { api, messageOf } from '../../ui/api/api';
import { changeUpload } from '../../ui/api/change-upload';
import { Preview } from './preview';
import { UploadRow } from './upload-row';
import { useUpload } from './use-upload';

interface Props {
  id: string;
  name: string;
  isKnown: boolean;
  onDismiss: () => void;
}

/** An upload that the server has: its row, its preview when it waits for one, its heatmaps when it is stored. */
export function FollowedUpload({ id, name, isKnown, onDismiss }: Props) {
  const { view, trouble, isGone, refresh } = useUpload(id);
  const [error, setError] = useState<string | null>(null);
  if (isGone) return null;

  async function act(action: RowAction) {
    if (action === 'dismiss') return onDismiss();
    setError(null);
    try {
      if (action === 'cancel') await changeUpload(id, 'cancel');
      if (action === 'read-again') await changeUpload(id, 'reparse');
      refresh();
    } catch (reason) {
      setError(messageOf(reason));
    }
  }

  const row = view
    ? uploadRow(view, isKnown)
    : {
        name,
        about: '',
        status: 'sent',
        emphasis: null,
        detail: 'checking progress',
        progress: null,
        trouble: null,
        actions: [],
      };
  return (
    <UploadRow
      row={row}
      href={`/uploads/${id}`}
      onAction={act}
      error={error ?? (trouble && `${trouble} This page may be out of date; trying again.`)}
    >
      {view?.preview ? (
        <div className="below">
          <Preview view={view} preview={view.preview} onChanged={refresh} />
        </div>
      ) : null}
      {view?.state === 'stored' ? <HeatmapLinks id={id} /> : null}
    </UploadRow>
  );
}

function HeatmapLinks({ id }: { id: string }) {
  const [heatmaps, setHeatmaps] = useState<UploadHeatmap[] | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    // Without them the row still leads to the page of the upload, which has them as well.
    api.uploads.heatmaps.query({ id }, { signal: abort.signal }).then(setHeatmaps, () => setHeatmaps([]));
    return () => abort.abort();
  }, [id]);
  if (!heatmaps || heatmaps.length === 0) return null;
  return (
    <ul className="below links" aria-label="Heatmaps">
      {heatmapLinks(heatmaps).map(({ href, text, where }) => (
        <li key={href}>
          Open the heatmap of <a href={href}>{text}</a> <span className="dim">{where}</span>
        </li>
      ))}
    </ul>
  );
}

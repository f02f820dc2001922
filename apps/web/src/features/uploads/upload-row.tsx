import type { RowAction, RowModel } from '@basecase/views/uploads';
import type { ReactNode } from 'react';
import { FormError } from '../../ui/form/form-error';

const LABELS: Record<RowAction, string> = {
  'cancel-sending': 'Cancel',
  cancel: 'Cancel',
  'send-again': 'Send again',
  'read-again': 'Read again',
  review: 'Review',
  dismiss: 'Hide',
};

interface Props {
  row: RowModel;
  /** Page of the upload; null while it has none. */
  href: string | null;
  onAction: (action: RowAction) => void;
  /** Why the last action, or the last look, failed. */
  error?: string | null;
  children?: ReactNode;
}

/** One upload: its name, how far it is, what can be done with it. */
export function UploadRow({ row, href, onAction, error = null, children = null }: Props) {
  const { progress, trouble } = row;
  const [word = ''] = row.status.split(',');
  return (
    <li className="job">
      <div className="what">
        <strong className="mono">{href ? <a href={href}>{row.name}</a> : row.name}</strong>
        <small>{row.about}</small>
      </div>
      <div className="upload-progress">
        {progress ? (
          <progress
            aria-label={`${progress.label}, ${row.name}`}
            max={progress.max ?? undefined}
            value={progress.max === null ? undefined : progress.value}
          />
        ) : null}
      </div>
      <div className="upload-status">
        <span className={row.emphasis ? `tone-${row.emphasis}` : undefined}>{row.status}</span>
        <small>{row.detail}</small>
        {/* Percentages would be read out without end: only the word that changes is. */}
        <span className="sr-only" role="status">{`${row.name}: ${word}`}</span>
      </div>
      <div className="actions">
        {row.actions.map((action) => (
          <button key={action} type="button" className="button quiet" onClick={() => onAction(action)}>
            {LABELS[action]}
            <span className="sr-only"> {row.name}</span>
          </button>
        ))}
      </div>
      {trouble ? (
        <p className="warn-note is-error">
          <strong>{trouble.what}</strong> {trouble.advice} <span className="mono dim">{trouble.code}</span>
          {trouble.code === 'TOKEN_MISSING' || trouble.code === 'TOKEN_WRONG' ? (
            <>
              {' '}
              <a href="/tokens">Sign in</a>
            </>
          ) : null}
        </p>
      ) : null}
      <FormError error={error} />
      {children}
    </li>
  );
}

import type { SeamModel } from '@basecase/views/compare';
import { countText } from '@basecase/views/text';
import { useState } from 'react';
import { FormError } from '../../ui/form/form-error';
import { useComparePage } from './use-compare-state';

/** In the meta line: how often the shown columns change their config, with what changed and why they are one line. */
export function SeamsLine({ seams, configs }: { seams: readonly SeamModel[]; configs: string }) {
  if (seams.length === 0) return null;
  const count = seams.reduce((sum, { columns }) => sum + columns.length, 0);
  return (
    <span>
      <span className="separator">/</span>
      {configs}, joined at{' '}
      <button type="button" className="seam-count" popoverTarget={seams[0]?.id}>
        {countText(count, 'seam')}
      </button>
      {seams.map((seam) => (
        <SeamPopover key={seam.id} seam={seam} />
      ))}
    </span>
  );
}

function SeamPopover({ seam }: { seam: SeamModel }) {
  const { frozen } = useComparePage();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { id, product, from, to, title, settings, changes, reason } = seam;
  const split = async () => {
    setBusy(true);
    // Loaded late: pages are drawn without it.
    const { api, messageOf } = await import('../../ui/api/api');
    try {
      await api.lines.decide.mutate({ product, from, to, action: 'split' });
      window.location.assign('/lines');
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  };
  return (
    <span id={id} popover="auto" className="seam-popover" role="dialog" aria-label={title}>
      <strong>{title}</strong>
      <span>{settings}.</span>
      {changes.map(({ name, text }) => (
        <span key={name} className="mono">
          {name} {text}
        </span>
      ))}
      <span className="dim">{reason}</span>
      <span className="actions">
        {frozen ? null : (
          <button type="button" className="button" onClick={split} disabled={busy}>
            Split here
          </button>
        )}
        <a href="/lines">All lines and history</a>
      </span>
      <FormError error={error} />
    </span>
  );
}

/** The mark at the left edge of a column head. */
export function SeamMark({ seam }: { seam: SeamModel }) {
  return (
    <button
      type="button"
      className="seam-mark"
      popoverTarget={seam.id}
      aria-label={seam.title}
      title={seam.title}
    />
  );
}

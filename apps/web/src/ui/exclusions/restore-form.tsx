'use client';

import { useActionState } from 'react';
import { type ExclusionResult, restore } from '../../server/actions/exclusions';

const NOTHING: ExclusionResult = { error: null };

/** Takes an exclusion back. */
export function RestoreForm({ id, name }: { id: string; name: string }) {
  const [result, action, isPending] = useActionState(restore, NOTHING);
  return (
    <form action={action}>
      <input type="hidden" name="id" value={id} />
      <button type="submit" className="btn" disabled={isPending} aria-label={`Take back: ${name}`}>
        Take back
      </button>
      {result.error === null ? null : <span role="alert">{result.error}</span>}
    </form>
  );
}

'use client';

import { useActionState } from 'react';
import type { ChangeResult } from '../../server/actions/webhooks';

const NOTHING: ChangeResult = { error: null };

interface Props {
  id: string;
  action: (before: ChangeResult, form: FormData) => Promise<ChangeResult>;
  /** `Pause` */
  label: string;
  /** What it is done to, for who does not see the row. */
  name: string;
}

/** One button that does something to one row. Works without scripts. */
export function ChangeForm({ id, action: change, label, name }: Props) {
  const [result, action, isPending] = useActionState(change, NOTHING);
  return (
    <form action={action}>
      <input type="hidden" name="id" value={id} />
      <button className="btn" type="submit" disabled={isPending} aria-label={`${label} ${name}`}>
        {label}
      </button>
      {result.error === null ? null : (
        <span className="form-error" role="alert">
          {result.error}
        </span>
      )}
    </form>
  );
}

'use client';

import { type ReactNode, useActionState } from 'react';
import type { ActionResult } from '../../server/actions/problem-of';

interface Props {
  id: string;
  action: (before: ActionResult, form: FormData) => Promise<ActionResult>;
  /** `Pause` */
  label: string;
  /** Label with its object, for screen readers: `Pause https://…` */
  spokenLabel: string;
  className?: string;
  /** What else is sent. */
  children?: ReactNode;
}

/** One button that does something to one row. Works without scripts. */
export function RowAction({ id, action: change, label, spokenLabel, className, children }: Props) {
  const [result, action, isPending] = useActionState(change, { error: null });
  return (
    <form action={action}>
      {children}
      <input type="hidden" name="id" value={id} />
      <button className={className ?? 'button'} type="submit" disabled={isPending} aria-label={spokenLabel}>
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

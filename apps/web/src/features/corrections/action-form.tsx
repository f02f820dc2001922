'use client';

import { useActionState, useId } from 'react';
import type { ActionResult } from '../../server/actions/problem-of';
import { FormError } from '../../ui/form/form-error';

interface Props {
  action: (before: ActionResult, form: FormData) => Promise<ActionResult>;
  /** What it does, with the number. */
  button: string;
  hint: string;
  /** What the reason begins with; null: none is asked for. */
  reason: string | null;
  /** What was looked at, by name. */
  values: Readonly<Record<string, string>>;
}

/** Does what the preview above it says. Works without scripts. */
export function ActionForm({ action: change, button, hint, reason, values }: Props) {
  const [result, action, isPending] = useActionState(change, { error: null });
  const id = useId();
  return (
    <form className="correct-action" action={action}>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {reason === null ? null : (
        <>
          <label htmlFor={id}>Reason</label>
          <input
            id={id}
            name="reason"
            className="field"
            defaultValue={reason}
            placeholder="host name was changed for one night"
            maxLength={1000}
            required
            autoComplete="off"
          />
        </>
      )}
      <div className="cluster">
        <button type="submit" className="button primary" disabled={isPending}>
          {button}
        </button>
        <span className="mid">{hint}</span>
      </div>
      <FormError error={result.error} />
    </form>
  );
}

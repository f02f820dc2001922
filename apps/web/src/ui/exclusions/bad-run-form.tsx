'use client';

import { useActionState } from 'react';
import { type ExclusionResult, exclude } from '../../server/actions/exclusions';
import { FormError } from '../form/form-error';

const NOTHING: ExclusionResult = { error: null };

/** Marks a run as bad: it is out of all pairs, and counts for no verdict and no record. Works without scripts. */
export function BadRunForm({ run }: { run: { id: string; label: string } }) {
  const [result, action, isPending] = useActionState(exclude, NOTHING);
  return (
    <form className="exclusion" action={action}>
      <label htmlFor={`bad-${run.id}`}>
        The whole run <span className="mono">{run.label}</span> is bad, because
      </label>
      <div className="say-why">
        <input type="hidden" name="run" value={run.id} />
        <input
          id={`bad-${run.id}`}
          className="field"
          name="reason"
          maxLength={500}
          required
          autoComplete="off"
          placeholder="fan failed"
        />
        <button type="submit" className="btn" disabled={isPending}>
          Mark as bad
        </button>
      </div>
      <FormError error={result.error} />
    </form>
  );
}

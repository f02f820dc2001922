'use client';

import { useActionState } from 'react';
import { type ExclusionResult, exclude } from '../../server/actions/exclusions';
import { BadRunForm } from '../../ui/exclusions/bad-run-form';
import { FormError } from '../../ui/form/form-error';

const NOTHING: ExclusionResult = { error: null };

interface Side {
  id: string;
  label: string;
}

/** Takes a pair out, or marks one of its runs as bad. Opens by itself, without scripts too. */
export function ExcludeForm({ a, b }: { a: Side; b: Side }) {
  return (
    <details className="exclude">
      <summary aria-label={`Exclude ${a.label} and ${b.label}, or one of them`}>Exclude …</summary>
      {a.id === b.id ? null : <PairForm a={a} b={b} />}
      <BadRunForm run={a} />
      {a.id === b.id ? null : <BadRunForm run={b} />}
    </details>
  );
}

function PairForm({ a, b }: { a: Side; b: Side }) {
  const [result, action, isPending] = useActionState(exclude, NOTHING);
  return (
    <form className="exclusion" action={action}>
      <label htmlFor={`reason-${a.id}-${b.id}`}>Reason, kept and shown</label>
      <input
        id={`reason-${a.id}-${b.id}`}
        className="field"
        name="reason"
        maxLength={500}
        required
        placeholder="fan failed, 2 of 8 cores throttled"
      />
      <input type="hidden" name="run" value={a.id} />
      <div className="say-why">
        <button type="submit" className="btn" name="other" value={b.id} disabled={isPending}>
          This pair
        </button>
      </div>
      <FormError error={result.error} />
    </form>
  );
}

'use client';

import { type ReactNode, useActionState, useId } from 'react';
import { exclude } from '../../server/actions/exclusions';
import { FormError } from '../form/form-error';

interface Props {
  /** The run that is bad, or one of a pair. */
  run: string;
  /** The other of the pair; without it the run itself is out. */
  other?: string;
  label: ReactNode;
  placeholder: string;
  button: string;
}

/** Takes a pair out of the noise, or marks a run as bad, with a reason that is kept. Works without scripts. */
export function ExclusionForm({ run, other, label, placeholder, button }: Props) {
  const [result, action, isPending] = useActionState(exclude, { error: null });
  const id = useId();
  return (
    <form className="exclusion pile" action={action}>
      <label htmlFor={id} className="fine mid anywhere">
        {label}
      </label>
      <div className="say-why">
        <input type="hidden" name="run" value={run} />
        {other === undefined ? null : <input type="hidden" name="other" value={other} />}
        <input
          id={id}
          className="field"
          name="reason"
          maxLength={500}
          required
          autoComplete="off"
          placeholder={placeholder}
        />
        <button type="submit" className="button" disabled={isPending}>
          {button}
        </button>
      </div>
      <FormError error={result.error} />
    </form>
  );
}

/** Marks a run as bad: it is out of all pairs, and counts for no verdict and no record. */
export function BadRunForm({ run: { id, label } }: { run: { id: string; label: string } }) {
  return (
    <ExclusionForm
      run={id}
      label={
        <>
          The whole run <span className="mono">{label}</span> is bad, because
        </>
      }
      placeholder="fan failed"
      button="Mark as bad"
    />
  );
}

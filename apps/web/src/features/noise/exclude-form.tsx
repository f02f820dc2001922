'use client';

import { useActionState } from 'react';
import { type ExclusionResult, exclude, restore } from './actions';

const NOTHING: ExclusionResult = { error: null };

interface Side {
  id: string;
  label: string;
}

/** Takes a pair out, or marks one of its runs as bad. Opens by itself, without scripts too. */
export function ExcludeForm({ a, b }: { a: Side; b: Side }) {
  const [result, action, isPending] = useActionState(exclude, NOTHING);
  return (
    <details className="exclude" open={result.error !== null || undefined}>
      <summary aria-label={`Exclude ${a.label} and ${b.label}, or one of them`}>Exclude …</summary>
      <form action={action}>
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
        <div className="acts2">
          <button type="submit" className="btn" name="other" value={b.id} disabled={isPending}>
            This pair
          </button>
        </div>
        {result.error === null ? null : (
          <p className="warn-note err" role="alert">
            {result.error}
          </p>
        )}
      </form>
      <BadRunForm run={a} />
      <BadRunForm run={b} />
    </details>
  );
}

/** Marks a run as bad: it is out of all pairs, and counts for no record. */
function BadRunForm({ run }: { run: Side }) {
  const [result, action, isPending] = useActionState(exclude, NOTHING);
  return (
    <form action={action}>
      <label htmlFor={`bad-${run.id}`}>
        Or the whole run <span className="mono">{run.label}</span> is bad, because
      </label>
      <div className="acts2">
        <input type="hidden" name="run" value={run.id} />
        <input id={`bad-${run.id}`} className="field" name="reason" maxLength={500} required />
        <button type="submit" className="btn" disabled={isPending}>
          Mark as bad
        </button>
      </div>
      {result.error === null ? null : (
        <p className="warn-note err" role="alert">
          {result.error}
        </p>
      )}
    </form>
  );
}

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

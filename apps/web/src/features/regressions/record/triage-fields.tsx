import type { RegressionEntry } from '@basecase/db/types';
import { useActionState, useEffect, useState } from 'react';
import type { TriageFields } from '../../../server/actions/read-triage-form';
import { decideOne, type TriageResult } from '../../../server/actions/regressions';
import { FormError } from '../../../ui/form/form-error';

const NOTHING: TriageResult = { saved: null, error: null, typed: null };

/** What of a record the browser needs to change it: its nights are many. */
export type TriagedRecord = Pick<
  RegressionEntry,
  'slug' | 'triageVersion' | 'state' | 'owner' | 'bugUrl' | 'fix'
> & { isOfBuilds: boolean };

const FIELDS = [
  { name: 'owner', label: 'Owner', type: 'text', placeholder: 'Nobody' },
  { name: 'bugUrl', label: 'Reported at', type: 'url', placeholder: 'https://… bug or thread' },
  { name: 'fixedIn', label: 'Fixed in', type: 'text', placeholder: 'Version, if reported fixed' },
] as const;
const FIXED_BUILD = 'Commit, if reported fixed';

/** The assignee, the issue link and the version with the fix. */
export function TriageFieldsForm({ page }: { page: TriagedRecord }) {
  const [result, action, isPending] = useActionState(decideOne, NOTHING);
  const stored: TriageFields = {
    owner: page.owner ?? '',
    bugUrl: page.bugUrl ?? '',
    fixedIn: page.fix.claimed ?? '',
  };
  // Only typed values are kept here: they survive a conflict, and other fields follow changes of others.
  const [edits, setEdits] = useState<Partial<TriageFields>>(result.typed ?? {});
  useEffect(() => {
    if (result.saved !== null) setEdits({});
  }, [result]);
  const isChanged = FIELDS.some(({ name }) => (edits[name] ?? stored[name]) !== stored[name]);
  return (
    <form action={action} className="form">
      <input type="hidden" name="slug" value={page.slug} />
      <input type="hidden" name="triageVersion" value={page.triageVersion} />
      {FIELDS.map(({ name, label, type, placeholder }) => (
        <div key={name} className="contents">
          <label htmlFor={`triage-${name}`}>{label}</label>
          <input
            id={`triage-${name}`}
            className="field"
            name={name}
            type={type}
            maxLength={name === 'bugUrl' ? 1000 : 100}
            placeholder={name === 'fixedIn' && page.isOfBuilds ? FIXED_BUILD : placeholder}
            value={edits[name] ?? stored[name]}
            onChange={(event) => setEdits({ ...edits, [name]: event.target.value })}
          />
        </div>
      ))}
      <span />
      <div className="form-actions">
        <button type="submit" className="button" disabled={isPending}>
          Save
        </button>
        <output className="mid">{isChanged ? 'Not saved yet' : result.saved}</output>
      </div>
      <FormError error={result.error} className="warn-note is-error wide" />
    </form>
  );
}

import type { RegressionPage } from '@basecase/db/types';
import { useState } from 'react';
import type { TriageFields } from '../read-forms';

interface Props {
  page: RegressionPage;
  /** What was typed and not saved, when the page comes back without scripts. */
  typed: TriageFields | null;
  action: (form: FormData) => void;
  isPending: boolean;
}

const FIELDS = [
  { name: 'owner', label: 'Owner', type: 'text', placeholder: 'Nobody' },
  { name: 'bugUrl', label: 'Reported at', type: 'url', placeholder: 'https://… of a bug or thread' },
  { name: 'fixedIn', label: 'Fixed in', type: 'text', placeholder: 'Version, if somebody says so' },
] as const;

/** Who looks after it, where it was reported, and in which version it is said to be fixed. */
export function TriageFieldsForm({ page, typed, action, isPending }: Props) {
  const stored: TriageFields = {
    owner: page.owner ?? '',
    bugUrl: page.bugUrl ?? '',
    fixedIn: page.fix.claimed ?? '',
  };
  // Controlled: React empties other fields after a form was sent, and what was typed must survive a conflict.
  const [values, setValues] = useState(typed ?? stored);
  const isChanged = FIELDS.some(({ name }) => values[name] !== stored[name]);
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
            placeholder={placeholder}
            value={values[name]}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        </div>
      ))}
      <span />
      <button type="submit" className="btn" disabled={isPending}>
        {isChanged ? 'Save changes' : 'Save'}
      </button>
    </form>
  );
}

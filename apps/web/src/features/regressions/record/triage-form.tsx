'use client';

import type { RegressionEntry } from '@basecase/db/types';
import { DECISIONS, fixText, STATE_LABELS, STATES } from '@basecase/views/regressions';
import { useActionState, useEffect, useState } from 'react';
import type { TriageFields } from '../../../server/actions/read-triage-form';
import { decideOne, type TriageResult } from '../../../server/actions/regressions';
import { FormError } from '../../../ui/form/form-error';
import { Section } from '../../../ui/page/section';
import { usePageKeys } from '../../../ui/page/use-page-keys';
import { BugLink } from '../bug-link';

const NOTHING: TriageResult = { saved: null, error: null, typed: null };

/** State, owner, bug link and fix. Plain forms: they work without scripts, and `c i n w` press the buttons. */
export function TriageForm({ page }: { page: TriagedRecord }) {
  const [result, action, isPending] = useActionState(decideOne, NOTHING);
  usePageKeys(({ key }) => {
    const selector = `.triage button[data-key="${CSS.escape(key)}"]`;
    document.querySelector<HTMLButtonElement>(selector)?.click();
  });
  return (
    <Section
      title="Triage"
      aside={<span className="pill push">{STATE_LABELS[page.state]}</span>}
      className="triage"
    >
      <div className="inset triage-buttons">
        <form action={action}>
          <input type="hidden" name="slug" value={page.slug} />
          <input type="hidden" name="triageVersion" value={page.triageVersion} />
          <fieldset className="state-buttons" disabled={isPending}>
            <legend className="sr-only">State</legend>
            {STATES.map((state) => {
              const key = DECISIONS.find((decision) => decision.state === state)?.key ?? undefined;
              return (
                <button
                  key={state}
                  type="submit"
                  name="state"
                  value={state}
                  aria-pressed={state === page.state}
                  data-key={key}
                  aria-keyshortcuts={key}
                >
                  {STATE_LABELS[state]}
                </button>
              );
            })}
          </fieldset>
        </form>
        <Told result={result} />
        <TriageFieldsForm page={page} />
        <BugLink url={page.bugUrl} />
        {fixText(page.fix) ? <p className="mid">It is {fixText(page.fix)}.</p> : null}
      </div>
    </Section>
  );
}

function Told({ result }: { result: TriageResult }) {
  return (
    <>
      <output className="mid">{result.saved}</output>
      <FormError error={result.error} />
    </>
  );
}

/** What of a record the browser needs to change it: its nights are many. */
type TriagedRecord = Pick<
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
function TriageFieldsForm({ page }: { page: TriagedRecord }) {
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
      <div className="cluster">
        <button type="submit" className="button" disabled={isPending}>
          Save
        </button>
        <output className="mid">{isChanged ? 'Not saved yet' : result.saved}</output>
      </div>
      <FormError error={result.error} className="warn-note is-error wide" />
    </form>
  );
}

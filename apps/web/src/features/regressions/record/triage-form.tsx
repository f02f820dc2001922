'use client';

import { DECISIONS, fixText, STATE_LABELS, STATES } from '@basecase/views/regressions';
import { useActionState } from 'react';
import { decideOne, type TriageResult } from '../../../server/actions/regressions';
import { FormError } from '../../../ui/form/form-error';
import { safeHref } from '../../../ui/markdown/safe-href';
import { Section } from '../../../ui/page/section';
import { usePageKeys } from '../../../ui/page/use-page-keys';
import { type TriagedRecord, TriageFieldsForm } from './triage-fields';

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

function BugLink({ url }: { url: string | null }) {
  const href = url === null ? null : safeHref(url);
  if (href === null) return null;
  return (
    <p className="mid bug-link">
      Reported at{' '}
      <a href={href} rel="noopener noreferrer nofollow">
        {url}
      </a>
    </p>
  );
}

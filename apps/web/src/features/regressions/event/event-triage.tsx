'use client';

import type { EventPageModel } from '@basecase/views/regressions';
import { useActionState } from 'react';
import { changeEvents, type EventResult } from '../../../server/actions/events';
import { FormError } from '../../../ui/form/form-error';
import { Section } from '../../../ui/page/section';
import { usePageKeys } from '../../../ui/page/use-page-keys';
import { BugLink } from '../bug-link';
import { DecisionButtons, NO_RESULT } from '../decision-buttons';

const FIELDS = [
  { name: 'owner', label: 'Owner', type: 'text', maxLength: 100 },
  { name: 'bugUrl', label: 'Reported at', type: 'url', maxLength: 1000 },
  { name: 'fixedIn', label: 'Fixed in', type: 'text', maxLength: 100 },
] as const;

/**
 * State, owner, bug link, fix, muting and splitting of an event. Plain forms: they work without scripts, and `c i n w f u`
 * press the buttons.
 */
export function EventTriage({ model, canTriage }: { model: EventPageModel['triage']; canTriage: boolean }) {
  const [result, action, isPending] = useActionState(changeEvents, NO_RESULT);
  usePageKeys(({ key }) => {
    const selector = `.event-triage button[data-key="${CSS.escape(key)}"]`;
    document.querySelector<HTMLButtonElement>(selector)?.click();
  });
  const { value, bugUrl } = model;
  const event = <input type="hidden" name="event" value={value} />;
  return (
    <Section
      title="Triage"
      id="triage"
      hint="applies to all its tests on all its servers"
      className="event-triage"
    >
      <div className="inset pile">
        <BugLink url={bugUrl} />
        {canTriage ? (
          <>
            <form action={action}>
              {event}
              <fieldset className="cluster" disabled={isPending}>
                <legend className="sr-only">State</legend>
                <DecisionButtons current={model.state} />
              </fieldset>
            </form>
            <form action={action} className="cluster">
              {event}
              {FIELDS.map(({ name, label, type, maxLength }) => (
                <label key={name} className="field-label">
                  <span>{label}</span>
                  <input
                    className="field"
                    name={name}
                    type={type}
                    maxLength={maxLength}
                    defaultValue={model[name]}
                  />
                </label>
              ))}
              <button type="submit" className="button" disabled={isPending}>
                Save
              </button>
            </form>
            <div className="cluster">
              <form action={action}>
                {event}
                <button type="submit" className="button" name="muted" value={model.muted ? '0' : '1'}>
                  {model.muted ? 'Unmute' : 'Mute'}
                </button>
              </form>
              <form action={action} className="cluster">
                {event}
                <label className="field-label keep">
                  <span>Known until</span>
                  <input
                    className="field"
                    name="knownUntil"
                    maxLength={100}
                    defaultValue={model.knownUntil}
                    placeholder="version"
                  />
                </label>
                <button type="submit" className="button">
                  Set version
                </button>
              </form>
              {model.splits.length > 0 ? (
                <form action={action} className="cluster">
                  {event}
                  <label className="field-label keep">
                    <span>Split off a server</span>
                    <select className="field" name="split" defaultValue="">
                      <option value="">choose</option>
                      {model.splits.map(({ server, name }) => (
                        <option key={server} value={server}>
                          {name}
                        </option>
                      ))}
                    </select>
                  </label>
                  <button type="submit" className="button">
                    Split
                  </button>
                </form>
              ) : null}
              {model.undo ? (
                <form action={action}>
                  <button type="submit" className="button" name="undo" value={model.undo.id} data-key="u">
                    Undo: {model.undo.text}
                  </button>
                </form>
              ) : null}
            </div>
            <output className="mid">{savedText(result)}</output>
            <FormError
              error={
                result.conflicts.length > 0
                  ? 'Someone else, or newer runs, changed this event in the meantime. Nothing was saved: check the current values, then send yours again.'
                  : result.error
              }
            />
          </>
        ) : (
          <p className="mid">
            Read-only. To change the event, <a href="/tokens">sign in with a token</a>.
          </p>
        )}
      </div>
    </Section>
  );
}

function savedText({ done }: EventResult): string {
  if (done === null) return '';
  if (done === 'undone') return 'Taken back.';
  return done === 'split' ? 'The server is now a separate event.' : 'Saved.';
}

'use client';

import { EVENT_WORDS } from '@basecase/views/webhooks';
import { useActionState } from 'react';
import { type AddResult, addWebhook } from '../../server/actions/webhooks';
import { FormError } from '../../ui/form/form-error';

const NOTHING: AddResult = { error: null, secret: null, url: '' };

/** Makes a webhook and shows its secret, once. Works without scripts: it is a form that is sent. */
export function AddWebhookForm() {
  const [state, action, isPending] = useActionState(addWebhook, NOTHING);
  return (
    <>
      <form className="token-form" action={action}>
        <label className="lab" htmlFor="webhook-url">
          URL
        </label>
        <input
          className="field"
          id="webhook-url"
          name="url"
          type="url"
          maxLength={2000}
          placeholder="https://hooks.example/basecase"
          required
          autoComplete="off"
          defaultValue={state.url}
          aria-invalid={state.error !== null}
          aria-describedby={state.error === null ? undefined : 'webhook-error'}
        />
        <fieldset className="events">
          <legend className="lab">Tell it of regressions that are</legend>
          {Object.entries(EVENT_WORDS).map(([event, word]) => (
            <label key={event} className="check">
              <input type="checkbox" name="event" value={event} defaultChecked />
              {word}
            </label>
          ))}
        </fieldset>
        <button className="btn primary" type="submit" disabled={isPending}>
          Add webhook
        </button>
        <FormError error={state.error} id="webhook-error" className="form-error" />
      </form>
      {state.secret !== null && (
        <div className="token-shown" role="status">
          <p>The secret that its messages are signed with. Copy it now: it is not shown again.</p>
          <code>{state.secret}</code>
        </div>
      )}
    </>
  );
}

'use client';

import { EVENT_WORDS } from '@basecase/views/webhooks';
import { useActionState } from 'react';
import { type AddResult, addWebhook } from '../../server/actions/webhooks';
import { LineForm, ShownOnce } from '../../ui/form/line-form';

const NOTHING: AddResult = { error: null, secret: null, url: '' };
const FIELD = {
  id: 'webhook-url',
  name: 'url',
  type: 'url',
  maxLength: 2000,
  placeholder: 'https://hooks.example/basecase',
  autoComplete: 'off',
} as const;

/** Makes a webhook and shows its secret, once. */
export function AddWebhookForm() {
  const [{ error, secret, url }, action, isPending] = useActionState(addWebhook, NOTHING);
  const field = { ...FIELD, defaultValue: url };
  return (
    <>
      <LineForm {...{ action, isPending, error }} label="URL" field={field} button="Add webhook">
        <fieldset className="events cluster">
          <legend className="field-label">Announce regressions that are</legend>
          {Object.entries(EVENT_WORDS).map(([event, word]) => (
            <label key={event} className="check">
              <input type="checkbox" name="event" value={event} defaultChecked />
              {word}
            </label>
          ))}
        </fieldset>
      </LineForm>
      <ShownOnce text={secret}>
        Messages are signed with this secret. Copy it now: it is not shown again.
      </ShownOnce>
    </>
  );
}

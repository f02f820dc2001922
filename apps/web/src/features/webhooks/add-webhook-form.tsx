'use client';

import type { RunFacets } from '@basecase/db/types';
import { serverNames } from '@basecase/views/text';
import { DIGEST_WORDS, EVENT_WORDS, FORMAT_WORDS } from '@basecase/views/webhooks';
import { useActionState } from 'react';
import { type AddResult, addWebhook } from '../../server/actions/webhooks';
import { LineForm, ShownOnce } from '../../ui/form/line-form';
import { SelectField } from '../../ui/form/select-field';

const NOTHING: AddResult = { error: null, secret: null, values: {} };
const FIELD = {
  id: 'webhook-url',
  name: 'url',
  type: 'url',
  maxLength: 2000,
  placeholder: 'https://hooks.example/basecase',
  autoComplete: 'off',
} as const;

/** Servers and products to choose from. */
export type WebhookChoices = Pick<RunFacets, 'servers' | 'products'>;

/** Makes a webhook and shows its secret, once. */
export function AddWebhookForm({ choices }: { choices: WebhookChoices }) {
  const [{ error, secret, values }, action, isPending] = useActionState(addWebhook, NOTHING);
  return (
    <>
      <LineForm
        {...{ action, isPending, error }}
        label="URL"
        field={{ ...FIELD, defaultValue: values.url }}
        button="Add webhook"
      >
        <Choice
          label="Format"
          name="format"
          none="guess from address"
          value={values.format}
          options={choicesOf(FORMAT_WORDS)}
        />
        <SelectField
          key={`digest ${values.digest}`}
          label="Mails are sent"
          name="digest"
          defaultValue={values.digest ?? 'now'}
          options={choicesOf(DIGEST_WORDS)}
        />
        <label className="field-label">
          <span>Token, for issues</span>
          <input
            className="field"
            name="token"
            type="password"
            maxLength={1000}
            autoComplete="off"
            placeholder="GitHub, GitLab"
          />
        </label>
        <fieldset className="events cluster">
          <legend className="field-label">Announce regressions that are</legend>
          {Object.entries(EVENT_WORDS).map(([event, word]) => (
            <label key={event} className="check">
              <input type="checkbox" name="event" value={event} defaultChecked />
              {word}
            </label>
          ))}
        </fieldset>
        <Filter values={values} choices={choices} />
      </LineForm>
      <ShownOnce text={secret}>
        Messages are signed with this secret. Copy it now: it is not shown again.
      </ShownOnce>
    </>
  );
}

function choicesOf(words: Readonly<Record<string, string>>) {
  return Object.entries(words).map(([value, text]) => ({ value, text }));
}

/** Limits of the webhook; an empty field sets none. */
function Filter({ values, choices }: { values: AddResult['values']; choices: WebhookChoices }) {
  const names = serverNames(choices.servers);
  const servers = choices.servers.map(({ slug }, index) => ({ value: slug, text: names[index] ?? slug }));
  return (
    <fieldset className="events cluster">
      <legend className="field-label">Only</legend>
      <Choice label="Server" name="server" none="all" value={values.server} options={servers} />
      <Choice label="Product" name="product" none="all" value={values.product} options={choices.products} />
      <label className="field-label">
        <span>Branch of builds</span>
        <input
          className="field"
          name="branch"
          maxLength={200}
          placeholder="all, and releases"
          defaultValue={values.branch}
        />
      </label>
      <label className="field-label">
        <span>Smallest change, %</span>
        <input
          className="field"
          name="minPercent"
          type="number"
          min={0}
          max={100}
          step="any"
          placeholder="any"
          defaultValue={values.minPercent}
        />
      </label>
    </fieldset>
  );
}

interface ChoiceProps extends Pick<Parameters<typeof SelectField>[0], 'label' | 'none' | 'options'> {
  name: string;
  value: string | undefined;
}

/** A form that was sent goes back to its defaults, and a select to those of its first display: it gets a new one. */
function Choice({ value = '', ...field }: ChoiceProps) {
  return <SelectField key={value} defaultValue={value} {...field} />;
}

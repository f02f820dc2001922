'use client';

import type { UploadView } from '@basecase/db/types';
import { MAX_CAMPAIGN } from '@basecase/ingest/model';
import { campaignModel } from '@basecase/views/uploads';
import { useActionState, useId } from 'react';
import { nameCampaign } from '../../../server/actions/uploads';
import { FormError } from '../../../ui/form/form-error';
import { Section } from '../../../ui/page/section';

interface Props {
  view: Pick<UploadView, 'id' | 'campaign' | 'knownCampaigns' | 'storedRuns'>;
  /** Admins may. */
  canName: boolean;
}

/** The campaign of an upload and its source. */
export function Campaign({ view, canName }: Props) {
  const model = campaignModel(view.campaign, view.storedRuns);
  return (
    <Section title="Campaign" hint="runs that were measured together" id="campaign">
      <div className="inset campaign pile">
        <p>
          {model.name ? <strong>{model.name}</strong> : null}
          {model.name ? ', ' : null}
          {model.text}
        </p>
        {canName ? <NameForm key={model.given} view={view} campaign={model.given} /> : null}
        {model.changes.length > 0 ? (
          <ul className="fine mid" aria-label="Changed after the upload">
            {model.changes.map(({ key, text }) => (
              <li key={key} className="mid">
                {text}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Section>
  );
}

function NameForm({ view, campaign }: Pick<Props, 'view'> & { campaign: string }) {
  const [result, action, isPending] = useActionState(nameCampaign, { error: null });
  const id = useId();
  return (
    <form action={action}>
      <input type="hidden" name="id" value={view.id} />
      <label htmlFor={`${id}-name`}>Name it, or leave it empty; noise and records are updated</label>
      <div className="name-it">
        <input
          id={`${id}-name`}
          name="campaign"
          className="field"
          list={`${id}-known`}
          maxLength={MAX_CAMPAIGN}
          defaultValue={campaign}
          placeholder="november 2025"
          autoComplete="off"
        />
        <datalist id={`${id}-known`}>
          {view.knownCampaigns.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="submit" className="button" disabled={isPending}>
          Name the campaign
        </button>
      </div>
      <FormError error={result.error} />
    </form>
  );
}

import { MAX_CAMPAIGN } from '@basecase/ingest/model';
import type { CampaignQuestion } from '@basecase/views/uploads';
import { useId } from 'react';

interface Props {
  question: CampaignQuestion;
  known: readonly string[];
}

/** The campaign of an upload. Known names are offered: another spelling is another campaign. */
export function CampaignField({ question, known }: Props) {
  const id = useId();
  return (
    <>
      <label htmlFor={`${id}-campaign`}>Campaign</label>
      <input
        id={`${id}-campaign`}
        name="campaign"
        className="field"
        list={`${id}-known`}
        maxLength={MAX_CAMPAIGN}
        defaultValue={question.given}
        placeholder={question.else}
        autoComplete="off"
        title="Runs that were measured together. Point releases of one campaign show the noise of the server."
      />
      <datalist id={`${id}-known`}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

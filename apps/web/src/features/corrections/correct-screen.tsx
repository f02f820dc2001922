import type { CorrectionPreview, CorrectionTarget } from '@basecase/db/types';
import {
  backHref,
  type CorrectState,
  correctButton,
  correctTitle,
  type FormModel,
} from '@basecase/views/corrections';
import { countText } from '@basecase/views/text';
import { correct } from '../../server/actions/corrections';
import { FormError } from '../../ui/form/form-error';
import { ActionForm } from './action-form';
import { ChangesList } from './changes-list';
import { CorrectionFields } from './correction-fields';
import { FieldsForm } from './fields-form';

interface Props {
  target: CorrectionTarget;
  form: FormModel;
  state: CorrectState;
  canCorrect: boolean;
  /** Null while nothing would change. */
  preview: CorrectionPreview | null;
  /** The problem with the request. */
  error: string | null;
}

/** The form of a correction, and what it would change. Works without scripts: each look is a GET form. */
export function CorrectScreen({ target, form, state, canCorrect, preview, error }: Props) {
  const title = correctTitle(target, state);
  const { runs, results, upload } = target;
  return (
    <main id="main" className="page correct-page">
      <div className="page-head">
        <div>
          <h1>Correct {title.isName ? <span className="mono">{title.text}</span> : title.text}</h1>
          <p>
            {countText(results, 'result')} of {countText(runs.length, 'run')}.{' '}
            {state.upload && upload ? 'The files stay as they came' : 'What was read stays'}; what is said
            about {runs.length === 1 ? 'it' : 'them'} changes.
          </p>
        </div>
        <div className="actions">
          <a className="button" href={backHref(target, state)}>
            Cancel
          </a>
        </div>
      </div>
      {runs.length > 1 ? <Chosen target={target} /> : null}
      <FieldsForm state={state} current={currentOf(form)} fields={<CorrectionFields fields={form.fields} />}>
        <section className="page-section what-changes" aria-labelledby="what-changes">
          <header>
            <h2 id="what-changes">What changes</h2>
          </header>
          <div aria-live="polite">
            <FormError error={error} className="inset form-error" />
            {preview ? <ChangesList preview={preview} /> : null}
            {preview === null && error === null ? <Nothing canCorrect={canCorrect} /> : null}
          </div>
          {preview ? (
            <ActionForm
              action={correct}
              button={correctButton(preview)}
              hint="It can be undone at any time, from the history."
              reason={state.reason}
              values={{
                upload: state.upload,
                run: state.run.join(','),
                changes: JSON.stringify(form.changed),
                revision: preview.revision,
              }}
            />
          ) : null}
        </section>
      </FieldsForm>
    </main>
  );
}

function currentOf({ fields }: FormModel): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, current }) => [name, current]));
}

function Nothing({ canCorrect }: Pick<Props, 'canCorrect'>) {
  return (
    <p className="inset mid">
      {canCorrect ? (
        'Nothing yet: no field differs from what counts now.'
      ) : (
        <>
          Correcting needs the role upload or admin: <a href="/sign-in">sign in</a>, or use a token.
        </>
      )}
    </p>
  );
}

function Chosen({ target }: Pick<Props, 'target'>) {
  return (
    <details className="chosen-runs">
      <summary>{countText(target.runs.length, 'run')}</summary>
      <ul>
        {target.runs.map(({ id, label, counted }) => (
          <li key={id}>
            <a className="mono" href={`/runs/${id}`}>
              {label}
            </a>{' '}
            <span className="dim">
              {counted.product} {counted.version} on {counted.server}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

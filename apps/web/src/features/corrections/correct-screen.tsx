import type { CorrectionPreview, CorrectionTarget } from '@basecase/db/types';
import {
  backHref,
  type CorrectState,
  correctButton,
  correctTitle,
  type FieldModel,
  type FormModel,
} from '@basecase/views/corrections';
import { countText } from '@basecase/views/text';
import { correct } from '../../server/actions/corrections';
import { FormError } from '../../ui/form/form-error';
import { ActionForm } from './action-form';
import { ChangesList } from './changes-list';
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

/** One row per field: the value read and its correction. */
function CorrectionFields({ fields }: { fields: readonly FieldModel[] }) {
  return (
    <>
      <div className="correct-row head fine dim" aria-hidden="true">
        <span />
        <span>As read</span>
        <span />
        <span>Corrected</span>
      </div>
      {fields.map((field) => (
        <Row key={field.name} field={field} />
      ))}
    </>
  );
}

function Row({ field }: { field: FieldModel }) {
  const id = `correct-${field.name}`;
  const warningId = `${id}-warning`;
  const read = `${id}-read`;
  return (
    <div className={field.isChanged ? 'correct-row is-changed' : 'correct-row'}>
      <label htmlFor={id}>{field.label}</label>
      <div id={read} className="as-read mid anywhere">
        <span className="sr-only">As read: </span>
        {field.asRead}
        {field.now ? <small>now {field.now}</small> : null}
      </div>
      <div className="arrow dim" aria-hidden="true">
        {field.isChanged ? '→' : ''}
      </div>
      <div>
        <Control id={id} field={field} describedBy={field.warning ? `${read} ${warningId}` : read} />
        {field.warning ? (
          <p id={warningId} className="warn-note fine">
            {field.warning}
          </p>
        ) : null}
      </div>
    </div>
  );
}

interface ControlProps {
  id: string;
  field: FieldModel;
  describedBy: string;
}

function Control({ id, field, describedBy }: ControlProps) {
  const { name, value, placeholder, kind, options, known } = field;
  if (kind === 'choice') {
    return (
      <select id={id} name={name} className="field" defaultValue={value} aria-describedby={describedBy}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    );
  }
  return (
    <>
      <input
        id={id}
        name={name}
        className="field"
        defaultValue={value}
        placeholder={placeholder}
        inputMode={kind === 'number' ? 'numeric' : undefined}
        list={known.length > 0 ? `${id}-known` : undefined}
        maxLength={name === 'test' || name === 'metric' ? 1010 : 200}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={describedBy}
      />
      {known.length > 0 ? (
        <datalist id={`${id}-known`}>
          {known.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </datalist>
      ) : null}
    </>
  );
}

/** The form of a correction without anything to correct. */
export function NoRunsChosen() {
  return (
    <main id="main" className="page">
      <div className="page-head">
        <h1>Correct</h1>
        <p>
          No run is chosen. Choose some in the <a href="/runs">list of runs</a>, or open an{' '}
          <a href="/uploads">upload</a>.
        </p>
      </div>
    </main>
  );
}

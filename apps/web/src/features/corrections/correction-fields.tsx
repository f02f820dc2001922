import type { FieldModel } from '@basecase/views/corrections';

/** One row per field: the value read and its correction. */
export function CorrectionFields({ fields }: { fields: readonly FieldModel[] }) {
  return (
    <>
      <div className="correct-row head" aria-hidden="true">
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
      <div id={read} className="as-read">
        <span className="sr-only">As read: </span>
        {field.asRead}
        {field.now ? <small>now {field.now}</small> : null}
      </div>
      <div className="arrow" aria-hidden="true">
        {field.isChanged ? '→' : ''}
      </div>
      <div>
        <Control id={id} field={field} describedBy={field.warning ? `${read} ${warningId}` : read} />
        {field.warning ? (
          <p id={warningId} className="warn-note">
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
        maxLength={200}
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

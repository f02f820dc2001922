import { PART_FIELDS } from '@basecase/views/uploads';
import { useEffect, useId, useRef, useState } from 'react';

interface Props {
  /** As the rows have it. */
  values: readonly string[];
  /** `config.kernel` */
  field: string;
  onChoose: (field: string) => void;
  onClose: () => void;
}

/** Asks what a part of the paths is. */
export function PartDialog({ values, field, onChoose, onClose }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [name, setName] = useState(field.startsWith('config.') ? field.slice('config.'.length) : '');
  useEffect(() => dialog.current?.showModal(), []);
  const [kind = ''] = field.split('.');
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>
        What is <span className="mono">{values.slice(0, 4).join(', ')}</span>
        {values.length > 4 ? ' …' : ''}?
      </h2>
      <ul className="part-choices">
        {PART_FIELDS.map((each) => (
          <li key={each.field}>
            <button
              type="button"
              className={`button ${each.hue}`}
              aria-pressed={each.field === kind}
              onClick={() => onChoose(each.field === 'config' && name !== '' ? `config.${name}` : each.field)}
            >
              {each.label}
            </button>
          </li>
        ))}
      </ul>
      <div className="ask">
        <label htmlFor={`${id}-name`}>Name of the config</label>
        <input
          id={`${id}-name`}
          className="field"
          value={name}
          maxLength={60}
          placeholder="buffer_pool"
          onChange={(event) => setName(event.target.value.replace(/[^\w.-]/g, '_'))}
        />
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}

import { KIND_DECIDES, KIND_LABELS } from '@basecase/views/server-page';
import type { IntakeModel } from '@basecase/views/uploads';
import { useId, useState } from 'react';

interface Props {
  question: IntakeModel['server'];
  known: IntakeModel['known'];
  onName: (name: string) => void;
}

/** The measured server: the name of a known one, or a new name with its kind and facts. */
export function ServerFields({ question, known, onName }: Props) {
  const id = useId();
  const [name, setName] = useState(question.suggestion);
  const found = known.find((each) => each.name.toLowerCase() === name.trim().toLowerCase());
  const isNew = name.trim() !== '' && !found;
  return (
    <>
      <div className="ask">
        <label htmlFor={`${id}-server`}>Server</label>
        <input
          id={`${id}-server`}
          name="server"
          className="field"
          list={`${id}-known`}
          required
          maxLength={200}
          autoComplete="off"
          placeholder="name of the machine"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            onName(event.target.value);
          }}
          // Typing replaces a suggestion.
          onClick={({ currentTarget }) => {
            if (name === question.suggestion) currentTarget.select();
          }}
        />
        <datalist id={`${id}-known`}>
          {known.map(({ slug, name: each, cores }) => (
            <option key={slug} value={each}>
              {cores === null ? '' : `${cores}-core`}
            </option>
          ))}
        </datalist>
        {isNew ? <KindField describedBy={`${id}-decides`} /> : null}
        <small className="dim" id={`${id}-decides`}>
          {isNew ? `New: asked once. ${KIND_DECIDES}` : 'One server for all rows.'}
        </small>
      </div>
      {isNew ? <Facts cores={question.cores} /> : null}
    </>
  );
}

function KindField({ describedBy }: { describedBy: string }) {
  return (
    <fieldset className="segments kind-choice" aria-label="Kind of machine" aria-describedby={describedBy}>
      {KIND_LABELS.map(({ kind, label, meaning }) => (
        <label key={kind} title={meaning}>
          <input type="radio" name="kind" value={kind} defaultChecked={kind === 'unknown'} />
          {kind === 'unknown' ? 'unknown, treated as shared' : label}
        </label>
      ))}
    </fieldset>
  );
}

const FACTS = [
  { name: 'cores', label: 'Cores', hint: '8' },
  { name: 'cpu', label: 'CPU', hint: 'AMD Ryzen 7 7840HS' },
  { name: 'memory', label: 'Memory, GB', hint: '32' },
  { name: 'storage', label: 'Storage', hint: '1 × NVMe, XFS' },
  { name: 'os', label: 'OS', hint: 'Ubuntu 24.04' },
] as const;

function Facts({ cores }: { cores: number | null }) {
  const id = useId();
  return (
    <details>
      <summary>More about this machine</summary>
      <div className="ask">
        {FACTS.map(({ name, label, hint }) => (
          <span key={name} className="ask">
            <label htmlFor={`${id}-${name}`}>{label}</label>
            <input
              id={`${id}-${name}`}
              name={name}
              className="field"
              maxLength={200}
              placeholder={hint}
              defaultValue={name === 'cores' ? (cores ?? undefined) : undefined}
              {...(name === 'cores' && { type: 'number', min: 1, max: 100_000 })}
              {...(name === 'memory' && { type: 'number', min: 1, max: 1_000_000, step: 'any' })}
            />
          </span>
        ))}
      </div>
    </details>
  );
}

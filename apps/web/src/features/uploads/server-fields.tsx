import { KIND_DECIDES, KIND_LABELS } from '@basecase/views/server-page';
import type { ServerQuestion } from '@basecase/views/uploads';
import { useId } from 'react';

/** The option for a server that is not in the list. */
export const NEW_SERVER = '+';

interface Props {
  question: ServerQuestion;
  known: readonly { slug: string; name: string; cores: number | null }[];
  chosen: string;
  onChoose: (value: string) => void;
}

/** Which server was measured: one that is known, or a new one with what is known of it. */
export function ServerFields({ question, known, chosen, onChoose }: Props) {
  const id = useId();
  // One that the uploader named and that has no runs yet.
  const named = question.suggestion;
  const isUnknown = named !== '' && !known.some(({ name }) => name === named);
  return (
    <>
      <label htmlFor={`${id}-server`}>Server</label>
      <select
        id={`${id}-server`}
        name="server"
        className="field"
        required
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
      >
        <option value="">Choose the server …</option>
        {isUnknown ? <option value={named}>{named} (new)</option> : null}
        {known.map(({ slug, name, cores }) => (
          <option key={slug} value={name}>
            {cores === null ? name : `${cores}-core, ${name}`}
          </option>
        ))}
        <option value={NEW_SERVER}>Add a server …</option>
      </select>
      {chosen === NEW_SERVER ? <NewServerFields id={id} cores={question.cores} /> : null}
    </>
  );
}

const FACTS = [
  { name: 'cpu', label: 'CPU', hint: 'AMD Ryzen 7 7840HS' },
  { name: 'memory', label: 'Memory, GB', hint: '32' },
  { name: 'storage', label: 'Storage', hint: '1 × NVMe, XFS' },
  { name: 'os', label: 'OS', hint: 'Ubuntu 24.04' },
] as const;

function NewServerFields({ id, cores }: { id: string; cores: number | null }) {
  return (
    <>
      <label htmlFor={`${id}-name`}>Name</label>
      <input id={`${id}-name`} name="name" className="field" required maxLength={200} placeholder="pn53" />
      <label htmlFor={`${id}-cores`}>Cores</label>
      <input
        id={`${id}-cores`}
        name="cores"
        className="field"
        type="number"
        min={1}
        max={100000}
        defaultValue={cores ?? undefined}
      />
      <label htmlFor={`${id}-kind`}>Machine</label>
      <select
        id={`${id}-kind`}
        name="kind"
        className="field"
        defaultValue=""
        aria-describedby={`${id}-kind-decides`}
      >
        <option value="">not said</option>
        {KIND_LABELS.map(({ kind, label, meaning }) => (
          <option key={kind} value={kind}>
            {label}: {meaning}
          </option>
        ))}
      </select>
      <small id={`${id}-kind-decides`} className="kind-decides mid">
        {KIND_DECIDES}
      </small>
      {FACTS.map(({ name, label, hint }) => (
        <FactField key={name} id={`${id}-${name}`} name={name} label={label} hint={hint} />
      ))}
    </>
  );
}

function FactField({ id, name, label, hint }: { id: string; name: string; label: string; hint: string }) {
  const isNumber = name === 'memory';
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        className="field"
        maxLength={200}
        placeholder={hint}
        {...(isNumber && { type: 'number', min: 1, max: 1_000_000, step: 'any' })}
      />
    </>
  );
}

import { type NamingModel, PART_FIELDS, renameFields } from '@basecase/views/uploads';
import { useId, useState } from 'react';
import type { Reading } from '../../../ui/api/change-upload';
import { PartButton } from './part-button';

interface Props {
  model: NamingModel;
  busy: boolean;
  onAnswer: (answer: Reading) => void;
  onPick: (token: number) => void;
}

/** The pattern that names are read by, and the questions that it leaves open. */
export function Naming({ model, busy, onAnswer, onPick }: Props) {
  return (
    <div className="naming">
      <div className="naming-head">
        <h3>How the names are read</h3>
        <span className="dim">{model.hint}</span>
      </div>
      <p className="pattern">
        {model.pieces.map(({ key, token, text, ...piece }) =>
          token === null ? (
            <span key={key}>{text}</span>
          ) : (
            <PartButton key={key} piece={{ ...piece, text }} onPick={() => onPick(token)} />
          ),
        )}
      </p>
      {model.unmatched.length > 0 ? (
        <p className="warn-note">
          The pattern does not match {model.unmatched.slice(0, 3).join(', ')}
          {model.unmatched.length > 3 ? ` and ${model.unmatched.length - 3} more` : ''}: these are read by the
          form of their parts.
        </p>
      ) : null}
      {model.questions.map((question) => (
        <Stop key={question.key} model={model} question={question} busy={busy} onAnswer={onAnswer} />
      ))}
      <PatternField key={model.pattern} pattern={model.pattern} busy={busy} onAnswer={onAnswer} />
    </div>
  );
}

interface StopProps extends Omit<Props, 'onPick'> {
  question: NamingModel['questions'][number];
}

/** A question that keeps the uploads from being added, with a suggested answer. */
function Stop({ model, question, busy, onAnswer }: StopProps) {
  const id = useId();
  const [chosen, setChosen] = useState<Readonly<Record<number, string>>>({});
  const fieldOf = (part: (typeof question.parts)[number]) => chosen[part.key] ?? part.suggestion;
  const named = question.parts.flatMap((part): [number, string][] =>
    part.token === null ? [] : [[part.token, fieldOf(part)]],
  );
  return (
    <div className="stop" role="alert">
      <h4>{question.title}</h4>
      <p>{question.text}</p>
      {question.parts.map((part) => (
        <div key={part.key} className="ask">
          <span className="mono">{part.text}</span>
          <label htmlFor={`${id}-${part.key}`}>{part.values.length === 1 ? 'is the' : 'are the'}</label>
          <select
            id={`${id}-${part.key}`}
            className="field"
            value={fieldOf(part)}
            disabled={part.token === null}
            onChange={(event) => setChosen({ ...chosen, [part.key]: event.target.value })}
          >
            {PART_FIELDS.some(({ field }) => field === part.suggestion) ? null : (
              <option value={part.suggestion}>{part.suggestion.replace('.', ': ')}</option>
            )}
            {PART_FIELDS.map(({ field, label }) => (
              <option key={field} value={field}>
                {label}
              </option>
            ))}
          </select>
          <small className="dim">
            {part.token === null
              ? 'the pattern has no field for it: change the pattern below'
              : fieldOf(part) === part.suggestion
                ? 'suggested'
                : ''}
          </small>
        </div>
      ))}
      <div className="actions">
        {named.length > 0 ? (
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => onAnswer({ layout: renameFields(model.pattern, new Map(named)) })}
          >
            {Object.keys(chosen).length === 0 ? question.use : 'Use these names'}
          </button>
        ) : null}
        <button
          type="button"
          className="button"
          disabled={busy}
          title="Each path becomes a separate column."
          onClick={() => onAnswer({ unknown: 'separate' })}
        >
          Keep separate
        </button>
        <button
          type="button"
          className="button"
          disabled={busy}
          title="All of them measure the same: the median counts."
          onClick={() => onAnswer({ unknown: 'repeats' })}
        >
          These are repeats
        </button>
      </div>
    </div>
  );
}

/** The pattern as text, for those who know what they want. */
export function PatternField({
  label = 'Change the pattern',
  ...input
}: Pick<Props, 'busy' | 'onAnswer'> & { label?: string; pattern: string }) {
  return (
    <details>
      <summary>{label}</summary>
      <PatternInput label="Pattern" {...input} />
    </details>
  );
}

/** @param proposed patterns that the field offers */
export function PatternInput({
  label,
  pattern,
  proposed = [],
  busy,
  onAnswer,
}: {
  label: string;
  pattern: string;
  proposed?: readonly string[];
  busy: boolean;
  onAnswer: (answer: { layout: string }) => void;
}) {
  const id = useId();
  const [text, setText] = useState(pattern);
  const isWanted = !busy && text.trim() !== '';
  return (
    <div className="ask">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="field mono"
        list={proposed.length > 0 ? `${id}-proposed` : undefined}
        value={text}
        maxLength={500}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          // Enter in the form would add the uploads.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (isWanted) onAnswer({ layout: text });
        }}
      />
      {proposed.length > 0 ? (
        <datalist id={`${id}-proposed`}>
          {proposed.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      ) : null}
      <button
        type="button"
        className="button"
        disabled={!isWanted}
        onClick={() => onAnswer({ layout: text })}
      >
        Read by this pattern
      </button>
    </div>
  );
}

import type { ReactNode } from 'react';

export interface Segment<Value extends string> {
  value: Value;
  /** What the URL says for it, where that is another word. */
  sent?: string;
  label: ReactNode;
  isPressed: boolean;
  title?: string | undefined;
  /** Why it is disabled, for screen readers; empty if it is enabled. */
  problem?: string | undefined;
}

interface Props<Value extends string> {
  label: string;
  /** Of the fields that the buttons send without scripts; labels are found by it, too. */
  name: string;
  segments: readonly Segment<Value>[];
  /** `none`: the label is only spoken. */
  labelShown?: 'keep' | 'nowrap' | 'plain' | 'none';
  onChoose: (value: Value) => void;
}

/** A choice of one of few, all in sight. Without scripts its buttons submit the form around it. */
export function Segments<Value extends string>(props: Props<Value>) {
  const { label, name, segments, labelShown = 'plain', onChoose } = props;
  const isLabelled = labelShown !== 'none';
  const id = `${name}-label`;
  const group = (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an inline flex box in every browser.
    <div
      className="segments"
      role="group"
      aria-label={isLabelled ? undefined : label}
      aria-labelledby={isLabelled ? id : undefined}
    >
      {segments.map(({ value, sent = value, label: text, isPressed, title, problem = '' }) => (
        <button
          key={value}
          type="submit"
          name={name}
          value={sent}
          aria-pressed={isPressed}
          disabled={problem !== ''}
          title={title}
          onClick={() => onChoose(value)}
        >
          {text}
          {problem === '' ? null : <span className="sr-only"> {problem}</span>}
        </button>
      ))}
    </div>
  );
  if (!isLabelled) return group;
  return (
    <div className={labelShown === 'keep' ? 'field-label keep' : 'field-label'}>
      <span id={id} className={labelShown === 'nowrap' ? 'nowrap' : undefined}>
        {label}
      </span>
      {group}
    </div>
  );
}

import type { ReactNode } from 'react';
import { MetaLine } from './meta-line';

interface Props {
  className: string;
  title: string;
  /** The subject of the numbers: `on 8-core`, `of PostgreSQL`. */
  on: string;
  meta: readonly string[];
  /** The choice of the data, at the right of the title. */
  form: ReactNode;
  /** The button that shares the view. */
  share: ReactNode;
  toolbar: ReactNode;
  /** The line of the sentence. */
  line: ReactNode;
  children: ReactNode;
}

/** The frame of a view: title, choice of the data, toolbar, sentence; then the view itself. */
export function ViewFrame({ className, title, on, meta, form, share, toolbar, line, children }: Props) {
  return (
    <main id="main" className={className}>
      <div className="head">
        <div>
          <h1>
            {title} <span className="dim">{on}</span>
          </h1>
          <MetaLine parts={meta} />
        </div>
        {form}
        {share}
      </div>
      {toolbar}
      {line}
      {children}
    </main>
  );
}

/** A stretch of a sentence; the strong ones are the findings. */
interface SentencePart {
  text: string;
  isStrong: boolean;
}

/** The finding in one sentence, with the key to the marks or a table of facts. */
export function SentenceLine({
  sentence,
  className = 'readline',
  children,
}: {
  sentence: { strong: string; rest: string } | readonly SentencePart[];
  className?: string;
  children?: ReactNode;
}) {
  const parts =
    'strong' in sentence
      ? [
          { text: sentence.strong, isStrong: true },
          { text: sentence.rest, isStrong: false },
        ]
      : sentence;
  return (
    <div className={className}>
      <p id="sentence">
        {parts.map(({ text, isStrong }) => (isStrong ? <strong key={text}>{text}</strong> : text))}
      </p>
      {children}
    </div>
  );
}

/** Notes on the view, a paragraph each; nothing without any. */
export function ViewNotes({ notes, children }: { notes: readonly string[]; children?: ReactNode }) {
  if (notes.length === 0 && !children) return null;
  return (
    <div className="note">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';

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

interface Props {
  parts: readonly string[];
  /** After them: links to the same in another shape. */
  children?: ReactNode;
}

/** The subject of a page, part by part, under its title. */
export function MetaLine({ parts, children }: Props) {
  return (
    <p className="meta">
      {parts.map((part, index) => (
        <span key={part}>
          {index > 0 ? <span className="separator">/</span> : null}
          {part}
        </span>
      ))}
      {children}
    </p>
  );
}

import type { TextPart } from '@basecase/views/search';

/** A text with the words that were found in it. */
export function Marked({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, isMarked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are positions.
    isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}

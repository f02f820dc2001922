import type { SearchResult, TextPart } from '@basecase/views/search';
import type { ReactNode } from 'react';

interface Props {
  result: SearchResult;
  /** The title: a link on a page, a text in the list of the dialog. */
  wrap: (title: ReactNode) => ReactNode;
}

const EMPHASIS = { slower: 'bad arrow dn', faster: 'good arrow up' } as const;

/** One result: what it is, where, and what it comes to. */
export function ResultRow({ result: { kind, title, aside, detail, end, trend }, wrap }: Props) {
  return (
    <>
      <span className="result-kind fine dim">{kind}</span>
      <span className="result-main">
        <span className={kind === 'upload' ? 'mono' : undefined}>
          {wrap(<Marked parts={title} />)}
          {aside === '' ? null : <span className="dim"> {aside}</span>}
        </span>
        <small>
          <Marked parts={detail} />
        </small>
      </span>
      <span className={trend ? `result-end ${EMPHASIS[trend]}` : 'result-end'}>{end}</span>
    </>
  );
}

/** A text with the words that were found in it. */
function Marked({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, isMarked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are positions.
    isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}

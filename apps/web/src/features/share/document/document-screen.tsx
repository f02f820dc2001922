import type { ViewDocument } from '@basecase/views/document';
import type { ReactNode } from 'react';
import { MetaLine } from '../../../ui/page/head-lines';
import { DocumentBody } from './document-body';

interface Props {
  document: ViewDocument;
  /** Says that the numbers are frozen. */
  note: ReactNode;
  share: ReactNode;
}

/** A view as it was frozen: the same sentence and the same numbers as on its page, with nothing to change. */
export function DocumentScreen({ document, note, share }: Props) {
  const { title, on, meta, sentence, notes } = document;
  return (
    <main id="main">
      <div className="head benchmark-head">
        <div>
          <h1>
            {title} <span className="dim">{on}</span>
          </h1>
          <MetaLine parts={meta} />
        </div>
        {note}
        <div className="actions">{share}</div>
      </div>
      {notes.map((each) => (
        <p key={each} className="note">
          {each}
        </p>
      ))}
      <div className="readline">
        <p>
          <strong>{sentence.strong}</strong>
          {sentence.rest}
        </p>
      </div>
      <div className="page stack">
        <DocumentBody document={document} />
      </div>
    </main>
  );
}

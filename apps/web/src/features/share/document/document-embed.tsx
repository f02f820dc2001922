import { documentTitle, type ViewDocument } from '@basecase/views/document';
import { MetaLine } from '../../../ui/page/head-lines';
import { DocumentBody } from './document-body';

interface Props {
  document: ViewDocument;
  /** Address of the permalink; opens in a new tab, because this is embedded in another site. */
  href: string;
  frozenOn: string;
}

/** A frozen view without chrome and without script, for a frame in another page. */
export function DocumentEmbed({ document, href, frozenOn }: Props) {
  const { meta, sentence, notes } = document;
  return (
    <main className="embed" id="main">
      <h1>
        <a href={href} target="_blank" rel="noopener">
          {documentTitle(document)}
        </a>
      </h1>
      <MetaLine parts={meta} />
      <p className="mid">
        <strong>{sentence.strong}</strong>
        {sentence.rest}
      </p>
      {notes.map((note) => (
        <p key={note} className="dim">
          {note}
        </p>
      ))}
      <DocumentBody document={document} />
      <p className="dim">
        Frozen on {frozenOn}.{' '}
        <a href={href} target="_blank" rel="noopener">
          This view on Basecase
        </a>
      </p>
    </main>
  );
}

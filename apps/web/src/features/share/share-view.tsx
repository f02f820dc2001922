import { documentRows, documentTitle, type ViewDocument } from '@basecase/views/document';
import { Share } from './share';

interface Props {
  /** Path of the live view, without its query: `/trends`. */
  path: string;
  /** Its query, with the question mark; empty without one. */
  query: string;
  document: ViewDocument;
}

const FORMATS = [
  ['md', 'Markdown'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
] as const;

/** Shares a live view other than the heatmap. Without scripts there are its tables as text. */
export function ShareView({ path, query, document }: Props) {
  const exportPath = `/api/v1/views${path}`;
  return (
    <>
      <Share
        exportPath={exportPath}
        imagePath={`/image${path}`}
        slug={null}
        title={documentTitle(document)}
        rows={documentRows(document)}
      />
      <noscript>
        {FORMATS.map(([format, label]) => (
          <a
            key={format}
            className="button"
            href={`${exportPath}${query ? `${query}&` : '?'}format=${format}`}
          >
            {label}
          </a>
        ))}
      </noscript>
    </>
  );
}

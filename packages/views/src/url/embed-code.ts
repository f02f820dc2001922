/** Height of a row of the embedded table and of what stands around the rows, in CSS pixels. */
const ROW_PX = 24;
const AROUND_PX = 170;
const MAX_PX = 900;

export interface EmbedSource {
  /** `https://bench.example`. */
  origin: string;
  /** `/embed/aB3…`, with the query of the shown state. */
  path: string;
  title: string;
  /** Rows of the table, group headings included. */
  rows: number;
}

/** The code that shows a frozen table in another page. It brings no script into that page. */
export function embedCode({ origin, path, title, rows }: EmbedSource): string {
  const height = Math.min(MAX_PX, AROUND_PX + rows * ROW_PX);
  return `<iframe src="${attribute(origin + path)}" title="${attribute(title)}" width="100%" height="${height}" loading="lazy" style="border:0"></iframe>`;
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

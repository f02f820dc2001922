import { whole } from './fields';
import { urlCodec } from './url-codec';

/** Lines of a stored file, 1-based. */
export interface LineRange {
  line: number;
  lineEnd: number;
}

const LAST_LINE = 2 ** 31 - 1;

/** Which lines of a stored file are marked, and the first one of its page. Null = none, or chosen by the page. */
export const artifactUrl = urlCodec({
  line: whole(LAST_LINE, null),
  lineEnd: whole(LAST_LINE, null),
  from: whole(LAST_LINE, null),
});

/**
 * Page of a stored file; with lines, the page that shows them, marked and in sight.
 *
 * @param from first line of another page; marked lines stay marked
 */
export function artifactHref(id: string, lines: LineRange | null = null, from: number | null = null): string {
  const { line, lineEnd } = lines ?? { line: null, lineEnd: null };
  const isRange = lines !== null && lines.lineEnd > lines.line;
  const query = artifactUrl.query({ line, lineEnd: isRange ? lineEnd : null, from });
  return `/artifacts/${encodeURIComponent(id)}${query}${lines && from === null ? `#L${lines.line}` : ''}`;
}

import { oneOf, search, text } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

const MAX_KIND = 100;

/** Which files the page of an upload lists, and its form in the URL. */
export const filesUrl = urlCodec({
  q: search(),
  kind: text({ max: MAX_KIND }),
  status: oneOf('', 'parsed', 'kept', 'unknown'),
  /** Cursor of the page; empty: the first. */
  after: text({ pattern: /^\d{1,16}$/ }),
});

export type FilesState = StateOf<typeof filesUrl>;

export function uploadHref(id: string, state: Partial<FilesState>): string {
  const query = filesUrl.query(state);
  return `/uploads/${id}${query}${query ? '#files' : ''}`;
}

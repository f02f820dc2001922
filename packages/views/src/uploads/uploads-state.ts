import { UPLOAD_STATES } from '@basecase/contract/words';
import { oneOf, search, text } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

export { UPLOAD_STATES };

/** The list of uploads and its form in the URL. */
export const uploadsUrl = urlCodec({
  q: search(),
  /** Empty: all. */
  state: oneOf('', ...UPLOAD_STATES),
  /** Cursor of the page; empty: the newest. */
  before: text({ pattern: /^\d{1,16}$/ }),
});

export type UploadsState = StateOf<typeof uploadsUrl>;

export function uploadsHref(state: Partial<UploadsState>): string {
  return `/uploads${uploadsUrl.query(state)}`;
}

import { UPLOAD_STATES } from '@basecase/contract/words';
import { ID_FORM, oneOf, search, text } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

export { UPLOAD_STATES };

const MAX_KIND = 100;

/** Which files the page of an upload lists, and its form in the URL. */
export const filesUrl = urlCodec({
  q: search(),
  kind: text({ max: MAX_KIND }),
  status: oneOf('', 'parsed', 'kept', 'unknown'),
  /** Cursor of the page; empty: the first. */
  after: text({ form: ID_FORM }),
});

export type FilesState = StateOf<typeof filesUrl>;

export function uploadHref(id: string, state: Partial<FilesState>): string {
  const query = filesUrl.query(state);
  return `/uploads/${id}${query}${query ? '#files' : ''}`;
}

/** The list of uploads and its form in the URL. */
export const uploadsUrl = urlCodec({
  q: search(),
  /** Empty: all. */
  state: oneOf('', ...UPLOAD_STATES),
  /** Cursor of the page; empty: the newest. */
  before: text({ form: ID_FORM }),
});

export type UploadsState = StateOf<typeof uploadsUrl>;

export function uploadsHref(state: Partial<UploadsState>): string {
  return `/uploads${uploadsUrl.query(state)}`;
}

/** Why something could not be sent. */
export interface SendProblem {
  title: string;
  /** Stable code of the server, `CONNECTION_CUT` without an answer. */
  code: string;
}

/** How far a job of this browser is; from `sent` on the server knows better. */
export type SendState =
  | { phase: 'waiting' }
  | { phase: 'checking' }
  | { phase: 'sending'; sentBytes: number; bytesPerSecond: number | null; attempt: number }
  | { phase: 'resending'; problem: SendProblem; sentBytes: number; seconds: number }
  | { phase: 'sent'; uploadId: string; isKnown: boolean }
  | { phase: 'stopped'; problem: SendProblem; sentBytes: number }
  | { phase: 'cancelled' };

export interface SendJob {
  key: string;
  name: string;
  /** Of the bytes that are sent: a packed folder with its headers. */
  sizeBytes: number;
  /** Files in it, 1 for a tarball. */
  files: number;
  state: SendState;
}

import type { BlobAccess } from '../../blobs/objects/open-objects';
import type { UploadProgress } from '../../types/uploads';

/* What a worker and its reader, a process of its own, say to each other over their channel. */

/** Work for a reader: one upload at a time. */
export interface ReadOrder {
  type: 'read';
  uploadId: number;
  /** Not in the arguments or the environment: other processes of this machine may see those. */
  databaseUrl: string;
  /** The same: it may hold keys. */
  blobs: BlobAccess;
}

/** Somebody does not want this upload any more. */
export interface CancelOrder {
  type: 'cancel';
  uploadId: number;
}

export type ToReader = ReadOrder | CancelOrder;

/** How far a reader is; `steps` grows with whatever it gets done. */
export interface ReaderProgress extends UploadProgress {
  steps: number;
}

export type FromReader =
  /** Everything is loaded, orders may come. */
  | { type: 'ready' }
  | { type: 'progress'; progress: ReaderProgress }
  /** The upload is at an end, whichever; `error` is what was no fault of the upload. */
  | { type: 'end'; error: string | null };

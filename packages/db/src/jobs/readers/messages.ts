import type { BlobAccess } from '../../blobs/objects/open-objects';
import type { UploadProgress } from '../../types/uploads';

/* Messages between a worker and its reader, a separate process. */

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
  /** The upload is finished in some state; `error` is a failure not caused by the upload. */
  | { type: 'end'; error: string | null };

import type { Readable } from 'node:stream';
import type { Manifest } from './format';

/** Handlers for the content of a backup while it is read. Whatever one throws ends the reading. */
export interface BackupContent {
  onManifest(manifest: Manifest): Promise<void>;
  /** Whole rows of a table in COPY's text format. */
  onRows(table: Manifest['tables'][number], text: Buffer): Promise<void>;
  /** @returns whether the bytes are what the name says; `packed` is gzip */
  onBlob(sha256: string, packed: Buffer | Readable): Promise<boolean>;
  /** A line of a list of blobs, in their order. */
  onListed?(sha256: string, state: 'stored' | 'missing' | 'damaged'): void;
}

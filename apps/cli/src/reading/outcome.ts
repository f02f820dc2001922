import { IngestError, type ParsedUpload, type ReadOptions, readUpload } from '@basecase/ingest';
import type { ReadingSettings } from '../options';

/** What is read of one path; plain data, so that another thread can send it. */
export type Outcome =
  | { upload: ParsedUpload }
  | { unreadable: Pick<IngestError, 'code' | 'message' | 'diagnostics'> };

/** A path to read, as it is sent to another thread. */
export interface Request extends ReadingSettings {
  /** Absolute. */
  path: string;
}

/**
 * Reads one path as commands need it that store nothing.
 *
 * @throws anything that is not about the input
 */
export async function readOutcome({
  path,
  ...settings
}: Request & Pick<ReadOptions, 'settle' | 'onRuns'>): Promise<Outcome> {
  try {
    // What is printed needs no sha256 of the files.
    return { upload: await readUpload(path, { hash: false, ...settings }) };
  } catch (error) {
    if (!(error instanceof IngestError)) throw error;
    const { code, message, diagnostics } = error;
    return { unreadable: { code, message, diagnostics } };
  }
}

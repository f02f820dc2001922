import { resolve } from 'node:path';
import { IngestError } from '@basecase/ingest';
import type { Diagnostic } from '@basecase/ingest/model';
import type { Finding } from '../diagnostic-summary';
import { UsageError } from '../exit';
import type { Io } from '../io';

/**
 * Says why a path could not be read and what to do about it.
 *
 * @returns what was noticed before reading stopped
 * @throws UsageError for a layout that can't be read; the error itself when it is not about the input
 */
export function noteUnreadable(path: string, error: unknown, io: Io): Finding[] {
  if (!(error instanceof IngestError)) throw error;
  if (error.code === 'INVALID_LAYOUT') throw new UsageError(`${error.message} ${ADVICE[error.code]}`);
  // Messages may begin with the path as it was resolved; only the typed path is shown.
  const reason = error.message.replace(`${resolve(io.cwd, path)}: `, '').replace(/\.?$/, '.');
  io.note(`basecase: ${path}: ${reason} ${ADVICE[error.code]} (${error.code})`);
  return findingsOf(path, error.diagnostics);
}

export function findingsOf(path: string, diagnostics: readonly Diagnostic[]): Finding[] {
  return diagnostics.map((diagnostic) => ({ path, diagnostic }));
}

const ADVICE: Record<IngestError['code'], string> = {
  NOT_FOUND: 'Check the spelling. Relative paths start at the current directory.',
  ARCHIVE_UNREADABLE:
    'Check that it was copied completely. Directories, .zip, .tar, .tar.gz, .tar.zst, .tar.xz and single logs can be read.',
  ARCHIVE_TOO_LARGE: 'Unpack it and pass the run directories one by one.',
  TIME_LIMIT: 'Pass the run directories one by one.',
  INVALID_LAYOUT: '"basecase layout DIR" proposes layouts that match.',
  NO_KNOWN_LOGS:
    'Pass a directory of logs, or a tarball of one. "basecase parse --explain" lists how each file is read.',
};

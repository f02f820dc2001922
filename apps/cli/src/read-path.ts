import { resolve } from 'node:path';
import { IngestError, type ParsedUpload, readUpload } from '@basecase/ingest';
import type { Diagnostic } from '@basecase/ingest/model';
import type { ReadChoice } from './device-option';
import type { Finding } from './diagnostic-summary';
import type { Io } from './io';

/**
 * Reads a path of the command line. One that cannot be read is said on standard error and is no reason to stop:
 * the others may be fine.
 *
 * @returns a null upload when it cannot be read; what was noticed in either case
 * @throws anything that is not about the input
 */
export async function readPath(
  path: string,
  io: Io,
  { device }: ReadChoice = {},
): Promise<{ upload: ParsedUpload | null; findings: Finding[] }> {
  try {
    // What is printed needs no sha256 of the files, and hashing is half the work of reading them.
    const upload = await readUpload(resolve(io.cwd, path), {
      hash: false,
      ...(device !== undefined && { device }),
    });
    return { upload, findings: findingsOf(path, upload.diagnostics) };
  } catch (error) {
    return { upload: null, findings: noteUnreadable(path, error, io) };
  }
}

/**
 * Says why a path could not be read and what to do about it.
 *
 * @returns what was noticed before reading stopped
 * @throws the error itself when it is not about the input
 */
export function noteUnreadable(path: string, error: unknown, io: Io): Finding[] {
  if (!(error instanceof IngestError)) throw error;
  // Messages may begin with the path as it was resolved; the one that was typed is said once.
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
    'Check that it was copied completely. Directories, .tar, .tar.gz, .tar.zst, .tar.xz and single logs can be read.',
  ARCHIVE_TOO_LARGE: 'Unpack it and pass the run directories one by one.',
  TIME_LIMIT: 'Pass the run directories one by one.',
  NO_KNOWN_LOGS:
    'Pass a directory of logs, or a tarball of one. "basecase parse --explain" says what each file is.',
};

import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { IngestError, readUpload } from '@basecase/ingest';
import type { ParsedUpload } from '@basecase/ingest/model';
import type { BlobStore } from '../blobs/blob-store';
import type { Database } from '../database';
import { findStorageFull } from '../storage-full';
import type { IngestReport, Origin } from '../types';
import { hashArtifacts, hashFile } from './identity';
import { importParsed } from './import-parsed';
import { readReport } from './read-report';
import { readingSettings } from './settings';
import type { UploaderSays } from './to-store';
import { findUpload, isUpToDate } from './upload-row';

export interface IngestOptions {
  /**
   * Name of the server that the runs were made on; it wins over what names of files and logs say; a basecase.json in
   * the upload wins.
   */
  server?: string;
  /** What names and paths say wrongly or not at all; keys as in SETTING_KEYS. */
  set?: Record<string, string>;
  /** Default: uploaded. */
  origin?: Origin;
  /**
   * Called with what was read where results share a cell and their relation is unknown: gives the settings `layout` and
   * `unknown`, or null to store nothing. Left out: they are kept apart.
   */
  onQuestions?: (read: ParsedUpload) => Promise<Readonly<Record<string, string>> | null>;
  onProgress?: (progress: { bytes: number; files: number; results: number }) => void;
}

/** Where an upload goes: its numbers, and its files. */
export interface Stores {
  database: Database;
  blobs: BlobStore;
}

/**
 * Reads a directory, a tarball or a single log into the database. Safe to repeat: the same bytes are stored once,
 * and the same run in another tarball is not a second run.
 *
 * @param input path of the directory, tarball or log
 * @throws IngestError when the input cannot be read or holds no result; then nothing is stored
 * @throws SettingError for an unknown setting
 * @throws StorageFullError when the store is full
 * @throws UndecidedError when its questions were not answered
 */
export async function ingestPath(
  { database, blobs }: Stores,
  input: string,
  options: IngestOptions = {},
): Promise<IngestReport> {
  let says: UploaderSays = { server: options.server ?? null, settings: options.set ?? {} };
  const isDirectory = await isDirectoryAt(input);
  const bytes = isDirectory ? null : await hashFile(input);
  const unchanged = bytes && (await findUnchanged(database, bytes.sha256, says));
  if (unchanged) return unchanged;

  const staged = blobs.stage();
  try {
    const { onProgress } = options;
    const before = bytes ? await settingsBefore(database, bytes.sha256) : {};
    const asked = readingSettings({ ...before, ...says.settings });
    const read = await readUpload(input, {
      sink: staged.sink,
      keepProfiles: true,
      ...(onProgress && { onProgress }),
      ...asked,
    });
    const identity = bytes ?? hashArtifacts(read.artifacts);
    const known = isDirectory && (await findUnchanged(database, identity.sha256, says));
    if (known) return known;
    // The earlier upload of a directory is known only after reading it.
    const answer = await answerOf(read, options);
    says = { ...says, settings: { ...answer, ...says.settings } };
    const earlier = bytes ? {} : await settingsBefore(database, identity.sha256);
    const wanted = readingSettings({ ...earlier, ...says.settings });
    const parsed = isDeepStrictEqual(wanted, asked)
      ? read
      : await readUpload(input, { keepProfiles: true, ...wanted });
    const upload = {
      ...identity,
      filename: path.basename(path.resolve(input)),
      origin: options.origin ?? 'uploaded',
      ...says,
    };
    await staged.send();
    const outcome = await importParsed(
      database,
      { upload, parsed, configTexts: staged.configTexts },
      (client) => staged.publish(client),
    );
    return readReport(database, outcome);
  } catch (error) {
    throw (await findStorageFull(error, blobs)) ?? error;
  } finally {
    await staged.discard();
  }
}

/** Results were not stored, because their relation is unknown and was not given. */
export class UndecidedError extends Error {
  override readonly name = 'UndecidedError';
}

async function answerOf(
  read: ParsedUpload,
  { onQuestions, set = {} }: IngestOptions,
): Promise<Readonly<Record<string, string>>> {
  if (read.questions.length === 0 || !onQuestions || set['unknown'] !== undefined) return {};
  const answer = await onQuestions(read);
  if (answer === null) throw new UndecidedError('Nothing was stored: a question was not answered.');
  return answer;
}

async function isDirectoryAt(input: string): Promise<boolean> {
  try {
    return (await stat(input)).isDirectory();
  } catch (error) {
    throw new IngestError('NOT_FOUND', `${input} cannot be opened.`, { cause: error });
  }
}

/** The settings that these bytes were read with before. */
async function settingsBefore(database: Database, sha256: string): Promise<Record<string, string>> {
  return (await findUpload(database.pool, sha256))?.settings ?? {};
}

/** The report on an upload that needs no reading, null when it does. */
async function findUnchanged(
  database: Database,
  sha256: string,
  says: UploaderSays,
): Promise<IngestReport | null> {
  const stored = await findUpload(database.pool, sha256);
  if (!stored || !isUpToDate(stored, says)) return null;
  return readReport(database, { uploadId: stored.id, isReparsed: false, runs: null });
}

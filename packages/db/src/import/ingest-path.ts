import { stat } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { IngestError, type ReadUpload, readUpload } from '@basecase/ingest';
import type { DiagnosticCode, IdentityQuestion } from '@basecase/ingest/model';
import type { BlobStore } from '../blobs/blob-store';
import { listNotInForce, saidLater } from '../corrections/said-later';
import type { Database } from '../database';
import { heatmapIdsOfRuns } from '../epochs/heatmap-ids';
import { comparePath, openPaths } from '../queries/compare-path';
import { findStorageFull } from '../storage-full';
import type { IngestReport, Origin } from '../types';
import { hashArtifacts, hashFile } from './identity';
import { importParsed } from './import-parsed';
import { keepApartFromStored } from './keep-apart-from-stored';
import { readingSettings } from './settings';
import type { UploaderSays } from './to-store';
import { findRunsOf, findUpload, isSettled } from './upload-row';

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
  onQuestions?: (read: ReadUpload) => Promise<Readonly<Record<string, string>> | null>;
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
    let asked = readingSettings({ ...before, ...says.settings });
    let identity = bytes;
    let known: IngestReport | null = null;
    const settle = async (read: ReadUpload) => {
      // The earlier upload of a directory is known only after reading it.
      identity ??= hashArtifacts(read.artifacts);
      known = isDirectory ? await findUnchanged(database, identity.sha256, says) : null;
      if (known) return null;
      const earlier = bytes ? before : await settingsBefore(database, identity.sha256);
      const upload = { sha256: identity.sha256, server: says.server };
      const settings = { ...earlier, ...says.settings };
      const questions = await questionsOf(database, read, { ...upload, settings });
      const answer = await answerOf({ ...read, questions }, settings, options);
      says = { ...says, settings: { ...answer, ...says.settings } };
      const earlierReading = asked;
      asked = readingSettings({ ...earlier, ...says.settings });
      return isDeepStrictEqual(asked, earlierReading) ? null : asked;
    };
    const parsed = await readUpload(input, {
      sink: staged.sink,
      keepProfiles: true,
      ...(onProgress && { onProgress }),
      ...asked,
      settle,
    });
    if (known) return known;
    if (!identity) throw new Error('an upload without an identity was read');
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

/** Its own questions, and those about results of other uploads in the same cells. */
async function questionsOf(
  { pool }: Database,
  read: ReadUpload,
  upload: UploaderSays & { sha256: string },
): Promise<IdentityQuestion[]> {
  const { questions } = await keepApartFromStored(
    pool,
    { ...read, diagnostics: [], diagnosticCounts: {} },
    upload,
  );
  return questions;
}

async function answerOf(
  read: ReadUpload,
  settings: Readonly<Record<string, string>>,
  { onQuestions }: IngestOptions,
): Promise<Readonly<Record<string, string>>> {
  if (read.questions.length === 0 || !onQuestions || settings['unknown'] !== undefined) return {};
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
  if (!stored || !(await isSettled(database.pool, stored, says))) return null;
  return readReport(database, { uploadId: stored.id, isReparsed: false, runs: null });
}

/** What an import did; `runs` null when it did nothing and the runs are to be found. */
interface ReportInput {
  uploadId: number;
  isReparsed: boolean;
  runs: readonly { id: number; isNew: boolean }[] | null;
}

/** What is stored of an upload, as the command line and the upload page tell it. */
async function readReport(
  database: Database,
  { uploadId, isReparsed, runs }: ReportInput,
): Promise<IngestReport> {
  const known = runs ?? (await findRunsOf(database.pool, uploadId)).map((id) => ({ id, isNew: false }));
  const [upload, byStatus, stored, openPath, notInForce] = await Promise.all([
    database.prisma.upload.findUniqueOrThrow({
      where: { id: uploadId },
      include: { diagnostics: { orderBy: { id: 'asc' } } },
    }),
    database.prisma.artifact.groupBy({ by: ['status'], where: { uploadId }, _count: true }),
    listStored(
      database,
      known.map(({ id }) => id),
    ),
    openPaths(database),
    runs === null ? listNotInForce(database.pool, uploadId) : [],
  ]);
  const count = (status: string) => byStatus.find((row) => row.status === status)?._count ?? 0;
  // Nothing was corrected now: only what does not count needs words.
  const found = upload.diagnostics.filter(({ code }) => runs !== null || code !== 'CORRECTED_LATER');
  const storedOutcome = isReparsed ? 'reparsed' : 'stored';
  return {
    uploadId: String(upload.id),
    outcome: runs === null ? 'unchanged' : storedOutcome,
    runs: stored.map((run) => ({
      id: String(run.id),
      label: run.label,
      results: run._count.results,
      clients: run.workload.clients,
      isNew: known.some(({ id, isNew }) => id === Number(run.id) && isNew),
      comparePath: comparePath({ server: run.server.slug, workload: run.workload.slug }),
      openPath: openPath({
        server: run.server.slug,
        workload: run.workload.slug,
        isNight: run.variant.buildId !== null,
      }),
    })),
    artifacts: { parsed: count('parsed'), kept: count('kept'), unknown: count('unknown') },
    diagnostics: [
      ...notInForce.map(saidLater),
      ...found.map(({ code, severity, file, line, message, excerpt }) => ({
        // Only codes of the registry are ever written.
        code: code as DiagnosticCode,
        ...{ severity, file, line, message, excerpt },
      })),
    ],
  };
}

async function listStored(database: Database, ids: readonly number[]) {
  // A cluster refuses Prisma's counts of no run.
  if (ids.length === 0) return [];
  return database.prisma.run.findMany({
    where: { heatmapId: { in: await heatmapIdsOfRuns(database.pool, ids) }, id: { in: [...ids] } },
    select: {
      id: true,
      label: true,
      server: { select: { slug: true } },
      workload: { select: { slug: true, clients: true } },
      variant: { select: { buildId: true } },
      _count: { select: { results: true } },
    },
    orderBy: { id: 'asc' },
  });
}

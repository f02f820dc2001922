import { MASK_VERSION } from '@basecase/ingest';
import type { FirstReading } from '@basecase/ingest/model';
import type { PoolClient } from 'pg';
import { findRow, getValue, listValues, type Queries, valuesOf } from '../rows';
import type { Origin } from '../types';
import type { UploadState } from '../types/uploads';
import type { UploaderSays } from './to-store';

/**
 * Raised when the parsers read something differently. An upload that was stored by an older version is read again
 * when it is sent again, and its runs keep their ids.
 */
export const PARSER_VERSION = 14;

/** True for an upload that older parsers read, and whose files are still there to be read again. */
export function isOutdated({
  parserVersion,
  filesRemovedAt,
}: {
  parserVersion: number | null;
  filesRemovedAt: unknown;
}): boolean {
  return parserVersion !== null && parserVersion < PARSER_VERSION && filesRemovedAt === null;
}

export interface UploadToStore extends UploaderSays {
  sha256: string;
  filename: string;
  sizeBytes: number;
  origin: Origin;
}

/** Stored facts of an upload other than the sender's values. */
export interface UploadRead extends UploadToStore {
  /** Null without bytes to read: published figures. */
  firstReading: FirstReading | null;
}

export interface UploadRow {
  id: number;
  state: UploadState;
  /** It may have files, runs and diagnostics from an earlier reading. */
  wasStored: boolean;
  parserVersion: number | null;
  serverName: string | null;
  settings: Record<string, string>;
  hold: boolean;
  maskVersion: number | null;
  /** Since when the bytes of its files are gone, by the retention rule. */
  filesRemovedAt: Date | null;
  /** Identities of runs that the retention rule thinned out. */
  thinnedRuns: string[] | null;
}

/** The upload with these bytes, null when they are new. */
export async function findUpload(client: Queries, sha256: string): Promise<UploadRow | null> {
  return findRow<UploadRow>(
    client,
    `SELECT id, state, stored_at IS NOT NULL AS "wasStored", parser_version AS "parserVersion", server_name AS "serverName", settings, hold,
       mask_version AS "maskVersion", files_removed_at AS "filesRemovedAt", thinned_runs AS "thinnedRuns"
     FROM uploads WHERE sha256 = $1`,
    [sha256],
  );
}

/**
 * True when there is nothing to read again: it is up to date, and what it says was not replaced by what other uploads said
 * since, to which the sender returns with the same bytes.
 */
export async function isSettled(client: Queries, stored: UploadRow, says: UploaderSays): Promise<boolean> {
  return isUpToDate(stored, says) && !(await wasReplaced(client, stored));
}

const REPLACED = `
SELECT EXISTS (SELECT FROM corrections AS own JOIN correction_runs AS ours ON ours.correction_id = own.id
  WHERE own.undone_at IS NULL AND own.by LIKE 'upload %' AND own.by <> $2 AND ours.run_id = ANY ($1)
  AND ($3 OR own.changes ?| $4)
  AND NOT EXISTS (SELECT FROM corrections AS later JOIN correction_runs AS theirs ON theirs.correction_id = later.id
    WHERE later.id > own.id AND later.undone_at IS NULL AND theirs.run_id = ours.run_id
    AND later.changes ?& ARRAY(SELECT jsonb_object_keys(own.changes)))) AS found`;

/** True where another upload of the same logs gave a run the value that counts now, of a field that this one says. */
async function wasReplaced(client: Queries, { id, serverName, settings }: UploadRow): Promise<boolean> {
  const runs = await findRunsOf(client, id);
  if (runs.length === 0) return false;
  const hasManifest = await getValue<boolean>(
    client,
    `SELECT EXISTS (SELECT FROM artifacts WHERE upload_id = $1 AND kind = 'manifest') AS found`,
    [id],
  );
  const fields = [...Object.keys(settings), ...(serverName === null ? [] : ['server'])];
  return getValue<boolean>(client, REPLACED, [runs, `upload ${id}`, hasManifest, fields]);
}

/** Runs that came with an upload, also those that another upload had brought before. */
export async function findRunsOf(client: Queries, uploadId: number): Promise<number[]> {
  return listValues<number>(
    client,
    `SELECT run_id AS id FROM run_places WHERE upload_id = $1
     UNION
     SELECT run_id FROM log_identities WHERE log_identities.sha256 IN (
       SELECT artifacts.sha256 FROM artifacts WHERE artifacts.upload_id = $1)`,
    [uploadId],
  );
}

/**
 * True for bytes that are stored with their files, by these parsers, and the uploader says nothing new
 * about it. Where the retention rule removed the files, the same bytes bring them back.
 */
export function isUpToDate(stored: UploadRow, says: UploaderSays): boolean {
  if (stored.state !== 'stored' || stored.parserVersion !== PARSER_VERSION) return false;
  if (stored.maskVersion !== MASK_VERSION || stored.filesRemovedAt !== null) return false;
  return !saysNews(stored, says);
}

/** True when the uploader gives new values for an upload. */
export function saysNews(stored: UploadRow, says: UploaderSays): boolean {
  if (says.server !== null && says.server !== stored.serverName) return true;
  return Object.entries(says.settings).some(([key, value]) => stored.settings[key] !== value);
}

/** Values missing the second time keep those of the first time. */
export function mergeSays(
  stored: Pick<UploadRow, 'serverName' | 'settings'> | null,
  says: UploaderSays,
): UploaderSays {
  return {
    server: says.server ?? stored?.serverName ?? null,
    settings: { ...stored?.settings, ...says.settings },
  };
}

/** Inserts the upload or takes over the row with the same bytes, and marks it as stored. */
export async function saveUpload(client: PoolClient, upload: UploadRead): Promise<number> {
  return getValue<number>(
    client,
    `INSERT INTO uploads (sha256, filename, size_bytes, origin, server_name, settings, state, parser_version, stored_at,
       mask_version, first_reading)
     VALUES ($1, $2, $3, $4, $5, $6, 'stored', $7, now(), $8, $9)
     ON CONFLICT (sha256) DO UPDATE SET server_name = excluded.server_name, settings = excluded.settings,
       state = 'stored', parser_version = excluded.parser_version, stored_at = excluded.stored_at,
       mask_version = excluded.mask_version, first_reading = excluded.first_reading,
       files_returned_at = CASE WHEN uploads.files_removed_at IS NULL THEN uploads.files_returned_at ELSE excluded.stored_at END,
       files_removed_at = NULL,
       error_code = NULL, error_message = NULL, failed_at = NULL,
       hold = false, progress = NULL, preview = NULL, cancel_requested = false, lost_readers = 0
     RETURNING id`,
    [
      ...valuesOf(upload, 'sha256', 'filename', 'sizeBytes', 'origin', 'server'),
      JSON.stringify(upload.settings),
      PARSER_VERSION,
      MASK_VERSION,
      upload.firstReading && JSON.stringify(upload.firstReading),
    ],
  );
}

const CONTENTS = `
SELECT (SELECT count(*) FROM run_places WHERE upload_id = $1)::int AS runs,
  (SELECT count(*) FROM run_places
   JOIN results ON results.heatmap_id = run_places.heatmap_id AND results.run_id = run_places.run_id
   WHERE upload_id = $1)::int AS results,
  (SELECT count(*) FROM run_places
   JOIN results ON results.heatmap_id = run_places.heatmap_id AND results.run_id = run_places.run_id
   JOIN measurements ON measurements.heatmap_id = results.heatmap_id AND measurements.result_id = results.id
   WHERE upload_id = $1)::int AS measurements`;

export interface UploadCounts {
  runs: number;
  results: number;
  measurements: number;
}

/** Runs that are an upload's own, their results and measurements. */
export async function countContents(client: Queries, uploadId: number): Promise<UploadCounts> {
  return (
    (await findRow<UploadCounts>(client, CONTENTS, [uploadId])) ?? { runs: 0, results: 0, measurements: 0 }
  );
}

/**
 * Writes what the upload brought: runs that are its own, their results and measurements. Counts what is stored of it.
 */
export async function saveCounts(client: PoolClient, uploadId: number): Promise<void> {
  await writeCounts(client, uploadId, await countContents(client, uploadId));
}

/** The same with known counts: to count new rows, a cluster would ask every shard. */
export async function writeCounts(
  client: PoolClient,
  uploadId: number,
  { runs, results, measurements }: UploadCounts,
): Promise<void> {
  await client.query(
    'UPDATE uploads SET run_count = $2, result_count = $3, measurement_count = $4 WHERE id = $1',
    [uploadId, runs, results, measurements],
  );
}

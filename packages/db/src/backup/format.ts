import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { z } from 'zod';
import { AppError } from '../errors';

/*
 * A backup is one tar file, in the order in which it is written and read, so that both need no second look:
 *
 *   basecase-backup/manifest.json                    what it is: versions, migrations, tables, sequences
 *   basecase-backup/README.txt                       how to open it without Basecase
 *   basecase-backup/migrations/NAME.sql              the schema, as it was applied
 *   basecase-backup/tables/TABLE/000001.copy.gz      rows in COPY's text format; each part ends with a whole row
 *   basecase-backup/blobs/ab/abcd….gz                bytes of uploads and their files, named by the sha256 of the
 * plain bytes
 *   basecase-backup/sums/blobs-000001.sha256         of the blobs before it; what is missing or damaged as a comment
 *   basecase-backup/SHA256SUMS                       of every file before it but blobs
 *   basecase-backup/end.json                         counts; a file without it was cut off
 *
 * docs/how-to/operations.md describes it for people. Raise FORMAT_VERSION when an older reader would misunderstand it.
 */

export const FORMAT = 'basecase-backup';
export const FORMAT_VERSION = 1;
export const FOLDER = 'basecase-backup/';

/** Plain bytes of a part of a table: what a reader and a writer hold in memory, times two. */
export const PART_BYTES = 8 * 1024 * 1024;

/** Blobs of one list of sums. */
export const BLOBS_PER_LIST = 5000;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.number().int().positive(),
  /** Version of Basecase that wrote it. */
  basecase: z.string(),
  createdAt: z.string(),
  /** Version of the server that it was read from. */
  postgres: z.string(),
  migrations: z.array(
    z.object({ name: z.string().regex(/^[\w.-]+$/), checksum: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
  tables: z.array(z.object({ name: identifier, columns: z.array(identifier).min(1) })),
  /** value: the last one that was given; called: false before the first. */
  sequences: z.array(z.object({ name: identifier, value: z.string().regex(/^-?\d+$/), called: z.boolean() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const endSchema = z.object({
  rows: z.record(identifier, z.number().int().nonnegative()),
  blobs: z.object({
    stored: z.number().int().nonnegative(),
    /** Named by the database, and not in the blob store, or not what their name says, when this was written. */
    missing: z.number().int().nonnegative(),
    damaged: z.number().int().nonnegative(),
  }),
  /** sha256 of SHA256SUMS. */
  sums: z.string(),
});
export type End = z.infer<typeof endSchema>;

/** What a backup, a check or a restore has to say. */
export interface BackupReport {
  manifest: Manifest;
  end: End;
  /** Length of the whole file. */
  bytes: number;
  /** The sha256 of bytes that the database names and that are not there: the first of them. */
  missing: string[];
  /** The same of bytes whose content is not what their name says. */
  damaged: string[];
}

/** How many of what is missing or damaged are named; all of them are counted, and listed in the file. */
export const MAX_NAMED = 100;

/** A backup file that cannot be used: what is wrong, and where in the file. */
export class BackupError extends AppError {
  static override readonly name = 'BackupError';

  constructor(message: string, options?: ErrorOptions) {
    super({ code: 'BACKUP_INVALID', status: 400 }, message, options);
  }
}

/** A database that a backup cannot be restored into, or a backup that this version cannot restore: what to do. */
export class RestoreRefusedError extends AppError {
  static override readonly name = 'RestoreRefusedError';

  constructor(message: string) {
    super({ code: 'RESTORE_REFUSED', status: 409 }, message);
  }
}

export function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.copy.gz`;
}

export function blobName(sha256: string): string {
  return `blobs/${sha256.slice(0, 2)}/${sha256}.gz`;
}

export function listName(list: number): string {
  return `sums/blobs-${String(list).padStart(6, '0')}.sha256`;
}

/** For readers who have only this file. */
export const README = `A backup of Basecase: the database and the stored files.
It is as secret as the database: it holds hashes of tokens, secrets of webhooks and every uploaded log.

Restore it:   npx basecase restore FILE      (into an empty database; docs/how-to/operations.md)
Check it:     npx basecase backup --verify FILE

Without Basecase, with tar, gzip, sha256sum and psql, into an empty database of PostgreSQL 15 or newer:
  tar xf FILE && cd basecase-backup
  sha256sum --check --quiet SHA256SUMS && cat sums/* | sha256sum --check --quiet
  for each of "migrations" in manifest.json, in that order:  psql -f migrations/NAME.sql
  for each of "tables" in manifest.json, as a superuser, so that foreign keys and triggers wait:
    cat tables/TABLE/*.copy.gz | gunzip | psql -c "SET session_replication_role = replica" \\
      -c "COPY TABLE (COLUMNS) FROM STDIN"
  for each of "sequences" in manifest.json:  SELECT setval('NAME', VALUE, CALLED)
Rows are in the text format of COPY, in UTF-8. blobs/ab/abcd….gz is named by the sha256 of its plain bytes;
the columns artifacts.sha256 and uploads.sha256 name it.
`;

const gunzipInOneGo = promisify(gunzip);

/** Packed blobs up to this size are read at once: gzip packs at most 1,032 to 1, so that the plain bytes fit as well. */
export const SMALL_BLOB = 64 * 1024;

/** Whether these packed bytes are what their name says. */
export async function isContentOf(sha256: string, packed: Buffer | Readable): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    if (Buffer.isBuffer(packed)) hash.update(await gunzipInOneGo(packed));
    else await pipeline(packed, createGunzip(), hash);
  } catch (error) {
    // zlib's errors speak of the content. Everything else (a disk that fails) is not about this blob alone.
    if (isZlibError(error)) return false;
    throw error;
  }
  return hash.digest('hex') === sha256;
}

function isZlibError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_');
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import type { ClientBase, Pool } from 'pg';

type Queryable = Pick<Pool | ClientBase, 'query'>;

/** A migration by name, with the sha256 of its migration.sql. */
export interface NamedMigration {
  name: string;
  checksum: string;
}
export interface Migration extends NamedMigration {
  sql: string;
}
/** finished: false for one that failed half-way. */
export interface AppliedMigration extends NamedMigration {
  finished: boolean;
}

export const PRISMA_LOCK: number;
export const CREATE_HISTORY: string;
export const RESTORE_MARKER: string;

export class MigrationError extends Error {
  readonly hint: string;
  constructor(message: string, hint: string);
}

export function readMigrations(directory: string): Promise<Migration[]>;
export function findUnfinishedRestore(client: Queryable): Promise<{ problem: string; hint: string } | null>;
/** @throws MigrationError */
export function requireNoRestore(client: Queryable): Promise<void>;
export function readApplied(client: Queryable): Promise<AppliedMigration[]>;
/** @throws MigrationError for a newer, an edited or a half-applied migration */
export function pendingMigrations<T extends NamedMigration>(
  known: readonly T[],
  applied: readonly AppliedMigration[],
  words?: { whose?: string; wayOut?: string },
): T[];
/** @returns what somebody should know, null for nothing */
export function applyMigrations(
  client: Queryable,
  migrations: readonly Migration[],
  options?: { evenFilled?: boolean },
): Promise<string | null>;

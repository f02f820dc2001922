import { messageOf } from '@basecase/record';
import { sendOne } from '../commands/upload';
import { UsageError } from '../exit';
import type { Io } from '../io';
import { databaseUsageError, findDatabaseUrl, toLocalServer } from '../local-server';
import { uploadClient } from '../upload/upload-client';

/** What became of the tarballs of a recording. */
export type Delivery =
  /** They are stored; where to look at them. */
  | { outcome: 'stored'; links: string[] }
  /** Nobody said where to, and no Basecase runs here. */
  | { outcome: 'kept' }
  | { outcome: 'failed'; reason: string };

/** Sends tarballs to a Basecase server. Never throws for what the server or the network does. */
export async function deliverTo(
  url: string,
  tarballs: readonly string[],
  { token, io }: { token: string | undefined; io: Io },
): Promise<Delivery> {
  const options = { url, ...(token !== undefined && { token }) };
  const said: string[] = [];
  const quiet: Io = { ...io, print: async () => {}, note: (line) => void said.push(line) };
  const links = new Set<string>();
  try {
    const client = uploadClient(new URL(url), options);
    for (const tarball of tarballs) {
      const upload = await sendOne(tarball, { client, options, io: quiet });
      if (upload?.state !== 'stored') {
        return {
          outcome: 'failed',
          reason: upload?.error?.message ?? said.at(-1) ?? 'the server did not store it',
        };
      }
      for (const { compareUrl } of upload.runs) links.add(compareUrl);
    }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { outcome: 'failed', reason: error.message };
  }
  return { outcome: 'stored', links: [...links] };
}

/** Stores tarballs in the Basecase of this machine, as `basecase ingest` does; `kept` when none runs. */
export async function deliverHere(tarballs: readonly string[], io: Io): Promise<Delivery> {
  const found = await findDatabaseUrl(io);
  if (!found) return { outcome: 'kept' };
  const server = toLocalServer(io, found);
  const { ingestPath } = await import('@basecase/db/import/ingest-path');
  const { openBlobStore } = await import('@basecase/db/blobs/blob-store');
  const { openDatabase } = await import('@basecase/db/database');
  const { requireMigrated } = await import('@basecase/db/migrations/require-migrated');
  const db = openDatabase(server.databaseUrl);
  const links = new Set<string>();
  try {
    await requireMigrated(db, server.migrations);
    for (const tarball of tarballs) {
      const target = { database: db, blobs: openBlobStore(server.blobs, db, io.env) };
      const report = await ingestPath(target, tarball, { set: {} });
      for (const { comparePath } of report.runs) links.add(`${server.url}${comparePath}`);
    }
  } catch (error) {
    return {
      outcome: 'failed',
      reason: (databaseUsageError(error, server) ?? new Error(messageOf(error))).message,
    };
  } finally {
    await db.close();
  }
  return { outcome: 'stored', links: [...links] };
}

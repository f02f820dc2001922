import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PoolClient } from 'pg';
import type { Database } from '../../database';
import { noteListed } from '../../epochs/changes';
import { deleteRuns } from '../../epochs/write-runs';
import { refreshServers } from '../../servers/refresh-servers';
import { serversOfUpload } from '../../servers/server-readings';
import { hashFile } from '../identity';
import { inImport } from '../import-transaction';
import { storeRun } from '../store-run';
import { findUpload, isUpToDate, mergeSays, saveCounts, saveUpload } from '../upload-row';
import { parsePublishedCsv } from './parse-published-csv';
import { toPublishedRuns } from './published-runs';
import { isMissing, toPublishedTables } from './published-tables';

/** Every row of the file is in one of `stored` and `missing`. */
export interface PublishedReport {
  rows: number;
  tables: number;
  /** Rows that are stored as a measurement. */
  stored: number;
  /** Rows whose figure stands for "not measured" and is stored as missing. */
  missing: number;
  /** False when this file was stored before and nothing was done. */
  isNew: boolean;
}

/**
 * Stores figures copied from published reports. Safe to repeat; a corrected file replaces what it corrects.
 *
 * @param csvPath file in the format of `data/published/README.md`
 * @throws Error that names the line of the first row that is not in this format; then nothing is stored
 */
export async function importPublished(database: Database, csvPath: string): Promise<PublishedReport> {
  const figures = parsePublishedCsv(await readFile(csvPath, 'utf8'));
  const tables = toPublishedTables(figures);
  const counts = {
    rows: figures.length,
    tables: tables.length,
    stored: tables.reduce((sum, table) => sum + table.cells.length, 0),
    missing: figures.filter(isMissing).length,
  };
  const says = { server: null, settings: {} };
  const file = { ...(await hashFile(csvPath)), filename: path.basename(csvPath) };
  const isNew = await inImport(database, async (client) => {
    const known = await findUpload(client, file.sha256);
    if (known && isUpToDate(known, says)) return false;
    const uploadId = await saveUpload(client, {
      ...file,
      ...mergeSays(known, says),
      origin: 'published',
      firstReading: null,
    });
    noteListed(client);
    const written = new Set<number>();
    const context = {
      client,
      uploadId,
      artifactIds: new Map<string, number>(),
      configText: () => null,
      written,
      left: new Set<number>(),
      replacesWithFewer: true,
    };
    for (const run of tables.flatMap(toPublishedRuns)) await storeRun(context, run);
    await removeOutdated(client, file.filename, [...written]);
    await refreshServers(client, [...context.left, ...(await serversOfUpload(client, uploadId))]);
    await saveCounts(client, uploadId);
    return true;
  });
  return { ...counts, isNew };
}

/** Published figures that an earlier state of this file had and this one has not. */
async function removeOutdated(
  client: PoolClient,
  filename: string,
  written: readonly number[],
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `SELECT run_id AS id FROM run_places JOIN uploads ON uploads.id = upload_id
     WHERE uploads.origin = 'published' AND uploads.filename = $1 AND NOT run_id = ANY ($2)`,
    [filename, written],
  );
  await deleteRuns(
    client,
    rows.map(({ id }) => id),
  );
}

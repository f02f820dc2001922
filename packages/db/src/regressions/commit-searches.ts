import type { CommitSearch, CommitSearchBody } from '@basecase/contract/record';
import { maskText } from '@basecase/ingest';
import type { Database } from '../database';
import { inChange, noteShown } from '../epochs/changes';
import type { HeatmapKey } from '../epochs/heatmap-key';
import { iso } from '../queries/build-sql';
import { findValue, listRows, type Queries } from '../rows';
import { getRecordRow } from './stored-record';
import { addEvents } from './write-record';

/*
 * Verdicts of `basecase bisect` are lines of the history of a record: what the numbers of the record follow from does not
 * change.
 */

const LOCK = `
SELECT id, heatmap_id AS "heatmapId", server_id AS "serverId", workload_id AS "workloadId"
FROM regressions WHERE heatmap_id = $1 AND slug = $2 FOR UPDATE`;

const SEARCHES = `
SELECT detail, by, ${iso('at')} AS at FROM regression_events
WHERE heatmap_id = $1 AND regression_id = $2 AND kind = 'commit searched' ORDER BY regression_events.id DESC`;

/**
 * Writes the verdict of a search of the commit into the history of a record; secrets in it are masked. The same search again
 * changes nothing.
 *
 * @returns all searches of the record, the newest first
 * @throws NotFoundError
 */
export async function addCommitSearch(
  database: Database,
  slug: string,
  { by, ...search }: CommitSearchBody & { by: string },
): Promise<CommitSearch[]> {
  return inChange(database, async (client) => {
    const record = await getRecordRow<HeatmapKey & { id: number; heatmapId: number }>(client, LOCK, slug);
    const { heatmapId, id: regressionId } = record;
    const known = await findValue<number>(
      client,
      `SELECT 1 FROM regression_events WHERE heatmap_id = $1 AND regression_id = $2 AND kind = 'commit searched'
       AND detail->>'id' = $3`,
      [heatmapId, regressionId, search.id],
    );
    if (known === null) {
      const detail = { ...search, verdict: maskText(search.verdict) };
      await addEvents(client, [{ heatmapId, regressionId, kind: 'commit searched', by, detail }]);
      noteShown(client, [record]);
    }
    return readSearches(client, record);
  });
}

/** The newest first. @throws NotFoundError for an unknown record */
export async function listCommitSearches(
  { pool }: Pick<Database, 'pool'>,
  slug: string,
): Promise<CommitSearch[]> {
  const sql = 'SELECT id, heatmap_id AS "heatmapId" FROM regressions WHERE heatmap_id = $1 AND slug = $2';
  return readSearches(pool, await getRecordRow<{ id: number; heatmapId: number }>(pool, sql, slug));
}

async function readSearches(
  client: Queries,
  { id, heatmapId }: { id: number; heatmapId: number },
): Promise<CommitSearch[]> {
  const rows = await listRows<{ detail: CommitSearchBody; by: string; at: string }>(client, SEARCHES, [
    heatmapId,
    id,
  ]);
  return rows.map(({ detail, by, at }) => ({ ...detail, by, at }));
}

/** The newest search of each record that has one. */
export async function searchesOfRecords(
  { pool }: Pick<Database, 'pool'>,
  records: readonly { id: number; heatmapId: number }[],
): Promise<(CommitSearch & { record: string })[]> {
  const rows = await listRows<{ record: string; detail: CommitSearchBody; by: string; at: string }>(
    pool,
    `SELECT DISTINCT ON (regressions.slug) regressions.slug AS record, detail, by, ${iso('regression_events.at')} AS at
     FROM regressions JOIN regression_events
       ON regression_events.heatmap_id = regressions.heatmap_id AND regression_id = regressions.id
     WHERE regressions.heatmap_id = ANY ($1) AND regressions.id = ANY ($2)
       AND regression_events.kind = 'commit searched'
     ORDER BY regressions.slug, regression_events.id DESC`,
    [records.map(({ heatmapId }) => heatmapId), records.map(({ id }) => id)],
  );
  return rows.map(({ detail, ...rest }) => ({ ...detail, ...rest }));
}

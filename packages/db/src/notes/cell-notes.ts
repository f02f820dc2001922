import type { CellNote, CellNoteBody } from '@basecase/contract/cell-note';
import { MAX_NOTE } from '@basecase/contract/words';
import { maskText } from '@basecase/ingest';
import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { inChange, noteShown } from '../epochs/changes';
import type { HeatmapKey } from '../epochs/heatmap-key';
import { SettingError } from '../errors';
import { byAndAt, iso } from '../queries/build-sql';
import { parseShortId } from '../queries/parse-id';
import { getRow, getValue, listRows } from '../rows';
import type { HeatmapAddress } from '../types/servers';

/**
 * Puts a note or a highlight on a cell of a heatmap; secrets in it are masked.
 *
 * @throws SettingError for neither a text nor a highlight, and for a text over 500 characters
 * @throws NotFoundError for a cell without a result
 */
export async function addCellNote(
  database: Database,
  { text, isHighlighted, by, ...cell }: CellNoteBody & { by: string },
): Promise<CellNote> {
  const words = maskText(text.trim());
  if (words === '' && !isHighlighted)
    throw new SettingError('Expected a text or a highlight, found neither.');
  if (words.length > MAX_NOTE)
    throw new SettingError(`Expected at most ${MAX_NOTE} characters, found ${words.length}.`);
  return inChange(database, async (client) => {
    const place = await placeOf(client, cell);
    const id = await getValue<number>(
      client,
      `INSERT INTO cell_notes (server_id, workload_id, test_id, variant_id, text, is_highlighted, by)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      [place.serverId, place.workloadId, place.testId, place.variantId, words, isHighlighted, by],
    );
    noteShown(client, [place]);
    return getNote(client, id);
  });
}

interface Place extends HeatmapKey {
  testId: number;
  variantId: number;
}

function placeOf(
  client: PoolClient,
  cell: HeatmapAddress & { test: string; column: string },
): Promise<Place> {
  return getRow<Place>(
    client,
    `SELECT servers.id AS "serverId", workloads.id AS "workloadId", tests.id AS "testId", variants.id AS "variantId"
     FROM servers, workloads, tests, variants, heatmaps
     WHERE servers.slug = $1 AND workloads.slug = $2 AND tests.key = $3 AND variants.slug = $4
       AND tests.benchmark_id = workloads.benchmark_id
       AND heatmaps.server_id = servers.id AND heatmaps.workload_id = workloads.id
       AND variants.id = ANY (heatmaps.variant_ids)
       AND EXISTS (SELECT FROM runs JOIN results ON results.heatmap_id = runs.heatmap_id AND results.run_id = runs.id
         WHERE runs.heatmap_id = heatmaps.id AND runs.variant_id = variants.id AND results.test_id = tests.id)`,
    [cell.server, cell.workload, cell.test, cell.column],
    `No result of test "${cell.test}" in column "${cell.column}" of this heatmap.`,
  );
}

/**
 * Takes a note back; it stays in the list with who did it.
 *
 * @throws NotFoundError when it is not there, or was taken back before
 */
export async function undoCellNote(
  database: Database,
  { id, by }: { id: string; by: string },
): Promise<CellNote> {
  return inChange(database, async (client) => {
    const undone = await getRow<HeatmapKey & { id: number }>(
      client,
      `UPDATE cell_notes SET undone_by = $2, undone_at = now() WHERE id = $1 AND undone_at IS NULL
       RETURNING id, server_id AS "serverId", workload_id AS "workloadId"`,
      [parseShortId(id, 'note'), by],
      `No note ${id}.`,
    );
    noteShown(client, [undone]);
    return getNote(client, undone.id);
  });
}

const MOVE = `
UPDATE cell_notes SET test_id = $3 FROM heatmaps
WHERE heatmaps.id = $1 AND cell_notes.server_id = heatmaps.server_id AND cell_notes.workload_id = heatmaps.workload_id
  AND test_id = $2
  AND (SELECT count(*) FILTER (WHERE results.test_id = $2) = 0 AND count(*) FILTER (WHERE results.test_id = $3) > 0
    FROM runs JOIN results ON results.heatmap_id = runs.heatmap_id AND results.run_id = runs.id
    WHERE runs.heatmap_id = $1 AND runs.variant_id = cell_notes.variant_id)`;

/** Notes stay on their cells when the test of all results in them is renamed; the caller notes the heatmap. */
export async function moveCellNotes(
  client: PoolClient,
  tests: readonly { heatmapId: number; fromId: number; intoId: number }[],
): Promise<void> {
  for (const { heatmapId, fromId, intoId } of tests) await client.query(MOVE, [heatmapId, fromId, intoId]);
}

const SELECT = `
SELECT cell_notes.id::text AS id, servers.slug AS server, workloads.slug AS workload, tests.key AS test,
  variants.slug AS "column", text, is_highlighted AS "isHighlighted", by, ${iso('created_at')} AS "createdAt",
  ${byAndAt('undone')} AS undone
FROM cell_notes
JOIN servers ON servers.id = server_id
JOIN workloads ON workloads.id = workload_id
JOIN tests ON tests.id = test_id
JOIN variants ON variants.id = variant_id`;

/** Notes of a heatmap, the newest first; those that were taken back, too. */
export async function listCellNotes(
  { pool }: Pick<Database, 'pool'>,
  { server, workload }: HeatmapAddress,
): Promise<CellNote[]> {
  return listRows<CellNote>(
    pool,
    `${SELECT} WHERE servers.slug = $1 AND workloads.slug = $2 ORDER BY cell_notes.id DESC`,
    [server, workload],
  );
}

async function getNote(client: PoolClient, id: number): Promise<CellNote> {
  return getRow<CellNote>(client, `${SELECT} WHERE cell_notes.id = $1`, [id], `No note ${id}.`);
}

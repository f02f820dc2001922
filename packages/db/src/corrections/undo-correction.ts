import type { PoolClient } from 'pg';
import type { Database } from '../database';
import { noteShared } from '../epochs/changes';
import { ConflictError } from '../errors';
import { inImport } from '../import/import-transaction';
import { endMerges } from '../merges/end-merges';
import { refreshMerged } from '../merges/refresh-merged';
import { parseId } from '../queries/parse-id';
import { getRow, listValues } from '../rows';
import { countRuns } from './count-runs';
import { loadReadings } from './load-readings';
import { revisionOf } from './revision';

export interface UndoRequest {
  /** Name of a token, or `local`. */
  by: string;
  /** Undo the corrections that build on it as well; without it, having some is an error. */
  withLater?: boolean | undefined;
  /** `revision` of the preview that was looked at: refused when something was corrected since. */
  revision?: string | undefined;
}

/**
 * Takes a correction back: its runs count by what was read and by the other corrections, as if it had never been made.
 * It stays in the history.
 *
 * @returns ids of the corrections that were undone, and how many runs changed
 * @throws NotFoundError
 * @throws ConflictError when it is undone already, when later ones build on it, or when another change was faster
 */
export async function undoCorrection(
  database: Database,
  id: string,
  request: UndoRequest,
): Promise<{ ids: string[]; runs: number }> {
  return inImport(database, async (client) => {
    const { ids, after } = await undo(client, parseId(id, 'correction'), request);
    return { ids: ids.map(String), runs: after.length };
  });
}

/** The same within a transaction that holds the import lock. */
export async function undo(
  client: PoolClient,
  id: number,
  { by, withLater = false, revision: seen }: UndoRequest,
) {
  const { isUndone } = await getRow<{ isUndone: boolean }>(
    client,
    'SELECT undone_at IS NOT NULL AS "isUndone" FROM corrections WHERE id = $1',
    [id],
    `No correction ${id}.`,
  );
  if (isUndone) throw new ConflictError('UNDONE', `Correction ${id} is undone already.`);
  const later = await listBuiltOn(client, id);
  if (later.length > 0 && !withLater) {
    throw new ConflictError(
      'BUILT_ON',
      `Later corrections of the same fields build on correction ${id}: ${later.join(', ')}. Undo all of them, or none.`,
    );
  }
  const ids = [id, ...later];
  const runIds = await runsOf(client, ids);
  const before = await loadReadings(client, runIds);
  const revision = await revisionOf(client, before);
  if (seen !== undefined && seen !== revision) {
    throw new ConflictError(
      'EDITED_MEANWHILE',
      'These runs were corrected or read again meanwhile. Look at what would change now.',
    );
  }
  noteShared(client);
  await client.query('UPDATE corrections SET undone_at = now(), undone_by = $2 WHERE id = ANY ($1)', [
    /** Ids of the corrections that are undone, the newest first. */
    ids,
    by,
  ]);
  await endMerges(client, ids);
  await countRuns(client, runIds);
  await refreshMerged(client, ids);
  return { ids: ids.toReversed(), revision, before, after: await loadReadings(client, runIds) };
}

/**
 * Later corrections of the same field of a run, or of the same test or metric, and those that follow them. A correction of another field does not
 * depend on it.
 */
const BUILT_ON = `
WITH RECURSIVE built (id) AS (
  SELECT $1::bigint
  UNION
  SELECT later.id FROM built
  JOIN corrections AS earlier ON earlier.id = built.id
  JOIN correction_runs AS earlier_runs ON earlier_runs.correction_id = earlier.id
  JOIN correction_runs AS later_runs ON later_runs.run_id = earlier_runs.run_id
  JOIN corrections AS later ON later.id = later_runs.correction_id
  WHERE later.id > earlier.id AND later.undone_at IS NULL
    AND EXISTS (SELECT FROM jsonb_object_keys(later.changes) AS field WHERE earlier.changes ? field
      -- Renames of two tests do not depend on each other.
      AND (field NOT IN ('test', 'metric')
        OR string_to_array(earlier.changes ->> field, ' → ') && string_to_array(later.changes ->> field, ' → ')))
)
SELECT id FROM built WHERE id <> $1 ORDER BY id`;

async function listBuiltOn(client: PoolClient, id: number): Promise<number[]> {
  return listValues<number>(client, BUILT_ON, [id]);
}

async function runsOf(client: PoolClient, ids: readonly number[]): Promise<number[]> {
  return listValues<number>(
    client,
    'SELECT DISTINCT run_id AS id FROM correction_runs WHERE correction_id = ANY ($1) AND run_id IS NOT NULL ORDER BY 1',
    [ids],
  );
}

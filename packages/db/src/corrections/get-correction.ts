import type { Database } from '../database';
import { NotFoundError } from '../errors';
import { parseId } from '../queries/parse-id';
import { findValue, listRows } from '../rows';
import type { CorrectionView } from '../types/corrections';
import { entriesOf } from './list-corrections';

const RUNS = `
SELECT run_id::text AS id, label, before, after FROM correction_runs
LEFT JOIN run_places USING (run_id)
LEFT JOIN runs ON runs.heatmap_id = run_places.heatmap_id AND runs.id = run_places.run_id
WHERE correction_id = $1 ORDER BY correction_runs.id`;

/** One correction with the runs that it changed. @throws NotFoundError */
export async function getCorrection(database: Database, id: string): Promise<CorrectionView> {
  const correctionId = parseId(id, 'correction');
  const { pool } = database;
  const [[entry], changedRuns] = await Promise.all([
    entriesOf(database, [correctionId]),
    listRows<CorrectionView['changedRuns'][number]>(pool, RUNS, [correctionId]),
  ]);
  if (!entry) throw new NotFoundError(`No correction ${id}.`);
  const filename = entry.upload
    ? await findValue<string>(pool, 'SELECT filename FROM uploads WHERE id = $1', [entry.upload])
    : null;
  return { ...entry, filename, changedRuns };
}

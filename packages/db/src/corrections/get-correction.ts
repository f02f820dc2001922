import type { Database } from '../database';
import { NotFoundError } from '../errors';
import { parseId } from '../queries/parse-id';
import type { CorrectionView, CountedRun } from '../types/corrections';
import { entriesOf } from './list-corrections';

const RUNS = `
SELECT run_id::text AS id, label, before, after FROM correction_runs
LEFT JOIN run_places USING (run_id)
LEFT JOIN runs ON runs.heatmap_id = run_places.heatmap_id AND runs.id = run_places.run_id
WHERE correction_id = $1 ORDER BY correction_runs.id`;

interface Row {
  id: string | null;
  label: string | null;
  before: CountedRun;
  after: CountedRun;
}

/** One correction with the runs that it changed. @throws NotFoundError */
export async function getCorrection(database: Database, id: string): Promise<CorrectionView> {
  const correctionId = parseId(id, 'correction');
  const [[entry], { rows }] = await Promise.all([
    entriesOf(database, [correctionId]),
    database.pool.query<Row>(RUNS, [correctionId]),
  ]);
  if (!entry) throw new NotFoundError(`No correction ${id}.`);
  const upload = entry.upload
    ? await database.pool.query<{ filename: string }>('SELECT filename FROM uploads WHERE id = $1', [
        entry.upload,
      ])
    : null;
  return { ...entry, filename: upload?.rows[0]?.filename ?? null, changedRuns: rows };
}

import { STOP_CODES, type StopDetail, stopDetail } from '@basecase/analysis';
import type { Database } from '../../database';
import type { RecordView } from './record-view';

/** More diagnostics of one upload are not looked through. */
const MOST_NOTES = 1000;

const NOTES = `
SELECT code, file, line, message FROM diagnostics
WHERE upload_id = ANY ($1) AND code = ANY ($2)
ORDER BY upload_id, id LIMIT ${MOST_NOTES}`;

/** How the test of a record failed, by the diagnostics of the uploads of its first bad version; null: no log tells. */
export async function readStopDetail(
  { pool }: Pick<Database, 'pool'>,
  { heatmap, matrix, row, firstBad }: RecordView,
): Promise<StopDetail | null> {
  const test = matrix.rows[row];
  const runs = heatmap.runs.filter(({ slug }) => slug === matrix.columns[firstBad]?.slug);
  if (!test || runs.length === 0) return null;
  const { rows } = await pool.query<Parameters<typeof stopDetail>[1][number]>(NOTES, [
    [...new Set(runs.map(({ uploadId }) => uploadId))],
    STOP_CODES,
  ]);
  // An upload may hold runs of other versions, each in its directory.
  const own = rows.filter(({ file }) => runs.some(({ label }) => file?.split('/').includes(label)));
  const failed = matrix.status.filter((cells) => cells[firstBad] === 'failed').length;
  return stopDetail(test, own.length > 0 ? own : rows, failed);
}

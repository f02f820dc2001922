import { proposeLayouts } from '@basecase/ingest';
import type { Database } from '../../database';
import { findHeatmapId } from '../../epochs/heatmap-ids';
import { listRows, listValues } from '../../rows';
import type { HeatmapAddress } from '../../types/servers';
import type { OpenQuestion, UploadQuestion } from '../../types/uploads';
import { parseId } from '../parse-id';

/** Uploads whose results share cells with an unknown relation, and whose sender has not answered. */
const OPEN = `
SELECT uploads.id::text AS upload, filename, diagnostics.message
FROM uploads JOIN diagnostics ON diagnostics.upload_id = uploads.id
WHERE uploads.id = ANY ($1) AND state = 'stored' AND diagnostic_counts ? 'IDENTITY_UNKNOWN'
  AND NOT settings ? 'unknown' AND code = 'IDENTITY_UNKNOWN'
ORDER BY uploads.id, diagnostics.id`;

/** Open questions about the results of a heatmap, one for each upload. */
export async function listOpenQuestions(
  { pool }: Database,
  heatmap: HeatmapAddress,
): Promise<OpenQuestion[]> {
  const uploads = await listValues<string>(
    pool,
    'SELECT DISTINCT upload_id FROM run_places WHERE heatmap_id = $1',
    [await findHeatmapId(pool, heatmap)],
  );
  return listQuestions(pool, uploads);
}

/** Paths that patterns are proposed for. */
const MOST_PATHS = 2000;

/** Paths of results of other uploads in the same cells, as an excerpt of each question about them. */
const STORED = `
SELECT first_reading->>'rootLabel' AS root, excerpt AS paths
FROM diagnostics JOIN uploads ON uploads.id = upload_id
WHERE upload_id = $1 AND code = 'IDENTITY_UNKNOWN' AND excerpt IS NOT NULL`;

/** What is open about a stored upload, with patterns that may answer it; null: nothing. */
export async function getUploadQuestion({ pool }: Database, id: string): Promise<UploadQuestion | null> {
  const uploadId = parseId(id, 'upload');
  const [question] = await listQuestions(pool, [String(uploadId)]);
  if (!question) return null;
  const own = await listValues<string>(
    pool,
    `SELECT path FROM artifacts WHERE upload_id = $1 AND status = 'parsed' ORDER BY path LIMIT ${MOST_PATHS}`,
    [uploadId],
  );
  const stored = await listRows<{ root: string; paths: string }>(pool, STORED, [uploadId]);
  // The name of the upload may be the difference: then the patterns begin with it.
  const [{ root } = { root: '' }] = stored;
  const paths =
    stored.length === 0
      ? own
      : [...own.map((path) => `${root}/${path}`), ...stored.flatMap((row) => row.paths.split('\n'))];
  const proposals = proposeLayouts(paths.map((path) => ({ path, known: {} })));
  return { ...question, patterns: proposals.map(({ pattern }) => pattern) };
}

async function listQuestions(pool: Database['pool'], uploads: readonly string[]): Promise<OpenQuestion[]> {
  if (uploads.length === 0) return [];
  const rows = await listRows<{ upload: string; filename: string; message: string }>(pool, OPEN, [uploads]);
  const found = new Map<string, OpenQuestion>();
  for (const { upload, filename, message } of rows) {
    const known = found.get(upload);
    if (known) known.more += 1;
    else found.set(upload, { upload, filename, text: message, more: 0 });
  }
  return [...found.values()];
}

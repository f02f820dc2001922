import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@basecase/db/database';

/** Who is slower has stopped. */
const PATIENCE_MS = 240_000;

/** In milliseconds since sending began, of each upload, in the order in which they were stored. */
export interface UploadTimes {
  stored: number[];
  /** When the records of what it touched were brought up to date. */
  judged: number[];
}

interface SeenUpload {
  id: number;
  state: string;
  error: string | null;
  /** Runs of it are in heatmaps whose records are not up to date. */
  isStale: boolean;
}

/** Both are read from one state of the database. A statement with a name is planned once: looking shall cost little. */
const LOOK = `
SELECT id, state, error_message AS error, EXISTS (
  SELECT FROM run_places JOIN heatmaps ON heatmaps.id = heatmap_id
  WHERE run_places.upload_id = uploads.id AND stale_since IS NOT NULL) AS "isStale"
FROM uploads WHERE id > $1 AND id <> ALL ($2)`;

/**
 * Lets uploads be sent, and watches until all are stored and judged.
 *
 * @param options lookMs: how exactly times are known
 * @throws Error when one is not taken, fails, or takes too long
 */
export async function followUploads(
  { pool }: Database,
  { count, lookMs, send }: { count: number; lookMs: number; send: () => Promise<void> },
): Promise<UploadTimes> {
  const before = await pool.query<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM uploads');
  const stored = new Map<number, number>();
  const judged = new Map<number, number>();
  const refused: unknown[] = [];
  const start = performance.now();
  const sent = send().catch((error: unknown) => refused.push(error));
  while (judged.size < count) {
    const values = [before.rows[0]?.last ?? 0, [...judged.keys()]];
    const seen = await pool.query<SeenUpload>({ name: 'followed-uploads', text: LOOK, values });
    const now = performance.now() - start;
    for (const { id, state, error, isStale } of seen.rows) {
      if (state === 'failed') throw new Error(`upload ${id} failed: ${error}`);
      if (state !== 'stored') continue;
      if (!stored.has(id)) stored.set(id, now);
      if (!isStale) judged.set(id, now);
    }
    if (refused.length > 0) throw refused[0];
    if (now > PATIENCE_MS)
      throw new Error(`${stored.size} of ${count} uploads were stored after ${PATIENCE_MS / 1000} s`);
    await sleep(lookMs);
  }
  await sent;
  const ids = [...stored.keys()];
  return { stored: ids.map((id) => stored.get(id) ?? 0), judged: ids.map((id) => judged.get(id) ?? 0) };
}

import type { Database } from '../database';
import { SettingError } from '../errors';
import { findRow } from '../rows';
import type { PermalinkToStore } from '../types/permalinks';
import { canonicalJson } from './canonical-json';
import { permalinkSlug } from './permalink-slug';

/** The second length is for the day when two contents share the first: at 10 characters, after some 10^8 links. */
const SLUG_LENGTHS = [10, 20, 40];
/** 500 tests × 60 columns with every metric; a table too large to read. */
const MAX_SNAPSHOT_BYTES = 16 * 1024 * 1024;

/**
 * Stores a frozen view. The same view with the same numbers is stored once; it is public when anybody shared it as
 * that.
 *
 * @param isPublic everybody may open it, also where reading is closed
 * @param author name of who makes it; the first one stays
 * @returns its slug, and whether it is new
 * @throws SettingError when the snapshot is too large
 */
export async function createPermalink(
  database: Database,
  permalink: PermalinkToStore,
  isPublic = false,
  author: string | null = null,
): Promise<{ slug: string; isNew: boolean }> {
  const snapshot = canonicalJson(permalink.snapshot);
  if (Buffer.byteLength(snapshot) > MAX_SNAPSHOT_BYTES) {
    throw new SettingError('This view is too large to freeze. Choose fewer columns, then share it again.');
  }
  const { kind, path, title, parserVersion, heatmaps, runs } = permalink;
  const content = canonicalJson({ kind, path, parserVersion }) + snapshot;
  for (const length of SLUG_LENGTHS) {
    const slug = permalinkSlug(content, length);
    // Who comes second finds the row of the first, even when both come at once. jsonb is compared by its content.
    const found = await findRow<{ isNew: boolean; isSame: boolean }>(
      database.pool,
      `WITH added AS (
         INSERT INTO permalinks (slug, kind, path, title, snapshot, parser_version, is_public, heatmaps, runs, author)
         VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9, $10)
         ON CONFLICT (slug) DO UPDATE SET is_public = permalinks.is_public OR (
           excluded.is_public AND permalinks.kind = $2 AND permalinks.path = $3 AND permalinks.snapshot = $5::jsonb),
           -- One from before runs were kept gets them when it is made again.
           runs = CASE WHEN permalinks.kind = $2 AND permalinks.path = $3 AND permalinks.snapshot = $5::jsonb
             THEN coalesce(permalinks.runs, excluded.runs) ELSE permalinks.runs END
         RETURNING xmax = 0 AS "isNew", kind = $2 AND path = $3 AND snapshot = $5::jsonb AS "isSame"
       )
       SELECT * FROM added`,
      [
        ...[slug, kind, path, title, snapshot, parserVersion, isPublic],
        ...[JSON.stringify(heatmaps), runs ?? null, author],
      ],
    );
    if (found?.isSame) return { slug, isNew: found.isNew };
  }
  throw new Error('No free slug for a permalink: three different hashes are taken.');
}

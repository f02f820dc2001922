import type { Database } from '../../database';
import { listRows } from '../../rows';
import type { ServerFlags } from '../../types/noise';

/**
 * One row per server. A flag is a record with a ratio, also a withdrawn one; merged ones are counted with the one they are
 * part of. *Followed*: later versions, or new runs, have said whether it holds. *Rotated*: it does not: it was
 * withdrawn, or the next version was back at the previous level.
 */
const FLAGS = `
SELECT servers.slug, servers.name, servers.cores, count(*)::int AS flags,
  count(*) FILTER (WHERE regressions.kind = 'regression')::int AS slower,
  count(*) FILTER (WHERE regressions.kind = 'improvement')::int AS faster,
  count(*) FILTER (WHERE withdrawn_at IS NOT NULL OR fixed_seen IS NOT NULL OR last_seen <> first_bad)::int AS followed,
  count(*) FILTER (WHERE withdrawn_at IS NOT NULL OR (fixed_seen IS NOT NULL AND last_seen = first_bad))::int AS rotated,
  count(*) FILTER (WHERE regressions.state = 'noise')::int AS noise
FROM regressions JOIN servers ON servers.id = regressions.server_id
WHERE merged_into_id IS NULL AND ratio IS NOT NULL
GROUP BY servers.slug, servers.name, servers.cores
ORDER BY count(*) DESC, servers.name`;

/** Fewer flags say nothing about chance. */
const LEAST_FLAGS = 8;
/** Of followed flags: from here on more come and go than stay. */
const MOST_ROTATED = 0.5;
/** Noise flags slower and faster tests alike; a change of the software mostly goes one way. */
const LEAST_ONE_SIDED = 0.75;
const MOST_NOISE = 0.5;

/** The flags of each server, those with most first, and whether they look random. */
export async function listServerFlags({ pool }: Pick<Database, 'pool'>): Promise<ServerFlags[]> {
  const rows = await listRows<Omit<ServerFlags, 'warning'>>(pool, FLAGS);
  return rows.map((row) => ({ ...row, warning: warningOf(row) }));
}

/**
 * Why the flags of a server look random (docs/method.md, section 7): at least half of those that later versions could confirm came
 * and went and neither direction has three quarters of them; or users marked half of them as noise. Null: they do not, or
 * there are fewer than 8.
 */
export function warningOf({
  flags,
  slower,
  faster,
  followed,
  rotated,
  noise,
}: Omit<ServerFlags, 'warning' | 'slug' | 'name' | 'cores'>): ServerFlags['warning'] {
  if (flags < LEAST_FLAGS) return null;
  if (noise / flags >= MOST_NOISE) return 'marked as noise';
  if (followed < LEAST_FLAGS || rotated / followed < MOST_ROTATED) return null;
  return Math.max(slower, faster) / flags < LEAST_ONE_SIDED ? 'come and go both ways' : null;
}

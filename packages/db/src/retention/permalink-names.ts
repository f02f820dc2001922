import type { Pool, PoolClient } from 'pg';
import type { Night } from './list-nights';

/**
 * What names columns in a permalink: its address, and of a frozen heatmap its columns. A series that was frozen holds the
 * numbers of all of its nights, and names none of them.
 */
const LINKS = `
SELECT id, heatmaps, concat_ws(' ', path, jsonb_path_query_array(snapshot, '$.view.matrix.columns[*].slug')::text) AS names
FROM permalinks WHERE id > $1 ORDER BY id`;

interface LinkRow {
  id: number;
  heatmaps: { server: string; workload: string }[];
  names: string;
}

/** Nights that permalinks name. Snapshots are large: each is read once, and what came since when it is asked for. */
export class PermalinkNames {
  /** By heatmap; those that don't say theirs, under no name. */
  readonly #links = new Map<string, string[]>();
  #newest = 0;

  /** Takes what was shared since the last time. */
  async refresh(client: Pick<Pool | PoolClient, 'query'>): Promise<void> {
    const { rows } = await client.query<LinkRow>(LINKS, [this.#newest]);
    for (const { id, heatmaps, names } of rows) {
      this.#newest = id;
      const keys = heatmaps.length === 0 ? [''] : heatmaps.map(keyOf);
      for (const key of keys) this.#links.set(key, [...(this.#links.get(key) ?? []), names]);
    }
  }

  /** True when an address or a frozen heatmap has the column; a slug within a longer one counts as named. */
  isNamed(night: Night): boolean {
    const links = [...(this.#links.get(keyOf(night)) ?? []), ...(this.#links.get('') ?? [])];
    return links.some((names) => names.includes(night.column));
  }
}

function keyOf({ server, workload }: { server: string; workload: string }): string {
  return `${server} ${workload}`;
}

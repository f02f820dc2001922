import { listRows, type Queries } from '../rows';
import type { HeatmapAddress } from '../types/servers';
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
  heatmaps: HeatmapAddress[];
  names: string;
}

export type PermalinkNames = ReturnType<typeof openPermalinkNames>;

/** Nights that permalinks name. Snapshots are large: each is read once, and what came since when it is asked for. */
export function openPermalinkNames() {
  /** By heatmap; those that don't say theirs, under no name. */
  const links = new Map<string, string[]>();
  let newest = 0;
  const linksOf = (key: string) => links.get(key) ?? [];
  return {
    /** Takes what was shared since the last time. */
    async refresh(client: Queries): Promise<void> {
      for (const { id, heatmaps, names } of await listRows<LinkRow>(client, LINKS, [newest])) {
        newest = id;
        const keys = heatmaps.length === 0 ? [''] : heatmaps.map(keyOf);
        for (const key of keys) links.set(key, [...linksOf(key), names]);
      }
    },
    /** True when an address or a frozen heatmap has the column; a slug within a longer one counts as named. */
    isNamed: (night: Night): boolean =>
      [...linksOf(keyOf(night)), ...linksOf('')].some((names) => names.includes(night.column)),
  };
}

function keyOf({ server, workload }: HeatmapAddress): string {
  return `${server} ${workload}`;
}

import type { HeatmapAddress } from '@basecase/db/types';

/** Between server and workload of a heatmap in the URL: slugs hold `.` and `-`, never `@`. */
const SEPARATOR = '@';

/** `pn53@sysbench-cached-1x50m-1c-pk1`: a heatmap in the URL. */
export function heatmapText({ server, workload }: HeatmapAddress): string {
  return server + SEPARATOR + workload;
}

/** Reads what `heatmapText` wrote; null for anything else. */
export function parseHeatmap(text: string): HeatmapAddress | null {
  const [server, workload, ...rest] = text.split(SEPARATOR);
  return server && workload && rest.length === 0 ? { server, workload } : null;
}

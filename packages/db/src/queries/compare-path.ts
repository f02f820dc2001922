import { sweepFinder } from '@basecase/analysis';
import type { Database } from '../database';
import type { HeatmapAddress } from '../types';
import { listHeatmaps } from './heatmaps/list-heatmaps';

/** Path and query of the compare page for one heatmap, all else left at its default. */
export function comparePath({ server, workload }: HeatmapAddress): string {
  return `/compare?${new URLSearchParams({ server, workload })}`;
}

/**
 * Paths of the pages that runs open as: of a night its series, `/series`; for several numbers of clients one page,
 * `/clients`; the compare page for others.
 */
export async function openPaths(
  database: Database,
): Promise<(heatmap: HeatmapAddress & { isNight: boolean }) => string> {
  const sweepOf = sweepFinder(await listHeatmaps(database));
  return ({ server, workload, isNight }) => {
    if (isNight) return `/series?${new URLSearchParams({ server, workload })}`;
    const sweep = sweepOf({ server, workload });
    if (!sweep) return comparePath({ server, workload });
    return `/clients?${new URLSearchParams({ server, workload: sweep.slug })}`;
  };
}

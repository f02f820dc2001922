import type { ProductHeatmap } from '@basecase/db/types';
import { addressText } from '../results/heatmap-order';
import { shortWorkloadLabel } from '../text/workload-label';
import type { TrendsChoice } from './choose-trends';

/** What the form of the page offers: names only, and no more than somebody reads. */
export interface TrendsMenu extends Pick<TrendsChoice, 'product' | 'products' | 'benchmark' | 'benchmarks'> {
  lines: { text: string; server: string; details: string; chosen: boolean }[];
  /** How many heatmaps have lines, how many there are, and how many are not in the menu. */
  shown: number;
  total: number;
  hidden: number;
}

const MAX_LINES = 60;

export function prepareMenu({ offered, chosen, ...names }: TrendsChoice): TrendsMenu {
  const isChosen = (entry: ProductHeatmap) => chosen.includes(entry);
  // What is drawn is in the menu whatever else is left out.
  const kept = [...offered.filter(isChosen), ...offered.filter((entry) => !isChosen(entry))].slice(
    0,
    MAX_LINES,
  );
  return {
    ...names,
    lines: kept.map((entry) => ({
      text: addressText(entry),
      server: entry.server.name,
      details: detailsOf(entry),
      chosen: isChosen(entry),
    })),
    shown: chosen.length,
    total: offered.length,
    hidden: offered.length - kept.length,
  };
}

function detailsOf({ workload, versions }: ProductHeatmap): string {
  const count = `${versions.length} ${versions.length === 1 ? 'version' : 'versions'}`;
  const parts = [shortWorkloadLabel(workload), ...workload.details, count];
  return `${parts.join(', ')}${workload.source === null ? '' : ` (${workload.source})`}`;
}

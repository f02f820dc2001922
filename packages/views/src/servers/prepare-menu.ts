import type { ProductHeatmap } from '@basecase/db/types';
import { addressText } from '../results/heatmap-order';
import { shortWorkloadLabel } from '../text/workload-label';
import type { ServersChoice } from './choose-servers';

/** A server with the workloads that can be chosen for it. */
export interface MenuServer {
  slug: string;
  /** `pn53, 8-core`. */
  name: string;
  /** As in the URL; empty when the server is not shown. */
  chosen: string;
  workloads: { text: string; label: string }[];
}

/** What the form of the page offers: names only, and no more than somebody reads. */
export interface ServersMenu {
  product: string;
  benchmark: string;
  products: string[];
  benchmarks: { id: string; name: string }[];
  servers: MenuServer[];
  /** How many servers are shown, and how many there are. */
  shown: number;
  total: number;
  /** Servers and workloads that are not in the menu. */
  hidden: number;
}

/** A longer list is searched elsewhere: on the runs page, or in a heatmap, which leads here. */
const MAX_WORKLOADS = 12;
const MAX_MENU_SERVERS = 24;

export function prepareMenu({ offered, chosen, ...names }: ServersChoice): ServersMenu {
  const texts = new Set(chosen.map((entry) => addressText(entry)));
  const all = new Map<string, ProductHeatmap[]>();
  for (const entry of offered) {
    const own = all.get(entry.server.slug);
    if (own) own.push(entry);
    else all.set(entry.server.slug, [entry]);
  }
  const isChosen = (entry: ProductHeatmap) => texts.has(addressText(entry));
  // What is shown is in the menu whatever else is left out.
  const groups = [...all.values()].sort((a, b) => Number(b.some(isChosen)) - Number(a.some(isChosen)));
  const servers = groups.slice(0, MAX_MENU_SERVERS).flatMap((entries): MenuServer[] => {
    const [first] = entries;
    if (!first) return [];
    const kept = [...entries.filter(isChosen), ...entries.filter((entry) => !isChosen(entry))];
    const { slug, name, cores } = first.server;
    return [
      {
        slug,
        name: cores === null ? name : `${name}, ${cores}-core`,
        chosen: entries.filter(isChosen).map((entry) => addressText(entry))[0] ?? '',
        workloads: kept
          .slice(0, MAX_WORKLOADS)
          .map((entry) => ({ text: addressText(entry), label: workloadName(entry) })),
      },
    ];
  });
  const listed = servers.reduce((sum, { workloads }) => sum + workloads.length, 0);
  return { ...names, servers, shown: chosen.length, total: all.size, hidden: offered.length - listed };
}

function workloadName({ workload }: ProductHeatmap): string {
  const source = workload.source === null ? workload.origin : workload.source;
  return `${[shortWorkloadLabel(workload), ...workload.details].join(', ')} (${source})`;
}

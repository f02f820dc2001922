import { heatmapText } from './heatmap-ref';
import { toQuery } from './to-query';

/** What the page of another view knows when it leads to the servers page. */
export interface ServersTarget {
  product?: string;
  benchmark?: string;
  /** Heatmaps to put side by side, by slug. With one of them the page finds its likes on other servers. */
  on?: readonly { server: string; workload: string }[];
  /** Version of the base. */
  base?: string;
}

/** Link to the servers page: the same versions on other servers. */
export function serversHref({ product = '', benchmark = '', on = [], base = '' }: ServersTarget): string {
  return `/servers${toQuery([
    ['product', product],
    ['benchmark', benchmark],
    ...on.map((heatmap) => ['on', heatmapText(heatmap)] as const),
    ['base', base],
  ])}`;
}

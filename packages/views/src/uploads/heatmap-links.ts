import type { UploadHeatmap } from '@basecase/db/types';
import { compareHref } from '../compare/compare-state';
import { serverClass } from '../text/server-name';

export interface HeatmapLink {
  href: string;
  /** `MySQL 9.5.0 against 9.4.0`. */
  text: string;
  /** `8-core pn53, sysbench, cached`. */
  where: string;
}

/** Links to what an upload brought, each against a sensible base. */
export function heatmapLinks(heatmaps: readonly UploadHeatmap[]): HeatmapLink[] {
  return heatmaps.map(({ server, workload, product, versions, base }) => {
    const [first = '', ...others] = versions;
    const last = others.at(-1);
    const own = last === undefined ? first : `${first} to ${last}`;
    const isAlone = base.isOwn && last === undefined;
    const name = serverClass(server);
    return {
      href: compareHref({ server: server.slug, workload: workload.slug, base: base.slug }),
      text: isAlone ? `${product} ${own}` : `${product} ${own} against ${base.version}`,
      where: [name === server.name ? name : `${name} ${server.name}`, workload.label].join(', '),
    };
  });
}

import { clientsOfWorkload, type SweepWorkload, sweepGroupOf, sweepGroups } from '@basecase/analysis';
import type { UploadHeatmap } from '@basecase/db/types';
import { compareHref } from '../compare/compare-state';
import { serverClass } from '../text/words';
import { sweepHref } from '../url/hrefs';

interface Link {
  href: string;
  /** `MySQL 9.5.0 against 9.4.0`, and what else sets it apart from the other links. */
  text: string;
  /** `8-core pn53, sysbench, cached`. */
  where: string;
}

/** Links to what an upload brought, each against a sensible base. */
export function heatmapLinks(heatmaps: readonly UploadHeatmap[]): Link[] {
  return setApart(heatmaps.map(linkOf));
}

interface Entry {
  server: { slug: string };
  workload: SweepWorkload;
}

/** Links to the pages that answer: the heatmap, or for several numbers of clients all of them together. */
export function answerLinks(heatmaps: readonly UploadHeatmap[], entries: readonly Entry[]): Link[] {
  const links = heatmaps.map((heatmap) => {
    const { server, workload, product, versions } = heatmap;
    const own = entries.filter((entry) => entry.server.slug === server.slug);
    const sweep = sweepGroupOf(sweepGroups(own), workload.slug);
    if (!sweep || sweep.entries.length < 2) return linkOf(heatmap);
    const clients = sweep.entries.flatMap((entry) => clientsOfWorkload(entry.workload) ?? []);
    return {
      href: sweepHref({ server: server.slug, workload: sweep.slug }),
      text: `${product} ${rangeOf(versions)} at ${clients.join(', ')} clients`,
      where: [placeOf(server), sweep.label].join(', '),
    };
  });
  const byHref = new Map(links.map((link) => [link.href, link]));
  return setApart([...byHref.values()]);
}

function linkOf({ server, workload, product, versions, base }: UploadHeatmap): Link {
  const isAlone = base.isOwn && versions.length < 2;
  const own = `${product} ${rangeOf(versions)}`;
  return {
    href: compareHref({ server: server.slug, workload: workload.slug, base: base.slug }),
    text: isAlone ? own : `${own} against ${base.version}`,
    where: [placeOf(server), workload.label].join(', '),
  };
}

function rangeOf([first = '', ...others]: readonly string[]): string {
  const last = others.at(-1);
  return last === undefined ? first : `${first} to ${last}`;
}

function placeOf(server: UploadHeatmap['server']): string {
  const name = serverClass(server);
  return name === server.name ? name : `${name} ${server.name}`;
}

/** Links that would read the same get the words of their place in which they differ. */
function setApart(links: readonly Link[]): Link[] {
  return links.map((link) => {
    const alike = links.filter(({ text }) => text === link.text).map(({ where }) => where.split(', '));
    const own = link.where.split(', ').filter((word) => alike.some((words) => !words.includes(word)));
    return { ...link, text: [link.text, ...own].join(', ') };
  });
}

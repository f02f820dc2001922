import type { UploadHeatmap } from '@basecase/db/types';
import { compareHref } from '../compare/compare-state';
import { clientCountsText, type OpenedEntry, openingOf } from '../compare/open-href';
import { seriesHref } from '../series/series-state';
import { serverClass } from '../text/words';

interface Link {
  href: string;
  /** `MySQL 9.5.0 against 9.4.0`, and what else sets it apart from the other links. */
  text: string;
  /** `8-core pn53, sysbench, cached`. */
  where: string;
}

/**
 * Links to what some uploads brought: the series of nights; else, against a sensible base, the heatmap, or for several
 * numbers of clients the page of all of them.
 *
 * @param entries all heatmaps
 */
export function answerLinks(heatmaps: readonly UploadHeatmap[], entries: readonly OpenedEntry[]): Link[] {
  const opening = openingOf(entries);
  const links = heatmaps.map((heatmap) => {
    const { server, product, versions, base } = heatmap;
    const address = { server: server.slug, workload: heatmap.workload.slug };
    if (heatmap.areNights)
      return { ...linkOf(heatmap), href: seriesHref(address), text: nightsText(heatmap) };
    const sweep = opening.sweep(address);
    if (!sweep) return linkOf(heatmap);
    return {
      href: opening.href(address, base.isOwn ? {} : { base: base.slug }),
      text: `${versionsText({ product, versions, base })} at ${clientCountsText(sweep.clients)}`,
      where: [placeOf(server), sweep.label].join(', '),
    };
  });
  const byHref = new Map(links.map((link) => [link.href, link]));
  return setApart([...byHref.values()]);
}

function linkOf({ server, workload, product, versions, base }: UploadHeatmap): Link {
  return {
    href: compareHref({ server: server.slug, workload: workload.slug, base: base.slug }),
    text: versionsText({ product, versions, base }),
    where: [placeOf(server), workload.label].join(', '),
  };
}

/** `PostgreSQL 19devel-20260716-gd3acd4c4`, of more than one `the newest of 12 nights`. */
function nightsText({ product, versions }: UploadHeatmap): string {
  const newest = `${product} ${versions.at(-1) ?? ''}`;
  return versions.length < 2 ? newest : `${newest}, the newest of ${versions.length} nights`;
}

/** `MySQL 9.5.0 against 9.4.0`; without a base where a version is alone. */
function versionsText({ product, versions, base }: Pick<UploadHeatmap, 'product' | 'versions' | 'base'>) {
  const own = `${product} ${rangeOf(versions)}`;
  return base.isOwn && versions.length < 2 ? own : `${own} against ${base.version}`;
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

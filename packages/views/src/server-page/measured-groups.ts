import type { MeasuredHere, ServerPage } from '@basecase/db/types';
import { compareHref } from '../compare/compare-state';
import { listHref } from '../regressions/regressions-state';
import { countText, dayText, groupBy, groupDigits, joinNames, serverClass } from '../text/words';

interface OpenCount {
  /** `2 slower`, `3 possibly faster` */
  text: string;
  isWorse: boolean;
  /** Without a colour: it is not confirmed. */
  isPossible: boolean;
}

/** What was measured on a server, by product. */
export function measuredGroups({ measured, server }: ServerPage) {
  return [...groupBy(measured, ({ product }) => product)].map(([product, rows]) => ({
    product,
    rows: rows.map((row) => toRow(row, server.slug)),
  }));
}

/** A product may share a heatmap with another: each counts once. */
export function countHeatmaps({ measured }: Pick<ServerPage, 'measured'>): number {
  return new Set(measured.map(({ workload }) => workload.slug)).size;
}

function toRow({ workload, product, versions, ...row }: MeasuredHere, server: string) {
  return {
    key: `${product} ${workload.slug}`,
    workload: workload.label,
    details: [...workload.details, workload.origin === 'published' ? 'published' : '']
      .filter(Boolean)
      .join(', '),
    href: compareHref({ server, workload: workload.slug }),
    versions: versionsText(versions),
    /** Numbers in digits. */
    runs: row.runs,
    tests: row.tests,
    latest: dayText(row.latestRunAt),
    /** Open records, those that are sure and those that are only possible apart; empty where there are none. */
    records: openCounts(row),
    recordsHref: listHref({ server, product }),
  };
}

function openCounts(row: Omit<MeasuredHere, 'workload' | 'product' | 'versions'>): OpenCount[] {
  const { slower, possiblySlower, faster, possiblyFaster } = row;
  const counts = [
    { count: slower, words: 'slower', isWorse: true, isPossible: false },
    { count: possiblySlower, words: 'possibly slower', isWorse: true, isPossible: true },
    { count: faster, words: 'faster', isWorse: false, isPossible: false },
    { count: possiblyFaster, words: 'possibly faster', isWorse: false, isPossible: true },
  ];
  return counts.flatMap(({ count, words, ...look }) =>
    count > 0 ? [{ text: `${groupDigits(count)} ${words}`, ...look }] : [],
  );
}

/** `5.6.51 to 9.5.0, 9 versions` */
function versionsText(versions: readonly string[]): string {
  const [first = '', ...others] = versions;
  const last = others.at(-1);
  if (last === undefined) return first;
  if (versions.length === 2) return `${first}, ${last}`;
  return `${first} to ${last}, ${countText(versions.length, 'version')}`;
}

/** The head of the page of a server. */
export function serverHead({ server, runs, products, firstRunAt, latestRunAt }: ServerPage) {
  const title = serverClass(server);
  const span =
    firstRunAt === null || latestRunAt === null
      ? ''
      : `first ${dayText(firstRunAt)}, newest ${dayText(latestRunAt)}`;
  return {
    title,
    /** Empty where the title is the name. */
    name: title === server.name ? '' : server.name,
    slug: server.slug,
    meta: [
      runs === 0 ? 'Nothing was measured here yet.' : `${countText(runs, 'run')} of ${joinNames(products)}`,
      span,
    ].filter(Boolean),
  };
}

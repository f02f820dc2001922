import type { MovedTests } from '@basecase/db/types';
import { compareHref } from '../compare/compare-state';
import { countText } from '../text/count-text';
import { serverClass, serverNames } from '../text/server-name';
import { shortWorkloadLabel } from '../text/workload-label';
import { trendsHref } from '../trends/trends-state';
import type { PlacedLine, ProductLines } from './product-lines';
import { type ReleaseChart, releaseChart } from './release-chart';

/** Most servers per card: a fourth line would look like the others. */
const SERVERS_PER_CARD = 3;

/** What one product says: its releases on some servers as a picture, and what changed in the newest. */
export interface ProductCard {
  product: string;
  href: string;
  chart: ReleaseChart | null;
  /** Instead of a chart. */
  note: string | null;
  rows: ReleaseCount[];
  /** `4 servers, 12 releases, 3 benchmarks`. */
  facts: string;
  /** Servers without a row, with where they are. */
  more: { text: string; href: string } | null;
}

/** The newest release on a server against the one before it. */
export interface ReleaseCount {
  key: string;
  /** Its short name; the long one in `title`. */
  server: string;
  title: string;
  /** `9.5.0 against 9.4.0`. */
  releases: string;
  slower: CountText;
  faster: CountText;
  href: string;
}

export interface CountText {
  text: string;
  /** `2 possible`; empty without. */
  possible: string;
  isSome: boolean;
}

export function productCard({ product, lines, versions, benchmarks }: ProductLines): ProductCard {
  const shown = shownLines(lines);
  const names = serverNames(shown.map(({ server }) => server));
  const chart = releaseChart(product, shown);
  const rows = shown.flatMap((placed, index) => toRow(placed, names[index] ?? '') ?? []);
  const hidden = lines.length - shown.length;
  const href = productHref(product, shown);
  return {
    product,
    href,
    chart,
    note: chart ? null : 'No two releases with one config and build on one server.',
    rows,
    facts: [
      countText(lines.length, 'server'),
      countText(versions, 'release'),
      countText(benchmarks, 'benchmark'),
    ].join(', '),
    more: hidden > 0 ? { text: `${countText(hidden, 'more server')}`, href: trendsHref({ product }) } : null,
  };
}

/** The heatmap of the longest line; all of the product where no line can be compared. */
function productHref(product: string, shown: readonly PlacedLine[]): string {
  const [longest] = shown.toSorted((a, b) => b.line.versions.length - a.line.versions.length);
  if (!longest?.line.newest) return trendsHref({ product });
  return compareHref({ server: longest.server.slug, workload: longest.workload.slug });
}

/**
 * Lines with releases to compare first, then the longest; a second server of one size only without another
 * size: then small ones first, as everywhere.
 */
function shownLines(lines: readonly PlacedLine[]): PlacedLine[] {
  const ranked = lines.toSorted(
    (a, b) =>
      Number(b.line.newest !== null) - Number(a.line.newest !== null) ||
      b.line.versions.length - a.line.versions.length,
  );
  const isFirstOfSize = (placed: PlacedLine) =>
    ranked.find(({ server }) => serverClass(server) === serverClass(placed.server)) === placed;
  const comparable = ranked.filter(({ line }) => line.newest !== null);
  const chosen = [
    ...comparable.filter(isFirstOfSize),
    ...comparable.filter((placed) => !isFirstOfSize(placed)),
    ...ranked.filter(({ line }) => line.newest === null),
  ].slice(0, SERVERS_PER_CARD);
  // `lines` are in the order of their servers.
  return lines.filter((placed) => chosen.includes(placed));
}

function toRow({ server, workload, line }: PlacedLine, name: string): ReleaseCount | null {
  const { newest, versions, config, flavour } = line;
  if (!newest) return null;
  const what = [shortWorkloadLabel(workload), ...workload.details, flavour, config].filter(Boolean);
  return {
    key: server.slug,
    server: name,
    title: `${server.name}: ${what.join(', ')}`,
    releases: `${versions.at(-1)} against ${versions.at(-2)}`,
    slower: toCount(newest.slower, 'slower'),
    faster: toCount(newest.faster, 'faster'),
    href: compareHref({
      server: server.slug,
      workload: workload.slug,
      base: newest.base,
      sort: newest.column,
    }),
  };
}

function toCount({ sure, possible }: MovedTests, word: string): CountText {
  return {
    text: `${sure} ${word}`,
    possible: possible > 0 ? `${possible} possible` : '',
    isSome: sure > 0,
  };
}

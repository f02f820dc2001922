import { formatRatio } from '@basecase/analysis';
import type {
  HeatmapReleases,
  MovedTests,
  ReleaseLineSummary,
  ServerView,
  WorkloadView,
} from '@basecase/db/types';
import { benchmarkModel, compareVersions } from '@basecase/ingest/model';
import type { Opening } from '../compare/open-href';
import { byOrigin } from '../results/heatmap-order';
import { spreadLabels, tenth } from '../text/spread-labels';
import {
  bySizeAndName,
  compareTexts,
  countText,
  groupBy,
  majorOf,
  serverClass,
  serverNames,
  shortWorkloadLabel,
} from '../text/words';
import { trendScale } from '../trends/trends-axis';
import { trendsHref } from '../trends/trends-state';

/** Size of the drawing in its own units; it is scaled to the width of its card. */
export const RELEASE_CHART = { width: 330, height: 118, left: 32, right: 118, top: 10, bottom: 24 } as const;

/** More places than this are shown by majors. */
const MAX_PLACES = 8;
/** What a letter of a name below the axis takes, and the room between two names. */
const LETTER_WIDTH = 6;
const PLACE_GAP = 7;
/** Width of a number on the axis. */
const TICK_HEIGHT = 11;
/** Letters of a server's name that fit next to the drawing. */
const MAX_LABEL = 13;

export interface ReleaseChart {
  /** All its numbers, for screen readers. */
  description: string;
  ticks: { y: number; text: string; isOne: boolean }[];
  places: { x: number; text: string; anchor: 'start' | 'middle' | 'end'; isNewest: boolean }[];
  lines: ReleaseChartLine[];
}

export interface ReleaseChartLine {
  /** Its shape and dash. */
  index: number;
  path: string;
  dots: { x: number; y: number }[];
  /** More tests of the newest release are slower, or faster, beyond noise. */
  trend: 'slower' | 'faster' | null;
  label: string;
  ratio: string;
  labelY: number;
}

/** Geometric means by release, each line relative to its own first release; null where no line has two. */
function releaseChart(product: string, placed: readonly PlacedLine[]): ReleaseChart | null {
  const drawn = placed.filter(({ line }) => line.means.filter((mean) => mean !== null).length > 1);
  if (drawn.length === 0) return null;
  const nameOf = placeNames(product, drawn);
  const names = [...new Set(versionsOf(drawn).map(nameOf))];
  const series = drawn.map(({ line }) =>
    names.map((name) => meanAt(line, (version) => nameOf(version) === name)),
  );
  const scale = trendScale(
    series.flat().filter((mean) => mean !== null),
    'rel',
  );
  const { width, height, left, right, top, bottom } = RELEASE_CHART;
  const step = (width - left - right) / Math.max(1, names.length - 1);
  const xOf = (place: number) => tenth(left + place * step);
  const yOf = (value: number) =>
    tenth(top + (1 - (value - scale.from) / (scale.to - scale.from)) * (height - top - bottom));
  const labels = serverNames(drawn.map(({ server }) => server));
  const lines = drawn.map(({ line }, index): ReleaseChartLine => {
    const points = (series[index] ?? []).flatMap((mean, place) =>
      mean === null ? [] : [{ x: xOf(place), y: yOf(mean), mean }],
    );
    const last = points.at(-1);
    return {
      index,
      path: points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join(''),
      dots: points.map(({ x, y }) => ({ x, y })),
      trend: trendOf(line.newest),
      label: shortened(labels[index] ?? ''),
      ratio: formatRatio(last?.mean ?? null),
      labelY: last?.y ?? 0,
    };
  });
  return {
    description: describe(product, drawn, { series, names, labels }),
    ticks: ticksOf(
      scale.ticks.map(({ value, text }) => ({ y: yOf(value), text, isOne: Math.abs(value - 1) < 1e-9 })),
    ),
    places: placesOf(names, xOf),
    lines: apart(lines),
  };
}

/** Positions of the axis: every release, or the majors where there are many. */
function placeNames(product: string, drawn: readonly PlacedLine[]): (version: string) => string {
  if (versionsOf(drawn).length <= MAX_PLACES) return (version) => version;
  return (version) => majorOf(product, version);
}

function versionsOf(drawn: readonly PlacedLine[]): string[] {
  return [...new Set(drawn.flatMap(({ line }) => line.versions))].sort(compareVersions);
}

/** The mean of the newest release of a place; null where the line has none there. */
function meanAt(
  { versions, means }: PlacedLine['line'],
  isThere: (version: string) => boolean,
): number | null {
  const index = versions.findLastIndex((version, at) => isThere(version) && means[at] !== null);
  return means[index] ?? null;
}

/** Highest, lowest and 1: more would not fit, and those nearer to 1 than their own height are left out. */
function ticksOf(all: ReleaseChart['ticks']): ReleaseChart['ticks'] {
  const one = all.find(({ isOne }) => isOne);
  const ends = [all.at(-1), all[0]].filter((tick) => tick !== undefined && !tick.isOne);
  const apart = ends.filter((tick) => !one || Math.abs((tick?.y ?? 0) - one.y) >= TICK_HEIGHT);
  return [...apart, one].filter((tick) => tick !== undefined);
}

/** Names of the first and the last place, and of those between that have room. */
function placesOf(names: readonly string[], xOf: (place: number) => number): ReleaseChart['places'] {
  const last = names.length - 1;
  const widthOf = (place: number) => (names[place]?.length ?? 0) * LETTER_WIDTH;
  // The first name begins with the axis; all others are centred below their place.
  const endOf = (place: number) => xOf(place) + (place === 0 ? widthOf(0) : widthOf(place) / 2) + PLACE_GAP;
  const startOf = (place: number) => xOf(place) - widthOf(place) / 2;
  const shown = [0];
  for (let place = 1; place < last; place += 1) {
    const isFree = startOf(place) >= endOf(shown.at(-1) ?? 0) && endOf(place) <= startOf(last);
    if (isFree) shown.push(place);
  }
  if (last > 0 && startOf(last) < endOf(0)) shown.shift();
  if (last > 0) shown.push(last);
  return shown.map((place) => ({
    x: xOf(place),
    text: names[place] ?? '',
    anchor: place === 0 && last > 0 ? 'start' : 'middle',
    isNewest: place === last,
  }));
}

function trendOf(newest: PlacedLine['line']['newest']): ReleaseChartLine['trend'] {
  const [slower, faster] = [newest?.slower.sure ?? 0, newest?.faster.sure ?? 0];
  if (slower === faster) return null;
  return slower > faster ? 'slower' : 'faster';
}

function apart(lines: readonly ReleaseChartLine[]): ReleaseChartLine[] {
  const labels = lines.map(({ index, labelY }) => ({ index, y: labelY }));
  const placed = spreadLabels(labels, RELEASE_CHART.height - RELEASE_CHART.bottom);
  return lines.map((line) => ({
    ...line,
    labelY: placed.find(({ index }) => index === line.index)?.y ?? line.labelY,
  }));
}

function describe(
  product: string,
  drawn: readonly PlacedLine[],
  { series, names, labels }: { series: (number | null)[][]; names: string[]; labels: string[] },
): string {
  const lines = drawn.map((_, index) => {
    const points = (series[index] ?? []).flatMap((mean, place) =>
      mean === null ? [] : [`${names[place]} ${formatRatio(mean)}`],
    );
    return `${labels[index]}: ${points.join(', ')}`;
  });
  return `Geometric mean of ${product} by release, relative to the first. ${lines.join('. ')}.`;
}

/** The table has the whole name. */
function shortened(name: string): string {
  return name.length > MAX_LABEL ? `${name.slice(0, MAX_LABEL - 1)}…` : name;
}

/** Most servers per card: a fourth line would look like the others. */
const SERVERS_PER_CARD = 3;

/** What one product says: its releases on some servers as a picture, and what changed in the newest. */
export type ProductCard = ReturnType<typeof productCard>;

/** The newest release on a server against the one before it. */
export type ReleaseCount = NonNullable<ReturnType<typeof toRow>>;

export type CountText = ReturnType<typeof toCount>;

export function productCard({ product, lines, versions, benchmarks }: ProductLines, opening: Opening) {
  const shown = shownLines(lines);
  const names = serverNames(shown.map(({ server }) => server));
  const chart = releaseChart(product, shown);
  const rows = shown.flatMap((placed, index) => toRow(placed, { name: names[index] ?? '', opening }) ?? []);
  const hidden = lines.length - shown.length;
  const href = productHref(product, { shown, opening });
  return {
    product,
    href,
    chart,
    /** Instead of a chart. */
    note: chart ? null : 'No two releases with one config and build on one server.',
    rows,
    /** `4 servers, 12 releases, 3 benchmarks`. */
    facts: [
      countText(lines.length, 'server'),
      countText(versions, 'release'),
      countText(benchmarks, 'benchmark'),
    ].join(', '),
    /** Servers without a row, with where they are. */
    more: hidden > 0 ? { text: `${countText(hidden, 'more server')}`, href: trendsHref({ product }) } : null,
  };
}

/** The heatmap of the longest line; all of the product where no line can be compared. */
function productHref(
  product: string,
  { shown, opening }: { shown: readonly PlacedLine[]; opening: Opening },
): string {
  const [longest] = shown.toSorted((a, b) => b.line.versions.length - a.line.versions.length);
  if (!longest?.line.newest) return trendsHref({ product });
  return opening.href({ server: longest.server.slug, workload: longest.workload.slug });
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

function toRow(
  { server, workload, line }: PlacedLine,
  { name, opening }: { name: string; opening: Opening },
) {
  const { newest, versions, config, flavour } = line;
  if (!newest) return null;
  const what = [shortWorkloadLabel(workload), ...workload.details, flavour, config].filter(Boolean);
  return {
    key: server.slug,
    /** Its short name; the long one in `title`. */
    server: name,
    title: `${server.name}: ${what.join(', ')}`,
    /** `9.5.0 against 9.4.0`. */
    releases: `${versions.at(-1)} against ${versions.at(-2)}`,
    slower: toCount(newest.slower, 'slower'),
    faster: toCount(newest.faster, 'faster'),
    href: opening.href(
      { server: server.slug, workload: workload.slug },
      { base: newest.base, sort: newest.column },
    ),
  };
}

function toCount({ sure, possible }: MovedTests, word: string) {
  return {
    text: `${sure} ${word}`,
    /** `2 possible`; empty without. */
    possible: possible > 0 ? `${possible} possible` : '',
    isSome: sure > 0,
  };
}

/** A line of releases with where it was measured. */
export interface PlacedLine {
  server: ServerView;
  workload: WorkloadView;
  latestRunAt: string;
  line: ReleaseLineSummary;
}

/** What is known of one product: a line for each server. */
export type ProductLines = ReturnType<typeof toProductLines>;

/** Products, last measured first. Products without releases, like fio, are left out: their columns aren't versions. */
export function productLines(heatmaps: readonly HeatmapReleases[]): ProductLines[] {
  const placed = heatmaps.flatMap(({ server, workload, latestRunAt, lines }) =>
    benchmarkModel(workload.benchmark).hasReleases === false
      ? []
      : (lines ?? []).map((line): PlacedLine => ({ server, workload, latestRunAt, line })),
  );
  const byProduct = groupBy(placed, ({ line }) => line.product);
  return [...byProduct]
    .map(([product, own]) => toProductLines(product, own))
    .sort((a, b) => compareTexts(b.latestRunAt, a.latestRunAt) || compareTexts(a.product, b.product));
}

function toProductLines(product: string, own: readonly PlacedLine[]) {
  const versions = [...new Set(own.flatMap(({ line }) => line.versions))].sort(compareVersions);
  const byServer = groupBy(own, ({ server }) => server.slug);
  return {
    product,
    /** ISO 8601 of the newest run. */
    latestRunAt:
      own
        .map((each) => each.latestRunAt)
        .sort()
        .at(-1) ?? '',
    /** The newest version anywhere. */
    newest: versions.at(-1) ?? '',
    /** One for each server, small servers first. */
    lines: [...byServer.values()]
      .flatMap((lines) => lines.toSorted(bestFirst(lines)).slice(0, 1))
      .sort((a, b) => bySizeAndName(a.server, b.server)),
    /** Versions on all servers. */
    versions: versions.length,
    benchmarks: new Set(own.map(({ workload }) => workload.benchmark)).size,
  };
}

/** Of the lines of one server: one that can be compared, up to the newest release, one's own, the longest, the newest. */
function bestFirst(lines: readonly PlacedLine[]): (a: PlacedLine, b: PlacedLine) => number {
  const comparable = lines.filter(({ line }) => line.newest !== null);
  const newest = comparable.map(newestOf).toSorted(compareVersions).at(-1);
  return (a, b) =>
    Number(b.line.newest !== null) - Number(a.line.newest !== null) ||
    Number(newestOf(b) === newest) - Number(newestOf(a) === newest) ||
    byOrigin(a, b) ||
    b.line.versions.length - a.line.versions.length ||
    compareTexts(b.latestRunAt, a.latestRunAt);
}

function newestOf({ line }: PlacedLine): string {
  return line.versions.at(-1) ?? '';
}

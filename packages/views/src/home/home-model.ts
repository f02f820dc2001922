import {
  FAINTLY_BETTER,
  FAINTLY_WORSE,
  formatRatio,
  isChange,
  isSure,
  stoppedCountText,
  verdictLevel,
} from '@basecase/analysis';
import type {
  HeatmapEntry,
  HeatmapReleases,
  RegressionEntry,
  SeriesSummaryEntry,
  ServerEntry,
  StoppedEntry,
  UploadListEntry,
  WaitingJoins,
} from '@basecase/db/types';
import { benchmarkModel } from '@basecase/ingest/model';
import { clientCountsText, type Opening, openingOf } from '../compare/open-href';
import { waitingText } from '../lines/line-words';
import { countStopped, stoppedView } from '../regressions/list/stopped';
import { notMeasuredText, sinceText } from '../regressions/record-words';
import { databaseServers } from '../servers/server-list';
import { countText, dayText, fullServerName, groupDigits, shortWorkloadLabel } from '../text/words';
import { pageNumber } from '../url/fields';
import { benchmarkViewHref, serverHref } from '../url/hrefs';
import { type StateOf, urlCodec } from '../url/url-codec';
import { nightsRows } from './nights-rows';
import { type PlacedLine, type ProductLines, productCard, productLines } from './release-chart';

export type HomeModel = ReturnType<typeof homeModel>;

const CARDS = 6;
const HEATMAPS = 20;
const SERVERS = 8;

export interface HomeInput {
  state: HomeState;
  releases: readonly HeatmapReleases[];
  nights: readonly SeriesSummaryEntry[];
  heatmaps: readonly HeatmapEntry[];
  servers: readonly ServerEntry[];
  /** Open regressions, the largest first. */
  records: readonly RegressionEntry[];
  uploads: readonly UploadListEntry[];
  /** Joins of configs that need a decision. */
  waiting: WaitingJoins;
  stopped: readonly StoppedEntry[];
}

/** Everything the home page draws; whatever is loaded is on it, or on one of its further pages. */
export function homeModel(input: HomeInput) {
  const { state, releases, heatmaps, servers } = input;
  const opening = openingOf(heatmaps);
  const products = productLines(releases);
  const stale = releases.filter(({ isStale }) => isStale).length;
  const cards = pageOf(products, {
    page: state.products,
    size: CARDS,
    noun: 'product',
    hrefOf: (page) => homeHref({ ...state, products: page }, 'releases'),
  });
  const listed = pageOf(opening.once(heatmaps, addressOf), {
    page: state.page,
    size: HEATMAPS,
    noun: 'heatmap',
    hrefOf: (page) => homeHref({ ...state, page }, 'loaded'),
  });
  const ownServers = databaseServers(servers);
  return {
    lead: lead(products, input.stopped),
    /** Tests that stopped working; null: none. */
    stopped: stoppedView(input.stopped),
    /** Heatmaps whose runs changed since they were judged; empty when there are none. */
    staleNote: stale > 0 ? `${countText(stale, 'heatmap')} being judged again after new runs.` : '',
    /** Joins of configs that need a decision; empty without one. */
    waiting: waitingText(input.waiting),
    products: { cards: cards.items.map((card) => productCard(card, opening)), paging: cards.paging },
    /** Benchmarks without releases as columns: links to their reports. */
    others: otherBenchmarks(heatmaps, opening),
    /** Lines of nights against the last release, if there are any. */
    nights: nightsRows(input.nights),
    regressions: largestChanges(input.records),
    heatmaps: { rows: listed.items.map((entry) => toLoadedRow(entry, opening)), paging: listed.paging },
    servers: { rows: ownServers.slice(0, SERVERS).map(toServerRow), total: servers.length },
    /** Every product, the one that was measured last first. */
    productList: products.map(({ product, newest }) => ({
      product,
      newest,
      href: `/runs?${new URLSearchParams({ product })}`,
    })),
    uploads: input.uploads.map(toUpload),
  };
}

/** One line for each benchmark without releases: what it is of and where it is shown. */
function otherBenchmarks(heatmaps: readonly HeatmapEntry[], opening: Opening) {
  const others = heatmaps.filter(({ workload }) => benchmarkModel(workload.benchmark).hasReleases === false);
  return [...new Set(others.map(({ workload }) => workload.benchmark))].flatMap((benchmark) => {
    const own = others.filter(({ workload }) => workload.benchmark === benchmark);
    const [newest] = own;
    if (!newest) return [];
    const address = { server: newest.server.slug, workload: newest.workload.slug };
    return [
      {
        name: benchmarkModel(benchmark).name,
        text: `no releases to compare; ${countText(new Set(own.map(({ server }) => server.slug)).size, 'server')}, ${countText(own.length, 'workload')}`,
        href: benchmarkViewHref(benchmark, address) ?? opening.href(address),
      },
    ];
  });
}

function addressOf({ server, workload }: HeatmapEntry) {
  return { server: server.slug, workload: workload.slug };
}

function toLoadedRow(entry: HeatmapEntry, opening: Opening) {
  const { server, workload } = entry;
  const address = addressOf(entry);
  const sweep = opening.sweep(address);
  return {
    key: `${server.slug} ${workload.slug}`,
    server: fullServerName(server),
    serverHref: serverHref(server.slug),
    workload: shortWorkloadLabel(workload),
    details: sweep ? `${sweep.label}, at ${clientCountsText(sweep.clients)}` : workload.details.join(', '),
    products: entry.products.join(', '),
    columns: entry.columns,
    measured: dayText(entry.latestRunAt),
    origin: originOf(workload),
    href: opening.href(address),
    /** The view that the people of this benchmark know; null when the heatmap is it. */
    report: benchmarkViewHref(workload.benchmark, address),
  };
}

function originOf({ origin, source, relativeTo }: HeatmapEntry['workload']): string {
  if (origin !== 'published') return origin;
  return ['published', relativeTo ? 'ratios only' : '', source ?? ''].filter(Boolean).join(', ');
}

function toServerRow(server: ServerEntry) {
  return {
    name: fullServerName(server),
    words: server.products.join(', '),
    runs: countText(server.runs, 'run'),
    href: serverHref(server.slug),
  };
}

function toUpload(upload: UploadListEntry) {
  const { id, filename, results, runs, server, createdAt } = upload;
  const words = [countText(results, 'result'), countText(runs, 'run'), server ? `sent for ${server}` : ''];
  return {
    name: filename,
    words: words.filter(Boolean).join(', '),
    day: dayText(createdAt),
    date: createdAt.slice(0, 10),
    href: `/uploads/${id}`,
  };
}

/** One record: a test, the version since which it changed, and what moved with it. */
type Change = ReturnType<typeof toChange>;

/** From here on a change has a fill; records are there because they are beyond noise, not because of their size. */
const FULL_COLOUR = 0.95;
/** A record that is smaller than that still changed. */
const FAINT = { regression: FAINTLY_WORSE, improvement: FAINTLY_BETTER } as const;
/** At most this many tests of one release are listed: a release that slows everything would fill the page. */
const PER_RELEASE = 2;
const MOST = 8;
const REASONS = 2;

/**
 * Changes that are sure: what is only possible is counted with the releases, and listed with the regressions.
 *
 * @param records the largest first
 */
function largestChanges(records: readonly RegressionEntry[]): Change[] {
  const seen = new Map<string, number>();
  return records
    .filter(({ verdict }) => isSure(verdict))
    .filter(({ server, product, firstBad }) => {
      const key = `${server.slug} ${product} ${firstBad.version}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
      return (seen.get(key) ?? 0) <= PER_RELEASE;
    })
    .slice(0, MOST)
    .map(toChange);
}

function toChange(record: RegressionEntry) {
  const { slug, kind, test, ratio, workload, server, nights } = record;
  const level = verdictLevel(ratio, 'higher-is-better', FULL_COLOUR);
  return {
    key: slug,
    test: test.name,
    range: test.range === null ? '' : String(test.range),
    ratio: formatRatio(ratio),
    level: isChange(level) ? level : FAINT[kind],
    /** `MySQL 9.5.0`, `29 Aug 2026 g4eb13e8a`; nights also name the last run if it is old. */
    since: [sinceText(record), notMeasuredText(nights)].filter(Boolean).join(', '),
    /** `8-core pn53, sysbench, cached`. */
    where: `${fullServerName(server)}, ${shortWorkloadLabel(workload)}`,
    /** Costs that moved with it, in words. */
    costs: reasonOf(record),
    href: `/r/${slug}`,
  };
}

/** The first two costs that changed with it; the record page has the others. */
function reasonOf({ explanation }: RegressionEntry): string {
  if (!explanation) return 'costs not recorded';
  const reasons = explanation
    .replace(/^\d+% (?:slower|faster); /, '')
    .replace(/ Causes overlap, .*$/, '')
    .replace(/\.$/, '')
    .split(/(?<=\)), /);
  const more = reasons.length - REASONS;
  return [...reasons.slice(0, REASONS), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** The releases with most slower tests: more names would be a list. */
const MOST_SLOWER = 2;

/** `2 tests stopped working. Newest releases: 1 test slower, none faster, 77 of 92 too noisy to tell. PostgreSQL 18.1 on 48-core: 1 of 6.` */
function lead(products: readonly ProductLines[], stops: readonly StoppedEntry[]) {
  const stopped = stoppedCountText(countStopped(stops));
  const compared = products.flatMap(({ lines }) => lines.filter(({ line }) => line.newest !== null));
  // A version in which every test stopped is compared with nothing, and there is no lack of releases.
  if (compared.length === 0 && stopped) return { strong: stopped, rest: '' };
  if (compared.length === 0) {
    return {
      strong: 'No product has two releases with one config and build on one server,',
      rest: ' so nothing can be compared yet.',
    };
  }
  const slower = sum(compared, ({ slower: { sure } }) => sure);
  const faster = sum(compared, ({ faster: { sure } }) => sure);
  const [unclear, tests] = [sum(compared, (each) => each.unclear), sum(compared, (each) => each.tests)];
  return {
    strong: `${stopped ? `${stopped} ` : ''}Newest releases: ${slower === 0 ? 'no test' : countText(slower, 'test')} slower`,
    rest: `, ${faster || 'none'} faster${unclear > 0 ? `, ${unclear} of ${tests} too noisy to tell` : ''}.${mostSlower(compared)}`,
  };
}

function mostSlower(compared: readonly PlacedLine[]): string {
  const most = compared
    .filter(({ line }) => (line.newest?.slower.sure ?? 0) > 0)
    .toSorted((a, b) => (b.line.newest?.slower.sure ?? 0) - (a.line.newest?.slower.sure ?? 0))
    .slice(0, MOST_SLOWER)
    .map(
      ({ server, line: { product, versions, newest } }) =>
        `${product} ${versions.at(-1)} on ${fullServerName(server)}: ${newest?.slower.sure} of ${newest?.tests}`,
    );
  return most.length === 0 ? '' : ` ${most.join('; ')}.`;
}

function sum(
  lines: readonly PlacedLine[],
  of: (newest: NonNullable<PlacedLine['line']['newest']>) => number,
): number {
  return lines.reduce((total, { line }) => total + (line.newest ? of(line.newest) : 0), 0);
}

/** The state of the home page and its form in the URL: which part of its two long lists is shown. */
export const homeUrl = urlCodec({
  /** Page of the products. */
  products: pageNumber(),
  /** Page of the heatmaps. */
  page: pageNumber(),
});

export type HomeState = StateOf<typeof homeUrl>;

/** @param section id of the section that is paged, so that it stays in sight */
function homeHref(state: HomeState, section: string): string {
  return `/${homeUrl.query(state)}#${section}`;
}

/** Links to the pages of a list. */
export interface Paging {
  /** `1–6 of 9 products`. */
  text: string;
  previous: string | null;
  next: string | null;
}

interface Question {
  /** From 1; a page beyond the last one is the last one. */
  page: number;
  size: number;
  /** What is listed, in the singular. */
  noun: string;
  hrefOf: (page: number) => string;
}

/**
 * A page of a list.
 *
 * @returns its items, and links to the others; null when all are on it
 */
function pageOf<Item>(
  all: readonly Item[],
  { page, size, noun, hrefOf }: Question,
): { items: Item[]; paging: Paging | null } {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const number = Math.min(page, pages);
  const from = (number - 1) * size;
  const items = all.slice(from, from + size);
  if (pages === 1) return { items, paging: null };
  return {
    items,
    paging: {
      text: `${groupDigits(from + 1)}–${groupDigits(from + items.length)} of ${groupDigits(all.length)} ${noun}s`,
      previous: number > 1 ? hrefOf(number - 1) : null,
      next: number < pages ? hrefOf(number + 1) : null,
    },
  };
}

import type {
  HeatmapEntry,
  HeatmapReleases,
  RegressionEntry,
  SeriesSummaryEntry,
  ServerEntry,
  UploadListEntry,
} from '@basecase/db/types';
import { benchmarkModel } from '@basecase/ingest/model';
import { compareHref } from '../compare/compare-state';
import { databaseServers } from '../servers/server-list';
import { countText } from '../text/count-text';
import { fullServerName } from '../text/server-name';
import { dayText } from '../text/time-text';
import { shortWorkloadLabel } from '../text/workload-label';
import { benchmarkViewHref } from '../url/benchmark-view-href';
import { serverHref } from '../url/server-href';
import { type HomeState, homeHref } from './home-state';
import { type Paging, pageOf } from './paging';
import { type Change, largestChanges } from './prepare-changes';
import { type Lead, prepareLead } from './prepare-lead';
import { type NightsRow, prepareNightsRows } from './prepare-nights';
import { type ProductCard, prepareProduct } from './prepare-products';
import { productLines } from './product-lines';

export interface HomeModel {
  lead: Lead;
  /** Heatmaps whose runs changed since they were judged; empty when there are none. */
  staleNote: string;
  products: { cards: ProductCard[]; paging: Paging | null };
  /** Benchmarks without releases as columns: links to their reports. */
  others: { name: string; text: string; href: string }[];
  /** Lines of nights against the last release, if there are any. */
  nights: NightsRow[];
  regressions: Change[];
  heatmaps: { rows: LoadedRow[]; paging: Paging | null };
  servers: { rows: ServerRow[]; total: number };
  /** Every product, the one that was measured last first. */
  productList: { product: string; newest: string; href: string }[];
  uploads: { name: string; words: string; day: string; date: string; href: string }[];
}

export interface LoadedRow {
  key: string;
  server: string;
  serverHref: string;
  workload: string;
  details: string;
  products: string;
  columns: number;
  measured: string;
  origin: string;
  href: string;
  /** The view that the people of this benchmark know; null when the heatmap is it. */
  report: string | null;
}

export interface ServerRow {
  name: string;
  words: string;
  runs: string;
  href: string;
}

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
}

/** Everything the home page draws; whatever is loaded is on it, or on one of its further pages. */
export function prepareHome(input: HomeInput): HomeModel {
  const { state, releases, heatmaps, servers } = input;
  const products = productLines(releases);
  const stale = releases.filter(({ isStale }) => isStale).length;
  const cards = pageOf(products, {
    page: state.products,
    size: CARDS,
    noun: 'product',
    hrefOf: (page) => homeHref({ ...state, products: page }, 'releases'),
  });
  const listed = pageOf(heatmaps, {
    page: state.page,
    size: HEATMAPS,
    noun: 'heatmap',
    hrefOf: (page) => homeHref({ ...state, page }, 'loaded'),
  });
  const ownServers = databaseServers(servers);
  return {
    lead: prepareLead(products),
    staleNote: stale > 0 ? `${countText(stale, 'heatmap')} being judged again after new runs.` : '',
    products: { cards: cards.items.map(prepareProduct), paging: cards.paging },
    others: otherBenchmarks(heatmaps),
    nights: prepareNightsRows(input.nights),
    regressions: largestChanges(input.records),
    heatmaps: { rows: listed.items.map(toLoadedRow), paging: listed.paging },
    servers: { rows: ownServers.slice(0, SERVERS).map(toServerRow), total: servers.length },
    productList: products.map(({ product, newest }) => ({
      product,
      newest,
      href: `/runs?${new URLSearchParams({ product })}`,
    })),
    uploads: input.uploads.map(toUpload),
  };
}

/** One line for each benchmark without releases: what it is of and where it is shown. */
function otherBenchmarks(heatmaps: readonly HeatmapEntry[]): HomeModel['others'] {
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
        href: benchmarkViewHref(benchmark, address) ?? compareHref(address),
      },
    ];
  });
}

function toLoadedRow(entry: HeatmapEntry): LoadedRow {
  const { server, workload } = entry;
  const address = { server: server.slug, workload: workload.slug };
  return {
    key: `${server.slug} ${workload.slug}`,
    server: fullServerName(server),
    serverHref: serverHref(server.slug),
    workload: shortWorkloadLabel(workload),
    details: workload.details.join(', '),
    products: entry.products.join(', '),
    columns: entry.columns,
    measured: dayText(entry.latestRunAt),
    origin: originOf(workload),
    href: compareHref(address),
    report: benchmarkViewHref(workload.benchmark, address),
  };
}

function originOf({ origin, source, relativeTo }: HeatmapEntry['workload']): string {
  if (origin !== 'published') return origin;
  return ['published', relativeTo ? 'ratios only' : '', source ?? ''].filter(Boolean).join(', ');
}

function toServerRow(server: ServerEntry): ServerRow {
  return {
    name: fullServerName(server),
    words: server.products.join(', '),
    runs: countText(server.runs, 'run'),
    href: serverHref(server.slug),
  };
}

function toUpload(upload: UploadListEntry): HomeModel['uploads'][number] {
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

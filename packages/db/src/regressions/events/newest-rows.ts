import type { Database } from '../../database';
import type { ListedHeatmap } from '../../epochs/heatmap-list';
import { listSeriesSummaries } from '../../queries/series/list-series-lines';
import { sharedViews } from '../../queries/shared-views';
import type { NewestCounts, NewestRow } from '../../types/events';
import type { NewestRelease, ReleaseLineSummary } from '../../types/releases';
import type { SeriesSummaryEntry } from '../../types/series';
import { type GroupedEvent, type GroupedPlace, isOpenState } from './group-events';
import { type Events, readEvents } from './list-events';

/**
 * The newest version of every line of releases and nights, one row per product, server and workload: against the version
 * before it by its event, against the oldest by a judged pair. Counts are those of the regressions page, because they are
 * counts of the same events.
 */
export async function listNewestRows(database: Database): Promise<NewestRow[]> {
  const [events, nights] = await Promise.all([readEvents(database), listSeriesSummaries(database)]);
  const index = indexEvents(events);
  const nightRows = nights.map((entry) => nightRow(entry, index));
  const ofNights = new Set(nightRows.map((row) => `${row.product} ${addressOf(row)}`));
  const views = sharedViews(events.heatmaps);
  const rows = events.heatmaps.heatmaps.flatMap((heatmap) => {
    const names = views.of(heatmap);
    return names ? releaseRows({ ...heatmap, ...names }, { index, ofNights }) : [];
  });
  return [...rows, ...nightRows].sort((a, b) =>
    a.latestRunAt < b.latestRunAt ? 1 : a.latestRunAt > b.latestRunAt ? -1 : 0,
  );
}

/** Events of a first bad version by server and workload. */
interface EventIndex {
  of(product: string, firstBad: string, address: string): IndexedPlace[];
  /** Open events of a line of nights. */
  ofLine(product: string, line: string, address: string): IndexedPlace[];
}

interface IndexedPlace {
  event: GroupedEvent;
  place: GroupedPlace;
  /** Tests that both versions measured; null: unknown. */
  tests: number | null;
}

const addressOf = (row: { server: { slug: string }; workload: { slug: string } }) =>
  `${row.server.slug} ${row.workload.slug}`;

function indexEvents({ grouped, heatmaps, testsAt }: Events): EventIndex {
  const found = new Map<string, IndexedPlace[]>();
  const add = (key: string, entry: IndexedPlace) => found.set(key, [...(found.get(key) ?? []), entry]);
  for (const event of grouped) {
    // Noise and withdrawn records are not changes.
    if (event.state === 'noise' || event.state === 'withdrawn') continue;
    for (const place of event.places) {
      const server = heatmaps.servers.get(place.serverId)?.slug;
      const workload = heatmaps.workloads.get(place.workloadId)?.slug;
      const address = `${server} ${workload}`;
      const entry = { event, place, tests: testsAt(event, place) };
      add(JSON.stringify(['version', event.product, event.firstBad, address]), entry);
      if (event.line !== null && isOpenState(event.state))
        add(JSON.stringify(['line', event.product, event.line, address]), entry);
    }
  }
  return {
    of: (product, version, address) =>
      found.get(JSON.stringify(['version', product, version, address])) ?? [],
    ofLine: (product, line, address) => found.get(JSON.stringify(['line', product, line, address])) ?? [],
  };
}

type NamedHeatmap = ListedHeatmap & Pick<NewestRow, 'server' | 'workload'>;

/**
 * Of each product the line with the most versions, and others only if they have a newer version; none that continues after a
 * config step. A product without a line
 * (not judged yet, unknown versions) has a row without a version.
 */
function releaseRows(
  heatmap: NamedHeatmap,
  { index, ofNights }: { index: EventIndex; ofNights: ReadonlySet<string> },
): NewestRow[] {
  const { server, workload, latestRunAt, isStale } = heatmap;
  const common = { server, workload, latestRunAt, isStale, nights: null };
  return heatmap.products.flatMap((product) => {
    const own = (heatmap.releases ?? []).filter((line) => line.product === product && !line.isContinued);
    const [main, ...others] = own.toSorted((a, b) => b.versions.length - a.versions.length);
    if (!main) {
      const none = { flavour: null, config: null, newest: null, before: null, oldest: null, means: [] };
      return ofNights.has(`${product} ${addressOf(heatmap)}`) ? [] : [{ ...common, product, ...none }];
    }
    const newer = others.filter(({ versions }) => !main.versions.includes(versions.at(-1) ?? ''));
    return [main, ...newer].map((line): NewestRow => {
      const { versions, means, flavour, config, step } = line;
      const newest = versions.at(-1) ?? '';
      const row = { ...common, product, flavour, config, newest, means, ...(step && { step }) };
      if (versions.length < 2) return { ...row, before: null, oldest: null };
      const before = countsOf(index.of(product, newest, addressOf(heatmap)), {
        version: versions.at(-2) ?? '',
        tests: line.compared?.at(-1) ?? null,
      });
      return { ...row, before, oldest: oldestOf(line) };
    });
  });
}

/**
 * Counts of the newest version's events here: of a regression and of an improvement, and of parts that were split off.
 *
 * @param tests that both versions measured, where there is no event: an event has its own count
 */
function countsOf(
  found: readonly IndexedPlace[],
  { version, tests }: { version: string; tests: number | null },
): NewestCounts {
  const slower = found.filter(({ event }) => event.kind === 'regression');
  const faster = found.filter(({ event }) => event.kind === 'improvement');
  const sum = (places: typeof found, of: (place: GroupedPlace) => number) =>
    places.reduce((total, { place }) => total + of(place), 0);
  return {
    version,
    tests: slower.length === 0 ? tests : (slower[0]?.tests ?? null),
    stopped: sum(slower, ({ stopped }) => stopped),
    slower: sum(slower, (place) => place.slower),
    likely: sum(slower, ({ likely }) => likely),
    faster: sum(faster, (place) => place.slower),
    event: slower[0]?.event.slug ?? null,
  };
}

function oldestOf({ versions, means, oldest }: ReleaseLineSummary): NewestRow['oldest'] {
  if (oldest === undefined) return null;
  const sure = (of: 'slower' | 'faster') => (oldest as NewestRelease | null)?.[of].sure ?? 0;
  return {
    version: versions[0] ?? '',
    stopped: oldest?.stopped ?? 0,
    slower: sure('slower'),
    likely: oldest?.slower.possible ?? 0,
    faster: sure('faster'),
    tests: oldest?.tests ?? 0,
    event: null,
    mean: means.at(-1) ?? null,
  };
}

/** Nights against the last release: the open events of their line. */
function nightRow(entry: SeriesSummaryEntry, index: EventIndex): NewestRow {
  const { server, workload, line, key, newestAt, release, tests, faster } = entry;
  const name = line.branch === null ? line.version : `${line.version}@${line.branch}`;
  const counts = countsOf(index.ofLine(line.product, name, addressOf(entry)), {
    version: release ?? '',
    tests: tests === 0 ? null : tests,
  });
  return {
    ...{ server, workload, product: line.product, flavour: line.flavour, config: line.config },
    newest: line.version,
    nights: key,
    before: tests === 0 ? null : { ...counts, faster },
    oldest: null,
    means: [],
    latestRunAt: newestAt,
    isStale: false,
  };
}

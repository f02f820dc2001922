import { createHash } from 'node:crypto';
import { nearestNames } from '@basecase/ingest/model';
import type { Database } from '../../database';
import { type HeatmapList, type ListedHeatmap, readHeatmapList } from '../../epochs/heatmap-list';
import { sharedViews } from '../../queries/shared-views';
import { listRows } from '../../rows';
import { findServer } from '../../servers/find-server';
import type { EventFilter, EventList, EventPage, EventPlace, EventView } from '../../types/events';
import { type ListedRecord, readRecordList } from '../list/record-list';
import { findWithWords } from '../list-regressions';
import { measuredAt } from '../measured-nights';
import { listEventChanges, readEventDecisions } from './event-changes';
import {
  type EventName,
  eventKey,
  eventKind,
  type GroupedEvent,
  type GroupedPlace,
  groupEvents,
  isOpenState,
  namedEvent,
} from './group-events';

/** Fewer are never paged, unless a page is asked to have less. */
const PAGE_SIZE = 200;
/** Tests of a place that a list names; the page of the event has all. */
const LARGEST = 6;

/** All events of a database, with what their places are called. */
export interface Events {
  grouped: readonly GroupedEvent[];
  /** All of them, also those of no listed event. */
  records: readonly ListedRecord[];
  heatmaps: HeatmapList;
  /** The event of a name, also one that lists leave out; null without a record. */
  named(name: EventName): { event: GroupedEvent; isListed: boolean } | null;
  /** The row of a heatmap; null: it has no run any more. */
  heatmapOf(serverId: number, workloadId: number): ListedHeatmap | null;
  /** ISO 8601, if no record of the event is measured any more. */
  notMeasuredSince(event: GroupedEvent): string | null;
  /** Tests that the first bad version and an earlier one measured at a place; null: unknown, or fewer than have changed. */
  testsAt(event: GroupedEvent, place: GroupedPlace): number | null;
}

/** The events as they are now: the one place where they are made of records. */
export async function readEvents(database: Database, now = new Date()): Promise<Events> {
  const [{ records, nights: facts }, heatmaps, decisions] = await Promise.all([
    readRecordList(database),
    readHeatmapList(database),
    readEventDecisions(database.pool),
  ]);
  const slugOf = (id: number) => heatmaps.servers.get(id)?.slug ?? String(id);
  const grouped = groupEvents(records, decisions, slugOf);
  const tests = grouped.some(({ line }) => line !== null) ? await readNightTests(database) : new Map();
  const rows = new Map(heatmaps.heatmaps.map((row) => [`${row.serverId} ${row.workloadId}`, row]));
  const heatmapOf = (serverId: number, workloadId: number) => rows.get(`${serverId} ${workloadId}`) ?? null;
  return {
    grouped,
    records,
    heatmaps,
    named: (name) => {
      const key = eventKey(name);
      const listed = grouped.find((event) => event.key === key);
      if (listed) return { event: listed, isListed: true };
      const own = records.filter(
        ({ product, firstBad }) => product === name.product && firstBad === name.firstBad,
      );
      const event = groupEvents(own, decisions, slugOf, () => true).find((one) => one.key === key);
      return event ? { event, isListed: false } : null;
    },
    heatmapOf,
    notMeasuredSince: (event) => {
      const times = event.records.map(({ id }) => {
        const own = facts.get(id);
        return own ? measuredAt(own, now).notMeasuredSince : null;
      });
      return times.includes(null) ? null : (times.sort().at(-1) ?? null);
    },
    testsAt: (event, place) => {
      const all =
        event.line === null
          ? releaseTests(event, heatmapOf(place.serverId, place.workloadId))
          : (tests.get(`${place.heatmapId} ${event.product} ${event.line}`) ?? null);
      // A count above its total would be an error: then the total is not known.
      return all === null || all < place.slower + place.likely ? null : all;
    },
  };
}

/** Of the lines that have the version after another one, the one with most tests. */
function releaseTests({ product, firstBad }: GroupedEvent, heatmap: ListedHeatmap | null): number | null {
  const counts = (heatmap?.releases ?? []).flatMap((line) => {
    const place = line.product === product ? line.versions.indexOf(firstBad) : -1;
    const count = line.compared?.[place];
    return place < 1 || count === undefined ? [] : [count];
  });
  return counts.length === 0 ? null : Math.max(...counts);
}

/** Tests of each line of nights, by heatmap, product and name of the line. */
async function readNightTests({ pool }: Database): Promise<Map<string, number>> {
  const rows = await listRows<{ heatmapId: number; product: string; line: string; tests: number }>(
    pool,
    `SELECT heatmap_id AS "heatmapId", products.name AS product, concat_ws('@', versions.name, branch) AS line,
       count(DISTINCT test_id)::int AS tests
     FROM series JOIN versions ON versions.id = series.version_id JOIN products ON products.id = versions.product_id
     GROUP BY 1, 2, 3`,
  );
  return new Map(
    rows.map(({ heatmapId, product, line, tests }) => [`${heatmapId} ${product} ${line}`, tests]),
  );
}

/**
 * Events by filter: newest first seen first, or the largest. A filter finds whole events, so every count of an event is
 * the same wherever it is shown.
 *
 * @param now the time at which "not measured any more" is decided
 */
export async function listEvents(
  database: Database,
  filter: EventFilter = {},
  now: Date = new Date(),
): Promise<EventList> {
  const [events, withWords, serverId] = await Promise.all([
    readEvents(database, now),
    findWithWords(database, filter.search ?? ''),
    filter.server === undefined ? null : findServer(database, filter.server),
  ]);
  const found = events.grouped.filter((event) => {
    const isMeasured = filter.measured === undefined || isMeasuredAs(filter.measured, events, event);
    return isMeasured && matches(event, filter, { withWords, serverId });
  });
  const open = found.filter(({ state }) => isOpenState(state));
  const sure = open.filter(({ certainty }) => certainty === 'sure').length;
  const chosen = found.filter(({ state }) => isShown(state, filter.state ?? 'open'));
  const sorted = chosen.sort(ORDERS[filter.sort ?? 'first seen']);
  const page = Math.max(1, filter.page ?? 1);
  const pageSize = Math.min(filter.pageSize ?? PAGE_SIZE, PAGE_SIZE);
  const count = (shown: NonNullable<EventFilter['state']>) =>
    found.filter(({ state }) => isShown(state, shown)).length;
  return {
    events: sorted
      .slice((page - 1) * pageSize, page * pageSize)
      .map((event) => toEventView(event, events, LARGEST)),
    total: sorted.length,
    page,
    pages: Math.max(1, Math.ceil(sorted.length / pageSize)),
    open: open.length,
    sure,
    likely: open.length - sure,
    counts: {
      open: open.length,
      fixed: count('fixed'),
      closed: count('closed'),
      withdrawn: count('withdrawn'),
      all: count('all'),
    },
  };
}

function isMeasuredAs(measured: 'yes' | 'no', events: Events, event: GroupedEvent): boolean {
  return (events.notMeasuredSince(event) === null) === (measured === 'yes');
}

function matches(
  event: GroupedEvent,
  filter: EventFilter,
  { withWords, serverId }: { withWords: ReadonlySet<number> | null; serverId: number | null },
): boolean {
  const { kind = 'regression', product, line, since, certainty, seenAfter, group, cause } = filter;
  const has = (is: (record: ListedRecord) => boolean) => event.records.some(is);
  return (
    event.kind === kind &&
    (product === undefined || event.product === product) &&
    (since === undefined || event.firstBad === since) &&
    (certainty === undefined || event.certainty === certainty) &&
    (seenAfter === undefined || isNewSince(event, seenAfter)) &&
    (line === undefined || has((record) => record.line === line)) &&
    (group === undefined || has((record) => record.group === group)) &&
    (cause === undefined || has((record) => record.cause === cause)) &&
    (serverId === null || has((record) => record.serverId === serverId)) &&
    (withWords === null || has(({ id }) => withWords.has(id)))
  );
}

/** Muted and known events are never new, nor those that an upgrade found. */
function isNewSince(
  {
    firstSeen,
    muted,
    knownUntil,
    isNews,
  }: Pick<GroupedEvent, 'firstSeen' | 'muted' | 'knownUntil' | 'isNews'>,
  since: string,
) {
  return isNews && !muted && knownUntil === null && firstSeen * 1000 > Date.parse(since);
}

function isShown(state: EventView['state'], shown: NonNullable<EventFilter['state']>): boolean {
  if (shown === 'open') return isOpenState(state);
  if (shown === 'closed') return state === 'noise' || state === 'wont_fix';
  return shown === 'all' ? state !== 'withdrawn' : state === shown;
}

/** An event of stopped tests alone is the largest. */
const sizeOf = ({ ratios: { median } }: GroupedEvent) =>
  median === null ? Number.POSITIVE_INFINITY : Math.abs(Math.log(median));

type Order = (a: GroupedEvent, b: GroupedEvent) => number;

const bySize: Order = (a, b) => {
  const [left, right] = [sizeOf(a), sizeOf(b)];
  return left === right ? (a.key < b.key ? -1 : 1) : right - left;
};

const ORDERS: Record<NonNullable<EventFilter['sort']>, Order> = {
  'first seen': (a, b) => minuteOf(b) - minuteOf(a) || bySize(a, b),
  size: bySize,
};

/** Records of one upload are seconds apart. */
const minuteOf = ({ firstSeen }: GroupedEvent) => Math.floor(firstSeen / 60);

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** @param most tests that each place names */
export function toEventView(event: GroupedEvent, events: Events, most: number): EventView {
  const places = event.places.flatMap((place): EventPlace[] => {
    const heatmap = events.heatmapOf(place.serverId, place.workloadId);
    const names = heatmap && sharedViews(events.heatmaps).of(heatmap);
    if (!names) return [];
    const { lastGood, stopped, slower, likely, ratios, tests } = place;
    return [
      {
        ...names,
        ...ratios,
        ...{ lastGood, stopped, slower, likely },
        tests: events.testsAt(event, place),
        largest: tests.slice(0, most),
      },
    ];
  });
  const sum = (of: (place: EventPlace) => number | null) =>
    places.reduce<number | null>((total, place) => {
      const own = of(place);
      return total === null || own === null ? null : total + own;
    }, 0);
  const { records, serverId } = event;
  const splitOff = serverId === null ? null : (places[0]?.server ?? null);
  return {
    slug: event.slug,
    kind: event.kind,
    state: event.state,
    product: event.product,
    firstBad: event.firstBad,
    line: event.line,
    certainty: event.certainty,
    stopped: sum(({ stopped }) => stopped) ?? 0,
    slower: sum(({ slower }) => slower) ?? 0,
    likely: sum(({ likely }) => likely) ?? 0,
    tests: places.length === 0 ? null : sum(({ tests }) => tests),
    ...event.ratios,
    owner: mostCommon(records.map(({ owner }) => owner)),
    bugUrl: mostCommon(records.map(({ bugUrl }) => bugUrl)),
    fixedIn: mostCommon(records.map(({ fixedSeen, fixedIn }) => fixedSeen ?? fixedIn)),
    muted: event.muted,
    knownUntil: event.knownUntil,
    isNews: event.isNews,
    notMeasuredSince: events.notMeasuredSince(event),
    firstSeen: isoOf(event.firstSeen),
    changedAt: isoOf(event.changedAt),
    places,
    reason: event.reason,
    splitOff: splitOff && { slug: splitOff.slug, name: splitOff.name, cores: splitOff.cores },
    version: versionOf(event),
  };
}

/** The text that most have; null if none has one. */
function mostCommon(texts: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

/** Another text as soon as a record joins or leaves the event, or was changed. */
export function versionOf({
  records,
  muted,
}: {
  records: readonly Pick<ListedRecord, 'id' | 'triageVersion'>[];
  muted: boolean;
}): string {
  const parts = records.map(({ id, triageVersion }) => `${id}.${triageVersion}`).sort();
  return createHash('sha256')
    .update(`${muted} ${parts.join(' ')}`)
    .digest('hex')
    .slice(0, 16);
}

/** @throws NotFoundError */
export async function getGroupedEvent(
  database: Database,
  slug: string,
): Promise<{ event: GroupedEvent; events: Events }> {
  const events = await readEvents(database);
  return { event: namedEvent(events.grouped, slug), events };
}

/** Slugs of the events that an unknown one may mean, the nearest first. */
export async function nearestEvents(database: Database, slug: string): Promise<string[]> {
  const { grouped } = await readEvents(database);
  return nearestNames(
    slug,
    grouped.map((one) => one.slug),
  );
}

/** An event with all its tests and its history. @throws NotFoundError */
export async function getEvent(database: Database, slug: string): Promise<EventPage> {
  const { event, events } = await getGroupedEvent(database, slug);
  return {
    ...toEventView(event, events, Number.POSITIVE_INFINITY),
    history: await listEventChanges(database, event),
  };
}

/** Slug of the event that a record is part of; null: of none. */
export async function findEventOf(database: Database, record: string): Promise<string | null> {
  const { records, grouped } = await readEvents(database);
  const own = records.find(({ slug }) => slug === record);
  if (!own) return null;
  const name = { ...own, kind: eventKind(own) };
  const find = (key: string) => grouped.find((event) => event.key === key);
  // Where a server was split off, the event of all others has no place on it.
  const shared = find(eventKey({ ...name, serverId: null }));
  const isPlace = shared?.places.some(({ heatmapId }) => heatmapId === own.heatmapId) ?? false;
  return (find(eventKey(name)) ?? (isPlace ? shared : undefined))?.slug ?? null;
}

import { groupBy, isSure, median, type ReasonClass } from '@basecase/analysis';
import { withNearest } from '@basecase/ingest/model';
import { NotFoundError } from '../../errors';
import { shortSlug } from '../../import/slug';
import type { EventReason, EventTest, EventView } from '../../types/events';
import type { ListedRecord } from '../list/record-list';

/** Decisions about events that are in force. */
export interface EventDecisions {
  /** Keys of events (`eventKey`) that were muted. */
  readonly muted: ReadonlySet<string>;
  /** Keys of events of one server: it was split off. */
  readonly split: ReadonlySet<string>;
  /** Version that is expected to fix an event, by its key: until it is measured there, the event sends nothing. */
  readonly known: ReadonlyMap<string, string>;
}

/** What names an event: of records, and of decisions. */
export interface EventName {
  kind: EventView['kind'];
  product: string;
  firstBad: string;
  /** The server that was split off; null: all others. */
  serverId: number | null;
}

/** An event as its records make it, before names of servers are known. */
export interface GroupedEvent extends EventName {
  key: string;
  slug: string;
  state: EventView['state'];
  muted: boolean;
  knownUntil: string | null;
  /** False: a new rule or another decision about lines found it in runs that were judged before. */
  isNews: boolean;
  line: string | null;
  certainty: EventView['certainty'];
  /** What is counted: open records of an open event, else all that are not withdrawn, else all. */
  records: readonly ListedRecord[];
  /** By server and workload; the one with the largest change first. */
  places: GroupedPlace[];
  ratios: Ratios;
  reason: EventReason | null;
  /** Seconds since 1970. */
  firstSeen: number;
  changedAt: number;
}

export interface GroupedPlace {
  heatmapId: number;
  serverId: number;
  workloadId: number;
  lastGood: string;
  stopped: number;
  slower: number;
  likely: number;
  ratios: Ratios;
  /** One for each test, the largest change first. */
  tests: EventTest[];
}

/** Ratios of sure tests, of likely ones if none is sure. */
export interface Ratios {
  median: number | null;
  low: number | null;
  high: number | null;
}

export function eventKey({ kind, product, firstBad, serverId }: EventName): string {
  return JSON.stringify([kind, product, firstBad, serverId]);
}

/** True of a record on a server whose event was muted. */
export function isMuted(name: EventName, decisions: EventDecisions): boolean {
  return decisions.muted.has(eventKey(decidedName(name, decisions)));
}

/** The event of a record, given the name that it has if its server was split off. */
export function decidedName(own: EventName, { split }: EventDecisions): EventName {
  return split.has(eventKey(own)) ? own : { ...own, serverId: null };
}

/** Tests that stopped working are part of a regression. */
export function eventKind({ kind }: Pick<ListedRecord, 'kind'>): EventView['kind'] {
  return kind === 'improvement' ? 'improvement' : 'regression';
}

/**
 * The events of some records: one product, one kind and one first bad version, on all servers that show it.
 * Order does not matter; the same records make the same events.
 *
 * @param isKept which events are returned. Default: those that lists have
 * @returns events with at least one sure test, one test that stopped working, a likely change of the newest version, or
 *   a state that a user set; withdrawn ones all
 */
export function groupEvents(
  records: readonly ListedRecord[],
  decisions: EventDecisions,
  serverSlug: (serverId: number) => string,
  isKept: (event: GroupedEvent) => boolean = exists,
): GroupedEvent[] {
  const nameOf = (record: ListedRecord): EventName => {
    const { product, firstBad, serverId } = record;
    return decidedName({ kind: eventKind(record), product, firstBad, serverId }, decisions);
  };
  const groups = groupBy(records, (record) => eventKey(nameOf(record)));
  const events = [...groups].flatMap(([key, own]): GroupedEvent[] => {
    const [first] = own;
    if (!first) return [];
    const event = toEvent(key, nameOf(first), own, decisions);
    return isKept(event) ? [event] : [];
  });
  return withSlugs(events, serverSlug);
}

const OPEN: readonly string[] = ['new', 'investigating', 'confirmed'];

export function isOpenState(state: string): boolean {
  return OPEN.includes(state);
}

function toEvent(
  key: string,
  name: EventName,
  all: readonly ListedRecord[],
  { muted, known }: EventDecisions,
): GroupedEvent {
  const alive = all.filter(({ state }) => state !== 'withdrawn');
  const open = alive.filter(({ state }) => isOpenState(state));
  const records = [open, alive, all].find(({ length }) => length > 0) ?? all;
  const places = [...groupBy(records, ({ heatmapId }) => String(heatmapId)).values()]
    .map(toPlace)
    .sort((a, b) => b.slower + b.stopped - (a.slower + a.stopped) || a.heatmapId - b.heatmapId);
  const tests = places.flatMap((place) => place.tests);
  return {
    ...name,
    key,
    slug: '',
    state: stateOf(records),
    muted: muted.has(key),
    knownUntil: known.get(key) ?? null,
    isNews: records.some((record) => record.isNews),
    line: records.find(({ line }) => line !== null)?.line ?? null,
    certainty: tests.some(({ level }) => level !== 'likely') ? 'sure' : 'likely',
    records,
    places,
    ratios: ratiosOf(tests),
    reason: reasonOf(records),
    firstSeen: extremes(records, ({ createdAt }) => createdAt)[0],
    // A withdrawn test changes the counts of an event that is open.
    changedAt: extremes(open.length > 0 ? all : records, ({ changedAt }) => changedAt)[1],
  };
}

/** Smallest and largest: a spread of thousands of arguments overflows the stack. */
function extremes<T>(items: readonly T[], of: (item: T) => number): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const item of items) {
    low = Math.min(low, of(item));
    high = Math.max(high, of(item));
  }
  return [low, high];
}

function exists({ certainty, records, state }: GroupedEvent): boolean {
  if (certainty === 'sure' || !['new', 'fixed'].includes(state)) return true;
  return state === 'new' && records.some(isOfNewest);
}

/** True of a change that the newest version of its line brought; of nights, of one that lasts. */
function isOfNewest({ fixedSeen, lastSeen, firstBad, line }: ListedRecord): boolean {
  return fixedSeen === null && (line !== null || lastSeen === firstBad);
}

/** Of open records the one that was decided furthest, else the one that most have. */
function stateOf(records: readonly ListedRecord[]): EventView['state'] {
  const states = records.map(({ state }) => state);
  const decided = (['confirmed', 'investigating', 'new'] as const).find((state) => states.includes(state));
  if (decided) return decided;
  const counts = groupBy(states, (state) => state);
  const closed = ['fixed', 'wont_fix', 'noise', 'withdrawn'] as const;
  return [...closed].sort((a, b) => (counts.get(b)?.length ?? 0) - (counts.get(a)?.length ?? 0))[0] ?? 'new';
}

const LEVELS = ['stopped', 'sure', 'likely'] as const;

function levelOf({ verdict }: ListedRecord): EventTest['level'] {
  if (verdict === 'stopped working') return 'stopped';
  return isSure(verdict) ? 'sure' : 'likely';
}

/** A test with several records of one heatmap (other builds and configs) counts once, by the surest and largest. */
function toPlace(records: readonly ListedRecord[]): GroupedPlace {
  const sorted = records.toSorted(
    (a, b) => LEVELS.indexOf(levelOf(a)) - LEVELS.indexOf(levelOf(b)) || b.size - a.size || a.id - b.id,
  );
  const byTest = new Map<number, ListedRecord>();
  for (const record of sorted) if (!byTest.has(record.testId)) byTest.set(record.testId, record);
  const tests = [...byTest.values()].map(
    (record): EventTest => ({
      slug: record.slug,
      test: record.test,
      level: levelOf(record),
      verdict: record.verdict,
      ratio: record.ratio,
    }),
  );
  const count = (level: EventTest['level']) => tests.filter((test) => test.level === level).length;
  const [first] = sorted;
  return {
    heatmapId: first?.heatmapId ?? 0,
    serverId: first?.serverId ?? 0,
    workloadId: first?.workloadId ?? 0,
    lastGood: first?.lastGood ?? '',
    stopped: count('stopped'),
    slower: count('sure'),
    likely: count('likely'),
    ratios: ratiosOf(tests),
    tests,
  };
}

function ratiosOf(tests: readonly EventTest[]): Ratios {
  const of = (level: EventTest['level']) =>
    tests.flatMap((test) => (test.level === level && test.ratio !== null ? [test.ratio] : []));
  const sure = of('sure');
  const ratios = sure.length > 0 ? sure : of('likely');
  if (ratios.length === 0) return { median: null, low: null, high: null };
  const [low, high] = extremes(ratios, (ratio) => ratio);
  return { median: median(ratios), low, high };
}

/** Classes without a metric that moved. */
const NO_REASON: readonly ReasonClass[] = ['waits differently', 'no metrics'];

/** The class of metrics that most sure tests have; null without one that says something. */
function reasonOf(records: readonly ListedRecord[]): EventReason | null {
  const sure = records.filter((record) => levelOf(record) === 'sure');
  const judged = sure.length > 0 ? sure : records.filter((record) => levelOf(record) === 'likely');
  const classes = [...groupBy(judged, ({ reason }) => reason).values()]
    .flatMap((own) => (own[0] ? [[own[0].reason, own] as const] : []))
    .sort(([, a], [, b]) => b.length - a.length);
  const [most] = classes.filter(([reason]) => !NO_REASON.includes(reason)).concat(classes);
  if (!most) return null;
  const [reason, own] = most;
  const cpu = own.flatMap((record) => (record.cpu === null ? [] : [record.cpu]));
  return { class: reason, tests: own.length, of: judged.length, cpu: cpu.length > 0 ? median(cpu) : null };
}

/** `mysql-8.0.43`, `mysql-9.5.0-faster`, `mysql-8.0.43@mybox8`; where two names have one slug, the later one gets a number. */
function withSlugs(events: readonly GroupedEvent[], serverSlug: (id: number) => string): GroupedEvent[] {
  const taken = new Map<string, number>();
  const inOrder = events.toSorted((a, b) => a.firstSeen - b.firstSeen || (a.key < b.key ? -1 : 1));
  return inOrder.map((event) => {
    const { product, firstBad, kind, serverId } = event;
    const base = shortSlug(`${product} ${firstBad}`) + (kind === 'improvement' ? '-faster' : '');
    const slug = serverId === null ? base : `${base}@${serverSlug(serverId)}`;
    const before = taken.get(slug) ?? 0;
    taken.set(slug, before + 1);
    return { ...event, slug: before === 0 ? slug : `${slug}~${before + 1}` };
  });
}

/** @throws NotFoundError with the slugs that are near */
export function namedEvent(grouped: readonly GroupedEvent[], slug: string): GroupedEvent {
  const event = grouped.find((one) => one.slug === slug);
  if (event) return event;
  const slugs = grouped.map((one) => one.slug);
  throw new NotFoundError(withNearest(`No event "${slug.slice(0, 80)}".`, slug, slugs));
}

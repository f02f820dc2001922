import type { Database } from '../database';
import type { EventName } from '../regressions/events/group-events';
import { type Events, listEvents, readEvents, toEventView } from '../regressions/events/list-events';
import { eventSuspects } from '../regressions/events/record-rows';
import type { EventFilter, EventView } from '../types/events';
import type { Suspects } from '../types/regressions';
import type { ChatNews, WebhookEvent } from '../types/webhooks';

/** Subject of a chat message or an issue, as its delivery stores it. */
export interface ChatSubject {
  name: EventName;
  /** Ids of records; one may be named twice. */
  records: number[];
  /** The version that was expected to fix it; left out: none was. */
  notFixedIn?: string;
}

/** Subjects of a mail, in the order in which they happened. */
export interface DigestSubject {
  digest: (ChatSubject & { event: WebhookEvent })[];
}

/** Tests of each place that an issue names; a sentence names the only one. */
const NAMED_TESTS = 6;

/**
 * The events of messages as they are now, one each however many of its tests and servers changed; without those that
 * have nothing to announce any more: the event is muted, gone, or too unsure for the lists.
 */
export async function readChatNews(
  database: Database,
  subjects: DigestSubject['digest'],
): Promise<ChatNews[]> {
  const events = await readEvents(database);
  const news: ChatNews[] = [];
  for (const subject of subjects) {
    const one = await toNews(database, subject, events);
    if (one) news.push(one);
  }
  return news;
}

async function toNews(
  database: Database,
  { event, name, records: ids, notFixedIn }: DigestSubject['digest'][number],
  events: Events,
): Promise<ChatNews | null> {
  const found = events.named(name);
  if (!found || found.event.muted) return null;
  const isOpening = event === 'regression.new' || event === 'regression.sure';
  if (isOpening && (!found.isListed || found.event.state === 'withdrawn')) return null;
  const own = events.records.filter(({ id }) => ids.includes(id));
  const [record] = own;
  if (!record) return null;
  const isFixed = event === 'regression.fixed';
  const view = toEventView(found.event, events, NAMED_TESTS);
  const changed = new Set(own.map(({ heatmapId }) => heatmapId));
  const places = found.event.places.filter(({ heatmapId }) => changed.has(heatmapId));
  return {
    event,
    about: {
      view,
      tests: own.length,
      servers: toEventView({ ...found.event, places }, events, 0).places.map(({ server }) => server),
      fixedIn: isFixed ? [...new Set(own.flatMap(({ fixedSeen }) => fixedSeen ?? []))] : [],
      notFixedIn: notFixedIn ?? null,
      suspects: await eventSuspects(database.pool, found.event),
      path: found.isListed ? `/regressions/${encodeURIComponent(view.slug)}` : `/r/${record.slug}`,
    },
  };
}

/** Events as a feed tells them, each with its suspects if it is of builds. */
export async function listEventNews(
  database: Database,
  filter: Pick<EventFilter, 'product' | 'server'>,
  most: number,
): Promise<{ view: EventView; suspects: Suspects | null }[]> {
  const asked = { ...filter, seenAfter: new Date(0).toISOString(), pageSize: most };
  const [alive, withdrawn, { grouped }] = await Promise.all([
    listEvents(database, { ...asked, state: 'all' }),
    listEvents(database, { ...asked, state: 'withdrawn' }),
    readEvents(database),
  ]);
  const views = [...alive.events, ...withdrawn.events]
    .sort((a, b) => Date.parse(b.firstSeen) - Date.parse(a.firstSeen))
    .slice(0, most);
  return Promise.all(
    views.map(async (view) => {
      const event = view.line === null ? undefined : grouped.find(({ slug }) => slug === view.slug);
      return { view, suspects: event ? await eventSuspects(database.pool, event) : null };
    }),
  );
}

import type { EventView, UnseenUpload } from '@basecase/db/types';
import { type EventRow, eventRow } from '../regressions/events/event-list';
import { countText, dayText, timeText } from '../text/words';
import { single } from '../url/fields';
import { type StateOf, urlCodec } from '../url/url-codec';

/** A line of the inbox. */
export interface InboxItem {
  key: string;
  kind: 'Regression' | 'Likely' | 'Fixed' | 'Upload failed';
  name: string;
  href: string;
  /** Follows the name: ` on mybox8: 7 of 32 tests slower`. */
  text: string;
  note: string;
  change: string;
  /** `median` where the change is one of several. */
  of: string;
  level: EventRow['level'];
  direction: 'up' | 'dn';
  certainty: 'sure' | 'likely' | null;
  /** ISO 8601. */
  at: string;
  atText: string;
}

/** Days that a choice of "Since" reaches back. */
const DAYS = { '7d': 7, '30d': 30 } as const;
const DAY = 86_400_000;

/** The state of the home page in its address. */
export const homeUrl = urlCodec({
  /** Since when things are new: `7d`, `30d` or ISO 8601; empty: since the last visit of the browser, or 7 days. */
  since: single({
    initial: '',
    schema: { type: 'string', maxLength: 40 },
    read: (value) => {
      if (value === '' || Object.hasOwn(DAYS, value)) return value;
      return Number.isNaN(Date.parse(value)) ? null : new Date(value).toISOString();
    },
  }),
});

export type HomeState = StateOf<typeof homeUrl>;

/** The time that a choice means. @param lastVisit ISO 8601; null: unknown */
export function sinceTime({ since }: HomeState, lastVisit: string | null, now: Date): string {
  if (since === '7d' || since === '30d') return daysAgo(DAYS[since], now);
  return since || lastVisit || daysAgo(DAYS['7d'], now);
}

const daysAgo = (days: number, now: Date) => new Date(now.getTime() - days * DAY).toISOString();

/** More are on the page of regressions. */
const MOST = 200;
/** Lines above the table of versions, which is on the first screen with them. One more is not worth a fold. */
const NEWEST = 5;

/**
 * What may be new, the newest first: open events by when they were first seen, fixed ones by when they were, uploads that failed.
 * The browser shows those after its last visit.
 */
export function inboxItems(
  open: readonly EventView[],
  fixed: readonly EventView[],
  failed: readonly UnseenUpload[],
): InboxItem[] {
  const items = [
    ...open
      .filter(({ muted, knownUntil, isNews }) => isNews && !muted && knownUntil === null)
      .map((event) => openItem(event)),
    ...fixed.map((event) => fixedItem(event)),
    ...failed.map((upload) => failedItem(upload)),
  ];
  return items.sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.key < b.key ? -1 : 1)).slice(0, MOST);
}

function rowOf(event: EventView) {
  return eventRow(event, { scale: { most: 1, x: (ratio) => ratio }, since: '' });
}

function openItem(event: EventView): InboxItem {
  const row = rowOf(event);
  return {
    ...changeOf(row),
    key: `${event.slug} new`,
    kind: event.certainty === 'sure' ? 'Regression' : 'Likely',
    text: ` on ${row.servers}: ${row.counts}`,
    note: [row.against, row.reason].filter(Boolean).join('; '),
    at: event.firstSeen,
    atText: timeText(event.firstSeen),
  };
}

function fixedItem(event: EventView): InboxItem {
  const row = rowOf(event);
  const fixedIn = event.fixedIn === null ? '' : ` in ${event.fixedIn}`;
  return {
    ...changeOf(row),
    key: `${event.slug} fixed`,
    kind: 'Fixed',
    text: ` on ${row.servers} is fixed${fixedIn}`,
    note: `${row.counts} before; first seen ${dayText(event.firstSeen)}`,
    change: '',
    of: '',
    level: null,
    at: event.changedAt,
    atText: timeText(event.changedAt),
  };
}

function changeOf({ name, href, change, range, level, direction, certainty }: EventRow) {
  return { name, href, change, of: range ? 'median' : '', level, direction, certainty };
}

function failedItem({ id, filename, errorMessage, createdAt }: UnseenUpload): InboxItem {
  return {
    key: `upload ${id}`,
    kind: 'Upload failed',
    name: filename,
    href: `/uploads/${id}`,
    text: errorMessage ? `: ${errorMessage}` : '',
    note: 'nothing was stored',
    ...{ change: '', of: '', level: null, direction: 'dn', certainty: null },
    at: createdAt,
    atText: timeText(createdAt),
  };
}

/**
 * What is after a time, with its numbers; failed uploads stay until they are dismissed.
 *
 * @returns the newest lines, and the rest to unfold under `all`: `All 43 events`
 */
export function inboxSince(items: readonly InboxItem[], since: string) {
  const shown = items.filter(({ at, kind }) => at > since || kind === 'Upload failed');
  const count = (kind: InboxItem['kind']) => shown.filter((item) => item.kind === kind).length;
  const [fresh, likely, fixed, failed] = [
    count('Regression'),
    count('Likely'),
    count('Fixed'),
    count('Upload failed'),
  ];
  const events = shown.length - failed;
  const isFolded = shown.length > NEWEST + 1;
  return {
    newest: isFolded ? shown.slice(0, NEWEST) : shown,
    rest: isFolded ? shown.slice(NEWEST) : [],
    all: `All ${[events && countText(events, 'event'), failed && countText(failed, 'failed upload')].filter(Boolean).join(' and ')}`,
    counts: [
      { key: 'new', count: fresh, text: fresh === 1 ? 'new regression' : 'new regressions', isBad: true },
      { key: 'likely', count: likely, text: 'likely, not confirmed', isBad: false },
      { key: 'fixed', count: fixed, text: 'fixed', isBad: false },
      { key: 'failed', count: failed, text: failed === 1 ? 'upload failed' : 'uploads failed', isBad: false },
    ].filter(({ count: own }) => own > 0),
  };
}

/** `10 regressions are open in all`. */
export function openText(open: number): string {
  return `${countText(open, 'regression')} ${open === 1 ? 'is' : 'are'} open in all`;
}

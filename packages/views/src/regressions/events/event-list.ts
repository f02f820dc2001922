import { formatRatio } from '@basecase/analysis';
import type { EventList, EventPlace, EventTest, EventView, RegressionState } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { compareHref } from '../../compare/compare-state';
import { clientsText, countText, dayText, serverClass, shortWorkloadLabel } from '../../text/words';
import { believedLevel } from '../../verdict/verdict-trend';
import { STATE_LABELS } from '../record-words';
import { eventHref, type ListState, listHref } from '../regressions-state';
import {
  againstText,
  eventCounts,
  eventName,
  eventReason,
  eventSentence,
  eventServers,
  percentText,
  rangeText,
  serverList,
  testText,
} from './event-words';

export type EventRow = ReturnType<typeof eventRow>;
export type EventPlaceRow = ReturnType<typeof placeRow>;
export type EventTestLink = ReturnType<typeof testLink>;

/** Width of the drawing of a range, in its own units; 0% is near its right end. */
export const RANGE_WIDTH = 120;
const RANGE_ENDS = [4, 104] as const;

/** The scale that all rows of a list share. */
interface RangeScale {
  /** The largest change, as a part. */
  most: number;
  x: (ratio: number) => number;
}

/** Nights and commits first, as they can still be reverted; then releases. */
export function eventSections(list: EventList, since: string) {
  const scale = rangeScale(list.events);
  const rows = list.events.map((event) => eventRow(event, { scale, since }));
  const sections = [
    { key: 'nights', title: 'Nights and commits', rows: rows.filter(({ isNight }) => isNight) },
    { key: 'releases', title: 'Releases', rows: rows.filter(({ isNight }) => !isNight) },
  ];
  return {
    /** `−45%`: the far end of the drawings. */
    farText: percentText(list.events[0]?.kind === 'improvement' ? 1 + scale.most : 1 - scale.most),
    zero: scale.x(1),
    sections: sections
      .filter(({ rows: own }) => own.length > 0)
      .map((section) => {
        const fresh = section.rows.filter(({ isNew }) => isNew).length;
        return {
          ...section,
          hint: [countText(section.rows.length, 'event'), fresh > 0 ? `${fresh} since your last visit` : '']
            .filter(Boolean)
            .join(', '),
        };
      }),
  };
}

function rangeScale(events: readonly EventView[]): RangeScale {
  const parts = events.flatMap(({ low, high }) =>
    low === null || high === null ? [] : [Math.abs(low - 1), Math.abs(high - 1)],
  );
  let most = 0.05;
  for (const part of parts) most = Math.max(most, part);
  const [from, to] = RANGE_ENDS;
  return { most, x: (ratio) => Math.round((to - (Math.abs(ratio - 1) / most) * (to - from)) * 10) / 10 };
}

/** @param since ISO 8601 of the last visit; empty: unknown */
export function eventRow(event: EventView, { scale, since }: { scale: RangeScale; since: string }) {
  const { slug, version, median, certainty, state, owner, knownUntil, kind } = event;
  const muted = event.muted || knownUntil !== null;
  const servers = eventServers(event);
  return {
    slug,
    /** `slug#version`, so that a form never overwrites a newer decision. */
    value: `${slug}#${version}`,
    href: eventHref(slug),
    name: eventName(event),
    counts: eventCounts(event),
    sentence: eventSentence(event),
    servers: serverList(servers),
    against: againstText(event),
    isNight: event.line !== null,
    /** `19devel@master`; empty for a release. */
    line: event.line ?? '',
    change: median === null ? 'stopped' : percentText(median),
    range: rangeText(event),
    direction: kind === 'regression' ? ('dn' as const) : ('up' as const),
    level: median === null ? null : believedLevel(median, certainty === 'sure' ? kind : 'no change'),
    drawing: rangeDrawing(event, scale),
    certainty,
    reason: eventReason(event),
    firstSeen: event.firstSeen,
    firstSeenDay: dayText(event.firstSeen),
    isNew: since !== '' && event.isNews && !muted && event.firstSeen > since,
    state: STATE_LABELS[state],
    isOpenNew: state === 'new',
    /** `muted`, `known until 9.5.0`; empty. */
    mutedText: knownUntil === null ? (event.muted ? 'muted' : '') : `known until ${versionLabel(knownUntil)}`,
    owner: owner ?? '',
    /** `last run 12 Nov 2026`; empty while it is measured. */
    notMeasured: event.notMeasuredSince === null ? '' : `last run ${dayText(event.notMeasuredSince)}`,
    /** Servers that can be split off: none of one alone. */
    splits: servers.length > 1 ? servers.map(({ slug: server, name }) => ({ server, name })) : [],
    places: event.places.map((place) => placeRow(event, place, scale)),
  };
}

/** Where the drawing of a range begins and ends, and its median; null without one. */
function rangeDrawing({ median, low, high }: Pick<EventView, 'median' | 'low' | 'high'>, { x }: RangeScale) {
  if (median === null || low === null || high === null) return null;
  return { from: Math.min(x(low), x(high)), to: Math.max(x(low), x(high)), at: x(median) };
}

/** A server and workload of an event, with the tests that it names. */
function placeRow(event: Pick<EventView, 'kind'>, place: EventPlace, scale: RangeScale) {
  const { server, workload, largest, stopped, slower, likely } = place;
  const count = stopped + slower + likely;
  return {
    key: `${server.slug} ${workload.slug}`,
    server: server.name,
    serverClass: serverClass(server) === server.name ? '' : serverClass(server),
    workload: [shortWorkloadLabel(workload), clientsText(workload.clients)].filter(Boolean).join(', '),
    counts: eventCounts({ kind: event.kind, places: [place] }),
    change: place.median === null ? '' : percentText(place.median),
    range: rangeText({ ...place, kind: event.kind }),
    /** On the scale of the rows. */
    drawing: rangeDrawing(place, scale),
    direction: event.kind === 'regression' ? ('dn' as const) : ('up' as const),
    tests: largest.map(testLink),
    /** `and 26 more`; empty where all are named. */
    more: count > largest.length ? `and ${count - largest.length} more` : '',
    heatmapHref: compareHref({ server: server.slug, workload: workload.slug }),
  };
}

export function testLink(test: EventTest) {
  const { slug, ratio, verdict, level } = test;
  return {
    key: slug,
    href: `/r/${slug}`,
    name: testText(test),
    ratio: ratio === null ? 'stopped' : formatRatio(ratio),
    level: believedLevel(ratio, level === 'likely' ? 'no change' : verdict),
    direction: ratio === null || ratio < 1 ? ('dn' as const) : ('up' as const),
    isLikely: level === 'likely',
  };
}

/** `10 events are open: 8 sure, 2 likely.` */
export function listSentence(list: EventList, state: ListState): { strong: string; rest: string } {
  const { open, sure, likely, total } = list;
  if (state.state !== 'open') {
    const words = state.state === 'all' ? 'in any state' : STATE_LABELS[state.state].toLowerCase();
    return { strong: countText(total, state.kind), rest: `: ${words}.` };
  }
  const parts = [sure > 0 ? `${sure} sure` : '', likely > 0 ? `${likely} likely` : ''].filter(Boolean);
  const strong = `${countText(open, state.kind)} ${open === 1 ? 'is' : 'are'} open`;
  return { strong, rest: open === 0 ? '.' : `: ${parts.join(', ')}.` };
}

/** Tabs of the list, each with its number of events. */
export function listTabsView(list: EventList, state: ListState) {
  const tabs = ['open', 'fixed', 'closed', 'withdrawn', 'all'] as const;
  return tabs.map((name) => ({
    name,
    label: STATE_LABELS[name],
    count: list.counts[name],
    href: listHref({ ...state, state: name, seen: '', page: 1 }),
    isCurrent: state.state === name && state.seen === '',
  }));
}

/** States that a user can set, and the key for each. */
export const EVENT_DECISIONS: readonly { state: RegressionState; key: string; label: string }[] = [
  { state: 'confirmed', key: 'c', label: 'Confirm' },
  { state: 'investigating', key: 'i', label: 'Investigating' },
  { state: 'noise', key: 'n', label: 'Noise' },
  { state: 'wont_fix', key: 'w', label: "Won't fix" },
  { state: 'fixed', key: 'f', label: 'Fixed' },
];

import { formatRatio, NO_VALUE } from '@basecase/analysis';
import type { EventChangeEntry, EventFigures, EventPage, EventPlace } from '@basecase/db/types';
import { versionLabel } from '@basecase/ingest/model';
import { compareHref } from '../../compare/compare-state';
import { eventLineNames } from '../../link/event-link';
import { testDoes } from '../../link/test-glossary';
import { countText, dayText } from '../../text/words';
import { STATE_LABELS } from '../record-words';
import { suspectList } from '../suspect-words';
import { type EventPlaceRow, eventRow, testLink } from './event-list';
import { eventServers, serversText } from './event-words';

export type EventPageModel = ReturnType<typeof eventPageModel>;

/** Everything that the page of an event shows below its card. */
export function eventPageModel(event: EventPage, figures: EventFigures) {
  const history = event.history.map(historyRow);
  const row = eventRow(event, { scale: { most: 1, x: (ratio) => ratio }, since: '' });
  return {
    ...row,
    title: `${row.name} on ${serversText(eventServers(event))}: ${row.counts}`,
    sections: event.places.map((place, index) =>
      placeSection(event, place, { row: row.places[index], figures }),
    ),
    byVersion: byVersion(event, figures),
    suspects: suspectList(figures.suspects),
    searches: figures.searches.map(({ record, ...search }) => ({ record, test: search.test, search })),
    imageHref: `${row.href}/opengraph-image`,
    history,
    /** What the browser needs to change it: its tests may be thousands. */
    triage: {
      value: row.value,
      state: event.state,
      owner: row.owner,
      bugUrl: event.bugUrl ?? '',
      fixedIn: event.fixedIn ?? '',
      muted: event.muted,
      knownUntil: event.knownUntil ?? '',
      splits: row.splits,
      /** The newest change that is in force; null: none is. */
      undo: history.find(({ undone }) => undone === '') ?? null,
    },
  };
}

/** The tests of a server and workload, each with its record and its cell of the heatmap. */
function placeSection(
  event: EventPage,
  { server, workload, largest, lastGood }: EventPlace,
  { row, figures }: { row: EventPlaceRow | undefined; figures: EventFigures },
) {
  const name = [row?.server, row?.serverClass].filter(Boolean).join(', ');
  return {
    key: row?.key ?? '',
    /** A server has a section for each workload. */
    title: [name, row?.workload].filter(Boolean).join(': '),
    /** Names the table and its link. */
    label: [name, workload.label, ...workload.details].filter(Boolean).join(', '),
    hint: row?.counts ?? '',
    head: `${versionLabel(event.firstBad)} / ${versionLabel(lastGood)}`,
    heatmapHref: row?.heatmapHref ?? '',
    tests: largest.map((test) => {
      const columns = figures.columns[test.slug];
      return {
        ...testLink(test),
        strip: stripPath(figures.chart?.tests[test.slug] ?? []),
        certainty: test.level === 'likely' ? ('likely' as const) : ('sure' as const),
        does: testDoes(workload.benchmark, test.test.replace(/_range=.*$/, '')) ?? '',
        cellHref: columns
          ? compareHref({
              server: server.slug,
              workload: workload.slug,
              base: columns.lastGood,
              cell: { test: test.test, column: columns.firstBad },
              ...(event.line !== null && { cols: [columns.lastGood, columns.firstBad] }),
            })
          : '',
      };
    }),
  };
}

/** Size of the drawing of a test over the versions, and the part that fills half of its height. */
export const STRIP = { width: 96, height: 18 };
const STRIP_PART = 0.5;

/**
 * Path of the ratios of a test over the versions, with gaps where it was not measured; 1.00 is in the middle, half and
 * twice of it are at the edges. Empty with fewer than two values.
 */
export function stripPath(values: readonly (number | null)[]): string {
  if (values.filter((value) => value !== null && value > 0).length < 2) return '';
  const step = STRIP.width / Math.max(1, values.length - 1);
  let isOpen = false;
  return values
    .map((value, index) => {
      if (value === null || value <= 0) {
        isOpen = false;
        return '';
      }
      const part = Math.max(-1, Math.min(1, Math.log(value) / Math.log(STRIP_PART)));
      const y = (STRIP.height / 2) * (1 + part * 0.9);
      const point = `${isOpen ? 'L' : 'M'}${(index * step).toFixed(1)} ${y.toFixed(1)}`;
      isOpen = true;
      return point;
    })
    .join('');
}

/** Nights shown before and after the first bad one; the chart has more. */
const NIGHTS = { before: 5, after: 10 };

/** The lines of the chart as a table; null without a chart. */
function byVersion(event: EventPage, figures: EventFigures) {
  const { chart } = figures;
  if (!chart) return null;
  const from = event.line === null ? 0 : Math.max(0, chart.own - NIGHTS.before);
  const to = event.line === null ? chart.versions.length : chart.own + NIGHTS.after + 1;
  const goods = new Set(event.places.map(({ lastGood }) => lastGood));
  return {
    heads: eventLineNames(event, figures),
    rows: chart.versions.slice(from, to).map((version, index) => ({
      key: version,
      version: versionLabel(version),
      isFirstBad: from + index === chart.own,
      role: from + index === chart.own ? 'first bad version' : goods.has(version) ? 'last good' : '',
      cells: chart.lines.map(({ values }) => {
        const ratio = values[from + index] ?? null;
        return ratio === null ? NO_VALUE : formatRatio(ratio);
      }),
    })),
  };
}

function historyRow({ id, change, server, records, by, at, undone }: EventChangeEntry) {
  return {
    id,
    text: `${changeWords(change, server).join(' ')}${records > 0 ? ` Written to ${countText(records, 'test')}.` : ''}`,
    by,
    at,
    day: dayText(at),
    undone: undone === null ? '' : `undone by ${undone.by}, ${dayText(undone.at)}`,
  };
}

function changeWords(change: EventChangeEntry['change'], server: string | null): string[] {
  const { state, owner, bugUrl, fixedIn, muted, knownUntil, split } = change;
  return [
    state === undefined ? '' : `State: ${STATE_LABELS[state].toLowerCase()}.`,
    owner === undefined ? '' : owner === null ? 'Owner removed.' : `Owner: ${owner}.`,
    bugUrl === undefined ? '' : bugUrl === null ? 'Bug link removed.' : `Reported at ${bugUrl}.`,
    fixedIn === undefined
      ? ''
      : fixedIn === null
        ? 'Fix removed.'
        : `Reported fixed in ${versionLabel(fixedIn)}.`,
    muted === undefined ? '' : muted ? 'Muted.' : 'Not muted any more.',
    knownUntil === undefined
      ? ''
      : knownUntil === null
        ? 'Not known any more.'
        : `Known until fixed in ${versionLabel(knownUntil)}.`,
    split ? `${server ?? 'A server'} was split off.` : '',
  ].filter(Boolean);
}

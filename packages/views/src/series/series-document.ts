import { NO_VALUE } from '@basecase/analysis';
import type { SeriesLineEntry } from '@basecase/db/types';
import { NIGHTS_TABLE, type NightTone } from '../document/nights-chart';
import {
  type DocumentColumn,
  type DocumentTable,
  documentTable,
  rowsOf,
  type ViewDocument,
} from '../document/view-document';
import { type PageView, shownRuns } from '../share/page-view';
import { dayText } from '../text/words';
import { seriesChart } from './chart/series-chart';
import { overviewDocument } from './overview/overview-document';
import type { SeriesData } from './series-data';
import { seriesBase } from './series-levels';
import { type LoadedSeries, readSeries, type SeriesSource, seriesProblems } from './series-page';
import { type SeriesState, seriesHref, seriesUrl } from './series-state';
import { type NightRow, nightsTable, seriesChanges, seriesEvents } from './tables/series-tables';
import { readoutSource, seriesHead, seriesNotes } from './words/series-readout';
import { seriesSentence } from './words/series-sentence';

/** A series as it is read: its chart as plain numbers, and the tables of changes, events and nights. */
export function seriesDocument(data: SeriesData, state: SeriesState): ViewDocument {
  const base = seriesBase(data, state.base);
  const { title, on, meta } = seriesHead(data);
  const nights = seriesChart(data, { ...state, charts: 'few' });
  return {
    title,
    on,
    meta,
    sentence: seriesSentence(data, state, base),
    notes: seriesNotes(data),
    chart: null,
    ...(nights && { nights }),
    tables: [changesTable(data, state), eventsTable(data, state), nightsDocument(data, state)].filter(
      ({ sections }) => sections.some(({ rows }) => rows.length > 0),
    ),
  };
}

/** The hue of what a text says. */
function hueOf({ tone, isSure, isUp }: { tone: NightTone; isSure: boolean; isUp: boolean }) {
  if (tone === 'plain' || !isSure) return {};
  return { level: tone === 'slower' ? 'r2' : 'b2', mark: isUp ? 'up' : 'dn' } as const;
}

function changesTable(data: SeriesData, state: SeriesState): DocumentTable {
  return dayTable(
    { id: 'changes', title: 'Changes', hint: 'level / level before, with its 95% interval', corner: 'Since' },
    [
      {
        ...{ key: 'step', head: 'Step', text: 'ratioText', value: 'ratio' },
        look: (row) => ({ note: row.interval, ...hueOf({ ...row, isUp: row.ratio > 1 }) }),
      },
      { key: 'nights', head: 'Nights', text: ({ nights }) => String(nights), value: 'nights' },
      { key: 'commit', head: 'Commit', kind: 'words', text: ({ build }) => build || NO_VALUE },
      { key: 'note', head: 'What is known', kind: 'words', text: 'note' },
    ],
    seriesChanges(data, state),
  );
}

function eventsTable(data: SeriesData, state: SeriesState): DocumentTable {
  return dayTable(
    { id: 'events', title: 'Events', hint: 'measured releases and external events', corner: 'Date' },
    [
      { key: 'event', head: 'Event', kind: 'words', text: 'label' },
      { key: 'note', head: 'What is known', kind: 'words', text: 'note' },
    ],
    seriesEvents(data, state),
  );
}

function nightsDocument(data: SeriesData, state: SeriesState): DocumentTable {
  const count = data.nights.length;
  const { metric, unit, base, cost, rows } = nightsTable(readoutSource(data, state), state, {
    skip: 0,
    count,
  });
  const costs: DocumentColumn<NightRow>[] = [{ key: 'cost', head: cost, text: 'costText', value: 'cost' }];
  return dayTable(
    {
      id: NIGHTS_TABLE,
      title: 'Nights',
      hint: 'the newest first; colour is that of the level',
      corner: 'Night',
    },
    [
      { key: 'value', head: metric, note: unit, text: 'valueText', value: 'value' },
      {
        ...{ key: 'ratio', head: 'Ratio', note: base && `to ${base}`, text: 'ratioText', value: 'ratio' },
        look: (row) => hueOf({ ...row, isSure: !row.isPossible }),
      },
      {
        ...{ key: 'level', head: 'Level' },
        text: ({ levelText }) => levelText || NO_VALUE,
        value: ({ levelText }) => (levelText === '' ? null : Number(levelText)),
      },
      ...(cost ? costs : []),
      { key: 'repeats', head: 'Results', text: ({ repeats }) => String(repeats), value: 'repeats' },
      { key: 'commit', head: 'Commit', kind: 'words', text: ({ build }) => build || NO_VALUE },
      { key: 'note', head: 'Note', kind: 'words', text: 'note' },
    ],
    rows,
  );
}

/** A table of what happened on days. */
function dayTable<Row extends { key: string; at: string }>(
  naming: Pick<DocumentTable, 'id' | 'title' | 'hint' | 'corner'>,
  columns: readonly DocumentColumn<Row>[],
  rows: readonly Row[],
): DocumentTable {
  const name = ({ at }: Row) => dayText(at);
  return documentTable({ ...naming, groups: [], notes: [], name }, columns, [{ label: '', rows }]);
}

/** One test night after night; without a test the overview of its line. */
export const seriesView: PageView<SeriesSource, SeriesState, LoadedSeries> = {
  url: seriesUrl,
  read: readSeries,
  problems: seriesProblems,
  document: ({ entry, overview, data }, state) => {
    if (!entry || !overview || (state.test !== '' && !data)) return null;
    const chosen = chosenState(state, entry);
    const document = data ? seriesDocument(data, state) : overviewDocument(overview, chosen);
    const nights = data ? [...data.nights, ...data.releases] : overview.nights;
    const tests = data
      ? [state.test]
      : document.tables.flatMap((table) => rowsOf(table).map(({ key }) => key));
    const columns = nights.map(({ column }) => ({ slug: column }));
    return {
      document,
      path: seriesHref(chosen),
      read: [shownRuns({ ...entry, columns }, tests)],
    };
  },
};

/** An address that names what the page chose by itself. */
export function chosenState(state: SeriesState, { server, workload, key }: SeriesLineEntry): SeriesState {
  return { ...state, server: server.slug, workload: workload.slug, line: key };
}

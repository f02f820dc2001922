import { NO_VALUE } from '@basecase/analysis';
import type { SeriesLineEntry } from '@basecase/db/types';
import { NIGHTS_TABLE, type NightTone } from '../document/nights-chart';
import {
  type DocumentCell,
  type DocumentTable,
  numberHead,
  plainCell,
  plainRow,
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
import { seriesHead, seriesNotes } from './words/series-head';
import { readoutSource } from './words/series-readout';
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

/** A text with the hue of what it says. */
function toned(
  cell: DocumentCell,
  { tone, isSure, isUp }: { tone: NightTone; isSure: boolean; isUp: boolean },
): DocumentCell {
  if (tone === 'plain' || !isSure) return cell;
  return { ...cell, level: tone === 'slower' ? 'r2' : 'b2', mark: isUp ? 'up' : 'dn' };
}

function words(key: string, label: string) {
  return { ...numberHead(key, label), isWords: true };
}

function changesTable(data: SeriesData, state: SeriesState): DocumentTable {
  return {
    ...table('changes', 'Changes', 'level / level before, with its 95% interval', 'Since'),
    heads: [
      numberHead('step', 'Step'),
      numberHead('nights', 'Nights'),
      words('commit', 'Commit'),
      words('note', 'What is known'),
    ],
    sections: [
      {
        label: '',
        rows: seriesChanges(data, state).map(
          ({ key, at, build, nights, ratio, ratioText, interval, note, ...row }) =>
            plainRow(key, dayText(at), [
              toned({ ...plainCell(ratioText, ratio), note: interval }, { ...row, isUp: ratio > 1 }),
              plainCell(String(nights), nights),
              plainCell(build || NO_VALUE),
              plainCell(note),
            ]),
        ),
      },
    ],
  };
}

function eventsTable(data: SeriesData, state: SeriesState): DocumentTable {
  return {
    ...table('events', 'Events', 'measured releases and external events', 'Date'),
    heads: [words('event', 'Event'), words('note', 'What is known')],
    sections: [
      {
        label: '',
        rows: seriesEvents(data, state).map(({ key, at, label, note }) =>
          plainRow(key, dayText(at), [plainCell(label), plainCell(note)]),
        ),
      },
    ],
  };
}

function nightsDocument(data: SeriesData, state: SeriesState): DocumentTable {
  const count = data.nights.length;
  const { metric, unit, base, cost, rows } = nightsTable(readoutSource(data, state), state, {
    skip: 0,
    count,
  });
  return {
    ...table(NIGHTS_TABLE, 'Nights', 'the newest first; colour is that of the level', 'Night'),
    heads: [
      numberHead('value', metric, unit),
      numberHead('ratio', 'Ratio', base && `to ${base}`),
      numberHead('level', 'Level'),
      ...(cost ? [numberHead('cost', cost)] : []),
      numberHead('repeats', 'Results'),
      words('commit', 'Commit'),
      words('note', 'Note'),
    ],
    sections: [{ label: '', rows: rows.map((row) => nightRow(row, cost !== '')) }],
  };
}

function nightRow(row: NightRow, hasCost: boolean) {
  const { key, at, build, value, valueText, ratio, ratioText, levelText, cost, costText, repeats, note } =
    row;
  return plainRow(key, dayText(at), [
    plainCell(valueText, value),
    toned(plainCell(ratioText, ratio), { ...row, isSure: !row.isPossible }),
    plainCell(levelText || NO_VALUE, levelText === '' ? null : Number(levelText)),
    ...(hasCost ? [plainCell(costText, cost)] : []),
    plainCell(String(repeats), repeats),
    plainCell(build || NO_VALUE),
    plainCell(note),
  ]);
}

function table(
  id: string,
  title: string,
  hint: string,
  corner: string,
): Omit<DocumentTable, 'heads' | 'sections'> {
  return { id, title, hint, corner, groups: [], notes: [] };
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

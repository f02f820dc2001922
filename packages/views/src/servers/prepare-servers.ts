import { formatRatio, geometricMean, type Level, matchesFilter } from '@basecase/analysis';
import { isCost, levelOf } from '../results/relative';
import { filterText, noteOf, type TestRow } from '../results/test-row';
import { lazy } from '../text/lazy';
import { openWord, verdictTrend } from '../verdict/verdict-trend';
import { type Axis, type AxisMark, placeMarks, prepareAxis } from './prepare-axis';
import { type ServerCells, toCells } from './prepare-cells';
import { type PlaceReading, prepareReading, type Reading, type Words } from './prepare-reading';
import type { ServersState } from './servers-state';
import { keyLabel, placesOf, ratioAt, type ServerView, type View, verdictAt } from './view';

export interface RowModel {
  key: string;
  name: string;
  note: string;
  /** Made when they are first asked for: a page that is already drawn needs none of them. */
  readonly servers: ServerCells[];
  marks: AxisMark[];
  reading: Reading;
}

export interface GroupModel {
  id: string;
  label: string;
  open: boolean;
  /** Geometric means by server and key. */
  means: { text: string; level: Level }[][];
  tests: number;
  summary: string;
  rows: RowModel[];
}

export interface ServersModel {
  view: View;
  groups: GroupModel[];
  axis: Axis;
  words: Words;
  isCost: boolean;
  /** Names of the shown keys as they stand in the head. */
  keyLabels: string[];
  /** What is read of every test, also of those that the filter hides: for the sentence. */
  readings: Reading[];
}

/** Everything the table draws. Rows keep the order of the domain. */
export function prepareServers(view: View, state: Pick<ServersState, 'q' | 'only' | 'fold'>): ServersModel {
  const words = wordsOf(view);
  const places = placesOf(view.servers);
  const read = view.data.rows.map((row, index) => readRow(view, { row, index, places, words }));
  const shown = read.filter(
    ({ row, reading }) => matchesFilter(filterText(row), state.q) && (!state.only || reading.strong),
  );
  const axis = prepareAxis(shown.flatMap(({ ratios }) => ratios.map((own) => own[view.judged] ?? null)));
  const groups = [...new Map(shown.map(({ row }) => [row.group, row.groupLabel]))].map(
    ([id, label]): GroupModel => {
      const own = shown.filter(({ row }) => row.group === id);
      return {
        id,
        label,
        open: !state.fold.includes(id),
        means: view.servers.map((_, server) =>
          view.keys.map((_key, key) => {
            const mean = geometricMean(own.map(({ ratios }) => ratios[server]?.[key] ?? null));
            return { text: formatRatio(mean), level: meanLevel(view, mean) };
          }),
        ),
        tests: own.length,
        summary: summaryOf(
          own.map(({ reading }) => reading),
          words,
        ),
        rows: own.map((each) => toRowModel(view, each, axis)),
      };
    },
  );
  return {
    view,
    groups,
    axis,
    words,
    isCost: isCost(view.metric),
    keyLabels: view.keys.map((key) => keyLabel(view.data.keys, key)),
    readings: read.map(({ reading }) => reading),
  };
}

interface ReadRow {
  row: TestRow;
  index: number;
  /** By server and key. */
  ratios: (number | null)[][];
  reading: Reading;
}

function readRow(
  view: View,
  { row, index, places, words }: { row: TestRow; index: number; places: string[]; words: Words },
): ReadRow {
  const ratios = view.servers.map((server) => view.keys.map((_, key) => ratioAt(view, server, index, key)));
  const readings = places.map((place, server): PlaceReading => {
    const value = isBaseItself(view, view.servers[server]) ? null : (ratios[server]?.[view.judged] ?? null);
    const goodness = value === null || !isCost(view.metric) ? value : 1 / value;
    return { place, ...trendOf(view, { server, row: index, value }), goodness };
  });
  return { row, index, ratios, reading: prepareReading(readings, words) };
}

/** A table of ratios may have the judged version as its own base: 1.00 by definition says nothing. */
function isBaseItself(view: View, server: ServerView | undefined): boolean {
  return server !== undefined && server.base !== null && server.columnOf[view.judged] === server.base;
}

function trendOf(
  view: View,
  { server, row, value }: { server: number; row: number; value: number | null },
): Pick<PlaceReading, 'trend' | 'open'> {
  const own = view.servers[server];
  if (value === null || !own) return { trend: null, open: null };
  if (view.rule === 'verdicts') {
    const verdict = verdictAt(view, own, row, view.judged) ?? 'missing';
    return { trend: verdictTrend(verdict), open: openWord(verdict) };
  }
  const [kind] = levelOf(view, value);
  if (kind === 'r') return { trend: 'worse', open: null };
  return { trend: kind === 'b' ? 'better' : 'same', open: null };
}

/** How much a mean moves when nothing changed is not known: while noise judges, it is only a number. */
function meanLevel(view: View, mean: number | null): Level {
  return mean === null || view.rule === 'verdicts' ? 'n' : levelOf(view, mean);
}

function toRowModel(view: View, { row, index, ratios, reading }: ReadRow, axis: Axis): RowModel {
  const cells = lazy(() =>
    view.servers.map((server, position) =>
      toCells(view, { server, row, index, ratios: ratios[position] ?? [] }),
    ),
  );
  return {
    key: row.key,
    name: row.name,
    note: noteOf(row, view.data.rows),
    get servers() {
      return cells();
    },
    marks: placeMarks(
      axis,
      ratios.map((own) => own[view.judged] ?? null),
    ),
    reading,
  };
}

function wordsOf({ metric }: View): Words {
  return metric === 'throughput'
    ? { worse: 'slower', better: 'faster' }
    : { worse: 'higher', better: 'lower' };
}

/** `9 of 9 slower on every server`, and how many the servers do not agree about. */
function summaryOf(readings: readonly Reading[], { worse }: Words): string {
  const compared = readings.filter(({ pattern }) => pattern !== 'alone').length;
  const everywhere = readings.filter(({ pattern }) => pattern === 'everywhere').length;
  const apart = readings.filter(({ strong }) => strong).length;
  const open = readings.filter(({ pattern }) => pattern === 'open').length;
  if (compared === 0) return '';
  return `${everywhere} of ${compared} ${worse} everywhere${apart > 0 ? `, ${apart} not on all` : ''}${open > 0 ? `, ${open} open` : ''}`;
}

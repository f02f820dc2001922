import {
  formatRatio,
  geometricMean,
  isSure,
  type Level,
  matchesFilter,
  NEUTRAL,
  verdictDirection,
} from '@basecase/analysis';
import { isCost, levelOf } from '../results/relative';
import { filterText, noteOf, type TestRow } from '../results/test-row';
import { lazy } from '../text/lazy';
import { differs, type RowSummary, rowSummary, type ServerTrend, type Words } from './row-summary';
import { type CellHref, cellHref, toCells } from './server-cells';
import {
  keyLabel,
  ratioAt,
  type SelectedServer,
  type ServersSelection,
  verdictAt,
} from './servers-selection';
import type { ServersState } from './servers-state';

export type RowModel = ReturnType<typeof toRowModel>;

export type GroupModel = ServersModel['groups'][number];

export type ServersModel = ReturnType<typeof serversModel>;

/** Everything the table draws. Rows keep the order of the domain. */
export function serversModel(selection: ServersSelection, state: Pick<ServersState, 'q' | 'only' | 'fold'>) {
  const words = wordsOf(selection);
  const read = selection.data.rows.map((row, index) => readRow(selection, { row, index, words }));
  const shown = read.filter(
    ({ row, summary }) => matchesFilter(filterText(row), state.q) && (!state.only || differs(summary)),
  );
  const axis = ratioAxis(shown.flatMap(({ ratios }) => ratios.map((own) => own[selection.judged] ?? null)));
  const hrefs = selection.servers.map((server) => cellHref(selection, server));
  const groups = [...new Map(shown.map(({ row }) => [row.group, row.groupLabel]))].map(([id, label]) => {
    const own = shown.filter(({ row }) => row.group === id);
    return {
      id,
      label,
      open: !state.fold.includes(id),
      /** Geometric means by server and key. */
      means: selection.servers.map((_, server) =>
        selection.keys.map((_key, key) => {
          const mean = geometricMean(own.map(({ ratios }) => ratios[server]?.[key] ?? null));
          return { text: formatRatio(mean), level: meanLevel(selection, mean) };
        }),
      ),
      tests: own.length,
      summary: summaryOf(own.map(({ summary }) => summary)),
      rows: own.map((each) => toRowModel(selection, each, { axis, hrefs })),
    };
  });
  return {
    selection,
    groups,
    axis,
    words,
    isCost: isCost(selection.metric),
    /** Name of the judged version in the head. */
    judgedLabel: keyLabel(selection.data.keys, selection.keys[selection.judged] ?? ''),
    /** What is read of every test, also of those that the filter hides: for the sentence. */
    summaries: read.map(({ summary }) => summary),
  };
}

interface ReadRow {
  row: TestRow;
  index: number;
  /** By server and key. */
  ratios: (number | null)[][];
  summary: RowSummary;
}

function readRow(
  selection: ServersSelection,
  { row, index, words }: { row: TestRow; index: number; words: Words },
): ReadRow {
  const ratios = selection.servers.map((server) =>
    selection.keys.map((_, key) => ratioAt(selection, server, index, key)),
  );
  const trends = selection.servers.map((server, position): ServerTrend => {
    const value = isBaseItself(selection, server) ? null : (ratios[position]?.[selection.judged] ?? null);
    return { name: server.label, ...trendOf(selection, { server, row: index, value }) };
  });
  return { row, index, ratios, summary: rowSummary(trends, words) };
}

/** A table of ratios may have the judged version as its own base: 1.00 by definition says nothing. */
function isBaseItself(selection: ServersSelection, server: SelectedServer): boolean {
  return server.base !== null && server.columnOf[selection.judged] === server.base;
}

function trendOf(
  selection: ServersSelection,
  { server, row, value }: { server: SelectedServer; row: number; value: number | null },
): Pick<ServerTrend, 'trend' | 'sure'> {
  const verdict = verdictAt(selection, server, row, selection.judged);
  // A test that stopped working has no ratio, and is the worst that can happen to it.
  if (verdict === 'stopped working') return { trend: 'worse', sure: true };
  if (value === null) return { trend: null, sure: false };
  if (selection.rule === 'verdicts') {
    const direction = verdictDirection(verdict ?? 'missing');
    if (direction !== null)
      return { trend: direction === 'slower' ? 'worse' : 'better', sure: isSure(verdict ?? 'missing') };
    if (verdict === null || verdict === 'missing') return { trend: null, sure: false };
    return { trend: verdict === 'no change' ? 'same' : 'open', sure: false };
  }
  const [kind] = levelOf(selection, value);
  if (kind === 'r') return { trend: 'worse', sure: true };
  return kind === 'b' ? { trend: 'better', sure: true } : { trend: 'same', sure: false };
}

/** How much a mean moves when nothing changed is not known: while noise judges, it is only a number. */
function meanLevel(selection: ServersSelection, mean: number | null): Level {
  return mean === null || selection.rule === 'verdicts' ? NEUTRAL : levelOf(selection, mean);
}

function toRowModel(
  selection: ServersSelection,
  { row, index, ratios, summary }: ReadRow,
  { axis, hrefs }: { axis: Axis; hrefs: readonly CellHref[] },
) {
  const cells = lazy(() =>
    selection.servers.map((server, position) =>
      toCells(selection, {
        server,
        hrefOf: hrefs[position] ?? (() => null),
        row,
        index,
        ratios: ratios[position] ?? [],
      }),
    ),
  );
  return {
    key: row.key,
    name: row.name,
    note: noteOf(row, selection.data.rows),
    get servers() {
      return cells();
    },
    marks: placeMarks(
      axis,
      ratios.map((own) => own[selection.judged] ?? null),
    ),
    summary,
  };
}

function wordsOf({ metric }: ServersSelection): Words {
  return metric === 'throughput'
    ? { worse: 'slower', better: 'faster' }
    : { worse: 'higher', better: 'lower' };
}

/** `9 of 9 the same`, and how many the servers do not agree about. */
function summaryOf(summaries: readonly RowSummary[]): string {
  const compared = summaries.filter(({ pattern }) => pattern !== 'not measured').length;
  if (compared === 0) return '';
  const of = (pattern: RowSummary['pattern']) => summaries.filter((each) => each.pattern === pattern).length;
  const apart = summaries.filter(differs).length;
  const parts = [
    ...(of('same') > 0 ? [`${of('same')} of ${compared} the same`] : []),
    ...(apart > 0 ? [`${apart} ${apart === 1 ? 'differs' : 'differ'}`] : []),
    ...(of('none') > 0 ? [`${of('none')} within noise`] : []),
  ];
  return parts.join(', ');
}

/**
 * Columns of a server in addition to its ratios. Costs of more than two servers would push the answer out of sight; they
 * have their own metric.
 */
export type ServerShape = ReturnType<typeof shapeOf>;

export function shapeOf(server: SelectedServer, { selection }: ServersModel) {
  const cost = selection.metric === 'throughput' ? 'cpu_us_per_op' : selection.metric;
  const hasRoom = selection.servers.length <= 2 || selection.metric !== 'throughput';
  return { hasAbsolute: !server.isRatioTable, hasCosts: hasRoom && server.values[cost] !== undefined };
}

/** CPU costs can't be compared between servers while the cores of this one are unknown. */
export function asksForCores({ server, values, isRatioTable }: SelectedServer, { metric }: ServersSelection) {
  return (
    server.cores === null && !isRatioTable && metric === 'throughput' && values.cpu_us_per_op === undefined
  );
}

export function columnsOf({ hasAbsolute, hasCosts }: ServerShape, keys: number): number {
  return Number(hasAbsolute) + keys + (hasCosts ? 2 : 0);
}

/** Width of the drawing in its own units. */
export const AXIS_WIDTH = 190;
const PADDING = 6;

/** One logarithmic axis for the ratios of all servers: 0.5 is as far from 1 as 2. */
export interface Axis {
  ticks: { x: number; text: string; isOne: boolean }[];
  from: number;
  to: number;
}

/** A server's ratio on the axis; its shape is its place among the servers. */
export interface AxisMark {
  shape: number;
  x: number;
  /** The ratio is beyond the axis and is drawn at its end. */
  isBeyond: boolean;
}

const LIMITS = [0.1, 0.2, 0.33, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2, 3, 5, 10];
const TICKS = [0.1, 0.2, 0.33, 0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 5, 10];
/** Texts closer than this run into each other. */
const TICK_GAP = 34;

/** The axis around the ratios, from a round number to a round number, always with 1.00 in it. */
export function ratioAxis(ratios: readonly (number | null)[]): Axis {
  const known = ratios.filter((value) => value !== null && value > 0 && Number.isFinite(value)) as number[];
  const [low, high] = [Math.min(0.9, ...known), Math.max(1.1, ...known)];
  const from = LIMITS.findLast((limit) => limit <= low) ?? 0.1;
  const to = LIMITS.find((limit) => limit >= high) ?? 10;
  const inside = TICKS.filter((tick) => tick >= from && tick <= to).map((tick) => ({
    x: placeOf({ from, to }, tick),
    text: formatRatio(tick),
    isOne: tick === 1,
  }));
  // 1.00 first: of two texts that would run into each other, the one nearer to it wins.
  const ticks: Axis['ticks'] = [];
  const nearest = inside.toSorted((a, b) => distanceToOne(inside, a.x) - distanceToOne(inside, b.x));
  for (const tick of nearest) {
    if (ticks.every(({ x }) => Math.abs(x - tick.x) >= TICK_GAP)) ticks.push(tick);
  }
  return { from, to, ticks: ticks.sort((a, b) => a.x - b.x) };
}

function distanceToOne(ticks: Axis['ticks'], x: number): number {
  return Math.abs((ticks.find(({ isOne }) => isOne)?.x ?? 0) - x);
}

/** @param ratios of one test, by server */
export function placeMarks(axis: Axis, ratios: readonly (number | null)[]): AxisMark[] {
  return ratios.flatMap((value, shape) => {
    if (value === null || value <= 0) return [];
    const isBeyond = value < axis.from || value > axis.to;
    return [{ shape, x: placeOf(axis, Math.min(axis.to, Math.max(axis.from, value))), isBeyond }];
  });
}

function placeOf({ from, to }: Pick<Axis, 'from' | 'to'>, value: number): number {
  const share = Math.log(value / from) / Math.log(to / from);
  return Math.round((PADDING + share * (AXIS_WIDTH - 2 * PADDING)) * 10) / 10;
}

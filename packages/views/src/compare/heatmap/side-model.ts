import { formatRatio, isJudged, type Level } from '@basecase/analysis';
import { tenth } from '../../text/words';
import { emphasisOf } from '../../verdict/verdict-trend';
import { type BandedSelection, inBand, type OpenCell } from '../bands/banded-selection';
import { panelVerdict } from '../cell/chart-model';
import { toColumnSet } from '../column-set';
import type { CompareState } from '../compare-state';
import type { HeatmapData } from '../heatmap-data';
import type { HeatmapSelection } from '../heatmap-selection';
import { judgeSelection, verdictsOf } from '../judge-selection';
import { ratioAt } from '../rounds-of-cell';
import { heatmapModel } from './heatmap-model';
import { ROWS_ON_PAGE } from './heatmap-page';
import { cellVerdict, heatmapReadout } from './heatmap-readout';
import { rowSummary } from './heatmap-row-summary';

/** Size of the drawing in its own units. */
export const SIDE_WIDTH = 320;
export const SIDE_HEIGHT = 170;
const LEFT = 34;
const RIGHT = 44;
const TOP = 12;
const BOTTOM = 24;
/** The axis reaches at least this far from 1.00, as a factor: noise must not look like a cliff. */
const LEAST_REACH = 1.1;
/** More points than this have no whiskers. */
const MOST_WHISKERS = 24;

export interface SidePoint {
  x: number;
  y: number;
  emphasis: 'plain' | 'bad' | 'good';
  /** False: the change is not confirmed, and the point is hollow. */
  sure: boolean;
  isChosen: boolean;
  /** Ends of the noise around it; null where it is not known. */
  whisker: { from: number; to: number } | null;
}

export type SideModel = NonNullable<ReturnType<typeof sideModel>>;

/** The selected test over all versions of its band, from the numbers of the page. */
export function sideModel(banded: BandedSelection, { row, column: place }: OpenCell) {
  const { selection, column } = inBand(banded, place);
  const readout = heatmapReadout(selection, row, column);
  if (!readout) return null;
  const ratios = selection.columns.map((_, index) =>
    index === selection.base ? 1 : ratioAt(selection, selection.metric, { row, column: index }),
  );
  const bands = bandsOf(selection, row);
  const known = ratios.flatMap((ratio, index) => {
    if (ratio === null || ratio <= 0 || !Number.isFinite(ratio)) return [];
    const band = bands[index] ?? 0;
    return [ratio * Math.exp(-band), ratio * Math.exp(band)];
  });
  const axis = { low: Math.min(1 / LEAST_REACH, ...known), high: Math.max(LEAST_REACH, ...known) };
  const xOf = (index: number) =>
    tenth(LEFT + (index * (SIDE_WIDTH - LEFT - RIGHT)) / Math.max(1, ratios.length - 1));
  const yOf = (ratio: number) =>
    tenth(
      TOP + (Math.log(axis.high / ratio) / Math.log(axis.high / axis.low)) * (SIDE_HEIGHT - TOP - BOTTOM),
    );
  const points = ratios.map((ratio, index): SidePoint | null => {
    if (ratio === null || ratio <= 0 || !Number.isFinite(ratio)) return null;
    const verdict = cellVerdict(selection, row, index);
    const level = levelOfCell(selection, row, index);
    const band = bands[index] ?? 0;
    return {
      x: xOf(index),
      y: yOf(ratio),
      emphasis: emphasisOf(level) ?? 'plain',
      sure: verdict === null || !verdict.startsWith('possible'),
      isChosen: index === column,
      whisker: band === 0 ? null : { from: yOf(ratio * Math.exp(band)), to: yOf(ratio * Math.exp(-band)) },
    };
  });
  const verdicts = verdictsOf(selection);
  const first = selection.metric === 'throughput' ? (verdicts?.rows[row]?.firstBad ?? null) : null;
  const nameOf = (index: number) => selection.names[index]?.short ?? '';
  const last = ratios.length - 1;
  const certainty = panelVerdict(selection, { row, column });
  return {
    test: readout.test,
    note: readout.note,
    base: nameOf(selection.base),
    versus: readout.versus,
    absolute: readout.absolute,
    ratio: readout.ratio,
    problem: readout.problem,
    points,
    path: pathOf(points, selection.lineStart),
    /** y of 1.00, the base. */
    one: yOf(1),
    /** Ends of the axis; those too near to 1.00 are left out. */
    ticks: [axis.low, axis.high].flatMap((ratio) =>
      Math.abs(yOf(ratio) - yOf(1)) < 14 ? [] : [{ y: yOf(ratio), text: formatRatio(ratio) }],
    ),
    /** Named versions under the axis: the ends and the chosen one, where they do not overlap. */
    names: shortNames([0, column, last].map((index) => ({ index, x: xOf(index), text: nameOf(index) }))),
    firstBad: first === null ? null : { x: xOf(first), version: nameOf(first) },
    seams: selection.isSeam.flatMap((isSeam, index) => (isSeam ? [xOf(index)] : [])),
    costs: readout.others,
    /** Costs that account for the change of the judged version; empty without one. */
    explained: column === selection.judged ? rowSummary(selection, row).explained : '',
    certainty: certainty && { words: certainty.words, reason: certainty.notes[0] ?? '' },
    description: `${readout.test} by version, relative to ${nameOf(selection.base)}: ${ratios
      .map((ratio, index) => `${nameOf(index)} ${formatRatio(ratio)}`)
      .join(', ')}`,
  };
}

/** Longest name next to two others, and next to one other. */
const [LONGEST_OF_THREE, LONGEST_OF_TWO] = [12, 22];

interface AxisName {
  x: number;
  text: string;
}

/** The names of the first, the chosen and the last version; long ones only at the ends, where their last words tell them apart. */
function shortNames(names: readonly (AxisName & { index: number })[]): AxisName[] {
  const [first, chosen, last] = names;
  if (!first || !chosen || !last) return [];
  const isLong = names.some(({ text }) => text.length > LONGEST_OF_THREE);
  const shown = isLong
    ? [first, last]
    : names.filter(({ index }) => {
        const apart = Math.abs(index - chosen.index) / Math.max(1, last.index);
        return index === chosen.index || apart >= 0.3;
      });
  return [...new Map(shown.map((name) => [name.index, name])).values()].map(({ x, text }) => ({
    x,
    text:
      text.length > LONGEST_OF_TWO
        ? `…${text.slice(1 - LONGEST_OF_TWO).replace(/^[\udc00-\udfff]/, '')}`
        : text,
  }));
}

function levelOfCell(selection: HeatmapSelection, row: number, column: number): Level {
  return heatmapReadout(selection, row, column)?.ratio.level ?? 'n';
}

/** Half of the noise band of each cell on the log scale; 0 for the base and where it is not known. */
function bandsOf(selection: HeatmapSelection, row: number): number[] {
  if (selection.rule !== 'verdicts' || selection.columns.length > MOST_WHISKERS) return [];
  const cells = judgeSelection(selection)?.cells[row] ?? [];
  return selection.columns.map((_, column) => {
    const cell = cells[column];
    return column !== selection.base && cell && isJudged(cell) ? cell.band : 0;
  });
}

/** A line through the points of each release line; a missing version leaves no gap, another line does. */
function pathOf(points: readonly (SidePoint | null)[], lineStart: readonly number[]): string {
  const seen = new Set<number>();
  const byLine = new Map<number, string[]>();
  for (const [index, point] of points.entries()) {
    const line = lineStart[index] ?? index;
    if (!point) continue;
    byLine.set(line, [...(byLine.get(line) ?? []), `${seen.has(line) ? 'L' : 'M'}${point.x} ${point.y}`]);
    seen.add(line);
  }
  return [...byLine.values()].flat().join('');
}

/**
 * The chart of a page with more tests than it draws at once. Its verdicts are known where the page is made: who draws the
 * page, and the browser, would judge all tests again for this one.
 *
 * @returns null where the page draws all tests, and for a heatmap without any
 */
export function initialSide(data: HeatmapData, state: CompareState): SideModel | null {
  if (data.rows.length <= ROWS_ON_PAGE || state.cell) return null;
  const { selection, groups } = heatmapModel(toColumnSet(data, state), state);
  const cell = firstSelected(
    selection,
    groups.flatMap(({ rows }) => rows.map(({ row }) => row)),
  );
  return cell && sideModel(selection, cell);
}

/**
 * The row that is selected before anything was pointed at: the first with a first bad version, else the first one.
 *
 * @param rows of the drawn table, in its order
 */
export function firstSelected(banded: BandedSelection, rows: readonly number[]): OpenCell | null {
  const selection = inBand(banded, 0).selection;
  const verdicts = verdictsOf(selection);
  const row = rows.find((each) => (verdicts?.rows[each]?.firstBad ?? null) !== null) ?? rows[0];
  if (row === undefined) return null;
  const column = inBand(banded, 0).band.drawn.findIndex((drawn) => drawn.column === selection.judged);
  return { row, column: Math.max(0, column) };
}

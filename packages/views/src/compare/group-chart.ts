import { formatRatio, geometricMean } from '@basecase/analysis';
import { isCost } from '../results/relative';
import { countText, cutText, serverClass, tenth } from '../text/words';
import { mainBand } from './bands/banded-selection';
import { titleOf } from './choose-columns';
import { toColumnSet } from './column-set';
import { type CompareState, compareUrl } from './compare-state';
import { type HeatmapModel, heatmapModel } from './heatmap/heatmap-model';
import type { HeatmapData } from './heatmap-data';
import { metricLabel } from './heatmap-selection';
import { ratioAt } from './rounds-of-cell';

/** Relative values by group and version: a bar is the geometric mean of the tests of a group. */
export interface GroupChart {
  title: string;
  /** Meaning of a bar, and where the axis begins. */
  caption: string;
  /** The chart in words, for readers who do not see it. */
  alt: string;
  versions: string[];
  groups: { label: string; means: (number | null)[] }[];
  /** Where the axis begins; above 0 it is cut. */
  from: number;
  /** Less is better. */
  isCost: boolean;
}

/** A mean this far from 1 is coloured: closer means have no colour on any page. */
const COLOURED = 0.03;
/** An axis that would leave out less than this begins at zero. */
const LEAST_CUT = 0.2;
const STEP = 0.1;

/** Whether a view has such a chart: a ratio of a test that the filter keeps, in another column than the base. */
export function hasGroupChart({ groups, selection }: Pick<HeatmapModel, 'groups' | 'selection'>): boolean {
  const shown = mainBand(selection);
  // Rows of folded groups count: the chart unfolds them.
  const rows = groups.flatMap((group) => group.rows.map(({ row }) => row));
  return rows.some(
    (row) =>
      !selection.data.rows[row]?.warmup &&
      shown.columns.some(
        (_, column) =>
          column !== shown.base && geometricMean([ratioAt(shown, shown.metric, { row, column })]) !== null,
      ),
  );
}

/**
 * The group means of a view in the benchmark's order, of the tests that the filter keeps. Of several products with a base each
 * it shows the first.
 *
 * @returns null without a group that has a mean other than that of the base
 */
export function groupChart(data: HeatmapData, state: CompareState): GroupChart | null {
  const inOrder = { ...state, fold: [], sort: compareUrl.defaults.sort };
  const { groups, selection } = heatmapModel(toColumnSet(data, state), inOrder);
  const shown = mainBand(selection);
  const found = groups.flatMap(({ label, rows }) => {
    const tests = rows.filter(({ row }) => !data.rows[row]?.warmup);
    const means = shown.columns.map((_, column) =>
      geometricMean(tests.map(({ row }) => ratioAt(shown, shown.metric, { row, column }))),
    );
    const isEmpty = means.every((mean, column) => mean === null || column === shown.base);
    return isEmpty ? [] : [{ label: `${label}, ${countText(tests.length, 'test')}`, means }];
  });
  if (found.length === 0) return null;
  const values = found.flatMap(({ means }) => means.filter((mean) => mean !== null));
  const lowest = Math.floor((Math.min(...values, 1) - STEP / 2) / STEP) * STEP;
  const from = lowest < LEAST_CUT ? 0 : Math.round(lowest * 10) / 10;
  const versions = shown.names.map(({ short }) => short);
  const label = metricLabel(data, shown.metric);
  const base = versions[shown.base] ?? '';
  return {
    title: `${titleOf(shown.columns)} on ${serverClass(data.server)}: relative ${label} by group`,
    caption: `A bar is the geometric mean of ${label} / ${label} of ${base}. ${from === 0 ? 'The axis begins at zero.' : `The axis is cut: it begins at ${formatRatio(from)}.`}`,
    alt: found
      .map(
        ({ label: group, means }) =>
          `${group}: ${means.map((mean, at) => `${versions[at]} ${formatRatio(mean)}`).join(', ')}`,
      )
      .join('. '),
    versions,
    groups: found,
    from,
    isCost: isCost(shown.metric),
  };
}

interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
  tone: 'worse' | 'better' | 'plain';
}

interface Text {
  x: number;
  y: number;
  text: string;
  align: 'left' | 'center' | 'right';
  /** Reads from bottom to top; `y` is its upper end. */
  isUpright?: boolean;
}

/** A chart as boxes, lines and texts, for SVG and for pixels alike. */
export interface GroupDrawing {
  width: number;
  height: number;
  bars: Bar[];
  grid: string;
  /** The line of the base. */
  reference: string;
  /** The break of a cut axis; empty where it begins at zero. */
  cut: string;
  texts: Text[];
}

export const GROUP_TEXT = 16;
const [LEFT, RIGHT, TOP, PLOT, GAP] = [64, 24, 76, 340, 32];
const [NARROWEST, WIDEST, LEAST_WIDTH] = [8, 36, 900];
/** Letters of the longest name of a version that is drawn whole. */
const LONGEST = 22;

export function drawGroupChart(chart: GroupChart): GroupDrawing {
  const { title, caption, versions, groups, from, isCost: isLessBetter } = chart;
  const bars = groups.length * versions.length;
  const room = (LEAST_WIDTH - LEFT - RIGHT - groups.length * GAP) / bars;
  const each = Math.floor(Math.min(WIDEST, Math.max(NARROWEST, room)));
  // A name is as high as a letter: narrower bars have a name for every second, third ... version.
  const every = Math.ceil((GROUP_TEXT + 2) / each);
  const names = versions.map((name) => cutText(name, LONGEST));
  const nameHeight = Math.max(...names.map(({ length }) => length)) * GROUP_TEXT * 0.56 + 10;
  const block = each * versions.length + GAP;
  const width = Math.max(LEAST_WIDTH, LEFT + groups.length * block + RIGHT);
  const labels = groups.map(({ label }) =>
    wrapped(label, Math.max(10, Math.floor(block / (GROUP_TEXT * 0.58)))),
  );
  const labelHeight = (1 + 1.2 * Math.max(...labels.map(({ length }) => length))) * GROUP_TEXT;
  const values = groups.flatMap(({ means }) => means.filter((mean) => mean !== null));
  const to = Math.ceil((Math.max(1, ...values) + STEP / 4) / STEP) * STEP;
  const bottom = TOP + PLOT;
  const yOf = (value: number) => bottom - ((Math.max(value, from) - from) / (to - from)) * PLOT;
  const xOf = (group: number, version: number) => LEFT + GAP / 2 + group * block + version * each;
  const steps = Math.max(1, Math.ceil((to - from) / STEP / 10));
  const ticks = Array.from({ length: Math.floor((to - from) / STEP / steps + 0.01) + 1 }, (_, tick) =>
    Number((from + tick * steps * STEP).toFixed(2)),
  );
  return {
    width,
    height: bottom + nameHeight + labelHeight + 44,
    bars: groups.flatMap(({ means }, group) =>
      means.flatMap((mean, version): Bar[] => {
        if (mean === null) return [];
        const y = yOf(mean);
        const isOff = Math.abs(mean - 1) >= COLOURED;
        const tone = isOff ? (mean < 1 !== isLessBetter ? 'worse' : 'better') : 'plain';
        return [{ x: xOf(group, version), y, width: each - 2, height: bottom - y, tone }];
      }),
    ),
    grid: ticks.map((tick) => `M${LEFT} ${tenth(yOf(tick))}H${width - RIGHT}`).join(''),
    reference: `M${LEFT} ${tenth(yOf(1))}H${width - RIGHT}`,
    cut:
      from === 0 ? '' : `M${LEFT - 8} ${bottom - 4}l6 -5l4 8l6 -5M${LEFT - 8} ${bottom - 11}l6 -5l4 8l6 -5`,
    texts: [
      { x: 24, y: 34, text: title, align: 'left' },
      { x: 24, y: 58, text: caption, align: 'left' },
      ...ticks.map(
        (tick): Text => ({ x: LEFT - 12, y: yOf(tick) + 5, text: formatRatio(tick), align: 'right' }),
      ),
      ...groups.flatMap((_, group): Text[] => [
        ...names.flatMap((text, version): Text[] =>
          version % every === 0
            ? [
                {
                  x: xOf(group, version) + each / 2,
                  y: bottom + 8,
                  text,
                  align: 'right',
                  isUpright: true,
                },
              ]
            : [],
        ),
        ...(labels[group] ?? []).map(
          (text, line): Text => ({
            x: xOf(group, 0) + (each * versions.length) / 2,
            y: bottom + nameHeight + (1.6 + 1.2 * line) * GROUP_TEXT,
            text,
            align: 'center',
          }),
        ),
      ]),
      { x: 24, y: bottom + nameHeight + labelHeight + 26, text: 'Basecase', align: 'left' },
    ],
  };
}

/** Words in lines of at most so many letters, where a word is not longer. */
function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

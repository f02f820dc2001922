import { spreadLabels, tenth } from '../text/spread-labels';
import {
  DATES_HEIGHT,
  diamond,
  linear,
  type NightsChart,
  type NightsLayout,
  type NightsPanel,
  type NightTone,
  type PlaceOf,
  wedge,
} from './nights-chart';

/** A text at a place. */
export interface FrameText {
  x: number;
  y: number;
  text: string;
  /** Beside it, and less important. */
  more: string;
  tone: NightTone;
  isStrong: boolean;
  /** It ends at its place. */
  isBefore: boolean;
}

/** What lies around and over the panels, in px. */
export type FrameDrawing = ReturnType<typeof drawFrame>;

/** Scales of a drawing: the axis of nights, and that of each panel. */
interface NightsScales {
  x: PlaceOf;
  y: PlaceOf[];
}

/** The scales that a chart has in a layout. */
export function nightsScales(chart: NightsChart, { left, right, panels }: NightsLayout): NightsScales {
  return {
    x: linear([chart.from, chart.to], [left, right]),
    y: chart.panels.map(({ from, to }, index) => {
      const place = panels[index] ?? { top: 0, bottom: 0 };
      return linear([from, to], [place.bottom, place.top]);
    }),
  };
}

const SQUARE = 7;
const HALF_WEDGE = 4;
/** Between a mark and its name. */
const BESIDE = 8;
/** Half of the height of a letter: a text is placed by its base line. */
const BASELINE = 4;

/** Draws what is around the panels. */
export function drawFrame(chart: NightsChart, layout: NightsLayout, scales: NightsScales) {
  const { left, right, eventLane, changeLane, axis } = layout;
  const isSeen = (x: number) => x >= left && x <= right;
  const events = marksOf(chart.events, scales.x).filter(({ x }) => isSeen(x));
  const releases = marksOf(chart.releases, scales.x).filter(({ x }) => isSeen(x));
  const [main] = layout.panels;
  const bottom = main?.bottom ?? 0;
  const changes = (chart.panels[0]?.changes ?? []).flatMap((change) => {
    const x = scales.x(change.x);
    return isSeen(x) ? [{ ...change, x, first: change.size, second: change.words }] : [];
  });
  return {
    /** Dotted lines through all panels, and their squares. */
    events: events.map(({ x }) => ({
      line: `M${tenth(x)} ${eventLane}V${axis}`,
      square: `M${tenth(x - SQUARE / 2)} ${eventLane - SQUARE}h${SQUARE}v${SQUARE}h${-SQUARE}z`,
    })),
    eventTexts: textsOf(placeLabels(events, layout), { y: eventLane, isStrong: false }),
    /** Wedges of changes, in the lane above. */
    changes: changes.map(({ x, before, after, tone, isSure }) => ({
      path: wedge({ x, y: changeLane - BASELINE, half: HALF_WEDGE, isUp: after > before }),
      tone,
      isSure,
    })),
    changeTexts: textsOf(placeLabels(changes, layout), { y: changeLane, isStrong: true }),
    /** Diamonds of releases, in one path. */
    releases: releases.map(({ x }) => diamond(x, bottom)).join(''),
    releaseTexts: textsOf(placeLabels(releases, layout), { y: bottom + 15 * layout.scale, isStrong: false }),
    ends: chart.panels.flatMap((panel, index) => endsOf(panel, { layout, y: scales.y[index], index })),
    titles: layout.panels.flatMap(({ title }, index) => {
      const panel = chart.panels[index];
      return panel && title !== null
        ? [{ x: left, y: title, title: panel.title, hint: layout.isNarrow ? '' : panel.hint }]
        : [];
    }),
    picked: chart.picked.flatMap(({ letter, night }) => {
      const x = scales.x(chart.at[night] ?? Number.NaN);
      const value = chart.panels[0]?.values[night] ?? null;
      return value === null || !isSeen(x) ? [] : [{ letter, x, y: scales.y[0]?.(value) ?? 0 }];
    }),
  };
}

interface Named {
  x: number;
  first: string;
  second: string;
}

function marksOf(marks: readonly { x: number; text: string }[], x: PlaceOf): Named[] {
  return marks.map((mark) => ({ x: x(mark.x), first: mark.text, second: '' }));
}

function textsOf(
  placed: readonly PlacedLabel<Named & { tone?: NightTone }>[],
  { y, isStrong }: { y: number; isStrong: boolean },
): FrameText[] {
  return placed.flatMap(({ item, x, room, isBefore }) =>
    room === 'none'
      ? []
      : [
          {
            x: x + (isBefore ? -BESIDE : BESIDE),
            y,
            text: item.first,
            more: room === 'all' ? item.second : '',
            tone: item.tone ?? 'plain',
            isStrong,
            isBefore,
          },
        ],
  );
}

/** Texts at the right end of a panel, moved apart where they would run into each other. */
function endsOf(
  panel: NightsPanel,
  { layout, y, index }: { layout: NightsLayout; y: PlaceOf | undefined; index: number },
): FrameText[] {
  const place = layout.panels[index];
  if (!y || !place) return [];
  const lines = panel.ends.flatMap((end) => {
    const value = Math.min(panel.to, Math.max(panel.from, end.value));
    const own = { y: y(value), tone: end.tone, isStrong: end.isStrong };
    const text = layout.isNarrow ? end.short : end.text;
    return [
      { ...own, text },
      ...(end.note && !layout.isNarrow ? [{ ...own, text: end.note, tone: 'plain' as const }] : []),
    ];
  });
  const { scale } = layout;
  const spread = spreadLabels(
    lines.map((line, index) => ({ ...line, y: line.y / scale, index })),
    place.bottom / scale,
  );
  return spread.map(({ y: middle, text, tone, isStrong }) => ({
    x: layout.right + (layout.isNarrow ? 6 : BESIDE),
    y: middle * scale + BASELINE,
    text,
    more: '',
    tone,
    isStrong,
    isBefore: false,
  }));
}

/** The axis of nights under a panel, in px. */
export type AxisDrawing = ReturnType<typeof drawAxis>;

const TICK = 4;
/** From the end of the drawing up to the base line of dates. */
const BELOW = 8;
/** Between two dates. */
const GAP = 8;

/** Draws the axis under a panel: dates are named once, below all of them, and marked under the first one as well. */
export function drawAxis(
  { ticks, panels }: Pick<NightsChart, 'ticks' | 'panels'>,
  layout: NightsLayout,
  { index, x }: { index: number; x: PlaceOf },
) {
  const { left, right, scale } = layout;
  const bottom = layout.panels[index]?.bottom ?? 0;
  const isLast = index === panels.length - 1;
  const isLight = index > 0 && !isLast;
  return {
    line: `M${left} ${bottom}H${right}`,
    /** Between panels it is a line as light as those of values. */
    isLight,
    /** Marks of dates, in one path; empty where the line is light. */
    ticks: isLight ? '' : ticks.map(({ value }) => `M${tenth(x(value))} ${bottom}v${TICK}`).join(''),
    /** Names of dates, centred; below the last panel alone. `at` is the place on the axis, because several dates share a text. */
    dates: isLast ? dates(ticks, { x, scale, y: layout.axis + (DATES_HEIGHT - BELOW) * scale }) : [],
  };
}

/** Each date with enough distance from the previous one. */
function dates(ticks: NightsChart['ticks'], { x, y, scale }: { x: PlaceOf; y: number; scale: number }) {
  let free = Number.NEGATIVE_INFINITY;
  return ticks.flatMap(({ value, text }) => {
    const [place, half] = [x(value), textWidth(text, scale) / 2];
    if (place - half < free) return [];
    free = place + half + GAP;
    return [{ at: value, x: tenth(place), y, text }];
  });
}

/** What a letter of a name takes; a little more than the mean, so that names never touch. */
const LETTER = 5.8;

interface PlacedLabel<Item> {
  item: Item;
  x: number;
  /** Whether its words have room; its mark is always there. */
  room: 'all' | 'first' | 'none';
  /** It ends at its mark instead of beginning there. */
  isBefore: boolean;
}

/**
 * Places names over their marks, in one line: words that would run into the next name are left out, the less important ones
 * first.
 *
 * @param items in any order, each with its mark in px, the important words and the other words
 */
export function placeLabels<Item extends { x: number; first: string; second: string }>(
  items: readonly Item[],
  { width, scale }: Pick<NightsLayout, 'width' | 'scale'>,
): PlacedLabel<Item>[] {
  const sorted = [...items].sort((a, b) => a.x - b.x);
  let free = 0;
  return sorted.map((item, index) => {
    const next = sorted[index + 1]?.x ?? width;
    const [first, all] = [
      widthOf(item.first, scale),
      widthOf(item.first, scale) + (item.second ? widthOf(item.second, scale) : 0),
    ];
    const isFirst = item.x >= free;
    const place = (room: PlacedLabel<Item>['room'], taken: number, isBefore = false): PlacedLabel<Item> => {
      free = isBefore ? item.x + GAP : item.x + taken + GAP;
      return { item, x: item.x, room, isBefore };
    };
    if (isFirst && item.x + all <= Math.min(next - GAP, width)) return place('all', all);
    if (isFirst && item.x + first <= Math.min(next - GAP, width)) return place('first', first);
    // At the right edge there is room before the mark.
    if (item.x + first > width && item.x - first > free) return place('first', 0, true);
    return place('none', 0);
  });
}

/** Room that a text takes, with what lies before it. */
function widthOf(text: string, scale: number): number {
  return textWidth(text, scale) + GAP;
}

/** About how wide a text is, in px. */
function textWidth(text: string, scale: number): number {
  return text.length * LETTER * scale;
}

/** Characters in the font of the image renderer: Latin, and the signs that this project uses. */
const MISSING =
  /[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u0113\u0116-\u012b\u0131\u0139-\u013e\u0141-\u0148\u014c-\u014d\u0150-\u017e–—…×≤≥·µ]/gu;
const THIN_SPACE = /\u202f/g;
const ARROW = / ?→ ?/g;

/**
 * Text that can be drawn. For a character that the font lacks the renderer would ask a font service on the internet;
 * a view must not leave this server, so a question mark replaces the character.
 */
export function drawable(text: string): string {
  return text.replaceAll('−', '-').replace(THIN_SPACE, '\u00a0').replace(ARROW, ' to ').replace(MISSING, '?');
}

import type { DocumentOverHttp } from '@basecase/contract/types';
import { tenth } from '../text/spread-labels';
/** Id of the table with the numbers of a chart of nights. */
export const NIGHTS_TABLE = 'nights';

/** Nights over time, one panel for each metric, all on one axis: plain numbers, so that a frozen view can be drawn. */
export type NightsChart = NonNullable<DocumentOverHttp['nights']>;
/** One metric over the nights. */
export type NightsPanel = NightsChart['panels'][number];
/** How a night is drawn: by its level, which has a verdict, not by its own value. */
export type NightKind = NightsPanel['kinds'][number];
export type ChartTick = NightsPanel['ticks'][number];
/** Nights of one level, with what 95% of them lie between. */
export type ChartLevel = NightsPanel['levels'][number];
/** The meaning of a level or a change: only slower and faster have a hue. */
export type NightTone = ChartLevel['tone'];
/** The step from one level to the next. Plain: an environment change, or a metric without a direction. */
export type ChartChange = NightsPanel['changes'][number];
/** A label at the right end of a panel, at the height of a value. */
export type ChartEnd = NightsPanel['ends'][number];
/** A mark that goes through all panels. */
export type ChartMark = NightsChart['events'][number];

/** Where a panel of a drawing lies, in px. */
interface PanelPlace {
  top: number;
  bottom: number;
  /** Base line of its title; null: it has none. */
  title: number | null;
}

/** Where everything of a drawing of nights lies, in px. */
export type NightsLayout = ReturnType<typeof nightsLayout>;

/** A drawing that is as wide is laid out for a telephone: less height, short names. */
const NARROW = 620;
/** Names of values, at the left. */
const NIGHTS_LEFT = 44;
/** Names of levels, at the right. */
const RIGHT = { wide: 112, narrow: 46 };
/** Names of events and changes, above the first panel. */
const LANES = 58;
/** Names of releases, below the first panel. */
export const RELEASES_HEIGHT = 26;
const MAIN_HEIGHT = { wide: 304, narrow: 210 };
/** A panel below the first: its title, its plot, the room below it. */
export const SMALL_PANEL = { title: 26, plot: 46, below: 10 };
/** Dates below the last panel. */
export const DATES_HEIGHT = 24;

/** Height of the letters that all of this has room for. */
const TEXT = 11;

interface Options {
  /** Height of the letters: everything that holds words grows with it. */
  text?: number;
  /** Height of the first panel. */
  main?: number;
}

/** Lays out the panels of a drawing below each other. */
export function nightsLayout(panels: number, width: number, options: Options = {}) {
  const isNarrow = width < NARROW;
  const size = isNarrow ? 'narrow' : 'wide';
  const scale = (options.text ?? TEXT) / TEXT;
  const main = {
    top: LANES * scale,
    bottom: LANES * scale + (options.main ?? MAIN_HEIGHT[size]),
    title: null,
  };
  const [title, { plot, below }] = [SMALL_PANEL.title * scale, SMALL_PANEL];
  const start = main.bottom + RELEASES_HEIGHT * scale;
  const others = Array.from({ length: Math.max(0, panels - 1) }, (_, index): PanelPlace => {
    const top = start + index * (title + plot + below);
    return { top: top + title, bottom: top + title + plot, title: top + title - 10 };
  });
  const axis = others.at(-1)?.bottom ?? start;
  return {
    width,
    height: axis + DATES_HEIGHT * scale,
    left: NIGHTS_LEFT * scale,
    right: width - RIGHT[size] * scale,
    /** Base lines of the names of events, and of changes. */
    eventLane: 28 * scale,
    changeLane: 43 * scale,
    panels: [main, ...others],
    /** The line that dates lie under. */
    axis,
    isNarrow,
    /** Of the letters, against those of the page. */
    scale,
  };
}

/** From a value to a place in px. */
export type PlaceOf = (value: number) => number;

/** A path in the hue of a tone. */
export interface TonedPath {
  tone: NightTone;
  path: string;
}

export interface DrawnChange extends Pick<ChartChange, 'tone' | 'isSure'> {
  /** Its place on the axis, the same whatever part of it is in view. */
  at: number;
  /** From the lane above down to the level before. */
  lead: string;
  /** From one level to the other. */
  arrow: string;
  /** Where the level after may lie. */
  whisker: string;
}

/** Everything of a panel that lies between its axes, in px. */
export type PanelDrawing = ReturnType<typeof drawPanel>;

interface Area {
  x: PlaceOf;
  y: PlaceOf;
  left: number;
  right: number;
  /** Where the names of changes stand, above the plot. */
  lane: number;
  /** A panel with little height: nights are dots, whatever they are. */
  isSmall?: boolean;
}

/** Half of the bar at either end of a whisker. */
const WHISKER = 4;

/**
 * Draws one panel: what is outside of the window in view is left out, and a value beyond the scale is drawn at its edge.
 *
 * @param at the place of each night on the axis
 */
export function drawPanel(panel: NightsPanel, at: readonly number[], area: Area) {
  const { x, left, right, lane, isSmall = false } = area;
  const y: PlaceOf = (value) => area.y(Math.min(panel.to, Math.max(panel.from, value)));
  const inside = (place: number) => Math.min(right, Math.max(left, place));
  const isSeen = (place: number) => place >= left - 0.5 && place <= right + 0.5;
  const spans = panel.levels.flatMap((level) => {
    const [start, end] = [inside(x(level.from)), inside(x(level.to))];
    return end > start ? [{ ...level, start, end }] : [];
  });
  return {
    /** One path for all that have a tone, and for all nights of a kind: 2,000 elements would take longer to draw than to read. */
    bands: tonedPaths(
      spans,
      ({ start, end, low, high }) =>
        `M${tenth(start)} ${tenth(y(high))}H${tenth(end)}V${tenth(y(low))}H${tenth(start)}z`,
    ),
    levels: tonedPaths(spans, ({ start, end, value }) => `M${tenth(start)} ${tenth(y(value))}H${tenth(end)}`),
    nights: nightPaths(panel, at, { x, y, isSmall, isSeen }),
    changes: panel.changes.flatMap((change): DrawnChange[] => {
      const place = x(change.x);
      return isSeen(place) ? [drawChange(change, { place, y, lane })] : [];
    }),
  };
}

function tonedPaths<Span extends { tone: NightTone }>(
  spans: readonly Span[],
  pathOf: (span: Span) => string,
): TonedPath[] {
  const paths = new Map<NightTone, string>();
  for (const span of spans) paths.set(span.tone, (paths.get(span.tone) ?? '') + pathOf(span));
  return [...paths].map(([tone, path]) => ({ tone, path }));
}

function drawChange(
  { x: night, before, after, low, high, tone, isSure }: ChartChange,
  { place, y, lane }: { place: number; y: PlaceOf; lane: number },
): DrawnChange {
  const [at, start] = [tenth(place), tenth(place - WHISKER)];
  const [top, bottom] = [tenth(y(high)), tenth(y(low))];
  const bar = `h${2 * WHISKER}`;
  return {
    tone,
    isSure,
    at: night,
    lead: `M${at} ${tenth(lane)}V${tenth(y(Math.max(before, after)))}`,
    arrow: `M${at} ${tenth(y(before))}V${tenth(y(after))}`,
    whisker: `M${start} ${top}${bar}M${at} ${top}V${bottom}M${start} ${bottom}${bar}`,
  };
}

interface Places {
  x: PlaceOf;
  y: PlaceOf;
  isSmall: boolean;
  isSeen: (place: number) => boolean;
}

/** More nights than this lie nearer to each other than a px: tenths of one would be most of the time of drawing. */
const MANY = 600;

function nightPaths(
  { values, kinds, slower }: Pick<NightsPanel, 'values' | 'kinds' | 'slower'>,
  places: readonly number[],
  { x, y, isSmall, isSeen }: Places,
) {
  const paths = new Map<NightKind, string>();
  const round = values.length > MANY ? Math.round : tenth;
  // A window moves with each key: nothing is made for a night but its letters.
  for (let night = 0; night < values.length; night += 1) {
    const value = values[night] ?? null;
    const place = x(places[night] ?? Number.NaN);
    if (value === null || !isSeen(place)) continue;
    const kind = kinds[night] ?? 'night';
    const [left, top] = [round(place), round(y(value))];
    const isDot = kind === 'night' || (isSmall && kind !== 'outlier');
    const isUp = kind.endsWith('slower') === (slower === 'up');
    const mark = isDot ? dot(left, top) : markOf(kind, { x: left, y: top, isUp });
    paths.set(kind, (paths.get(kind) ?? '') + mark);
  }
  return [...paths].map(([kind, path]) => ({ kind, path }));
}

const OUTLIER = 3;

function markOf(kind: NightKind, { x, y, isUp }: { x: number; y: number; isUp: boolean }): string {
  switch (kind) {
    case 'night':
      return dot(x, y);
    case 'outlier':
      return `M${tenth(x - OUTLIER)} ${tenth(y - OUTLIER)}l${2 * OUTLIER} ${2 * OUTLIER}m0 ${-2 * OUTLIER}l${-2 * OUTLIER} ${2 * OUTLIER}`;
    default:
      return wedge({ x, y, half: kind.startsWith('maybe') ? 3.6 : 2.9, isUp });
  }
}

/** A line without a length, which a round end makes a dot of: 14 letters where a circle takes 60. */
function dot(x: number, y: number): string {
  return `M${x} ${y}h.01`;
}

/** A wedge around a place, pointing to where the number went. */
export function wedge({ x, y, half, isUp }: { x: number; y: number; half: number; isUp: boolean }): string {
  const height = (isUp ? -1 : 1) * half * 1.7;
  return `M${tenth(x - half)} ${tenth(y - height / 2)}h${tenth(2 * half)}l${tenth(-half)} ${tenth(height)}z`;
}

/** A release on the axis. */
export function diamond(x: number, y: number): string {
  return `M${tenth(x)} ${tenth(y - 5)}l5 5l-5 5l-5 -5z`;
}

/** A scale from a window of values to one of px. */
export function linear(
  [from, to]: readonly [number, number],
  [start, end]: readonly [number, number],
): PlaceOf {
  const factor = to === from ? 0 : (end - start) / (to - from);
  return (value) => start + (value - from) * factor;
}

import type { DocumentOverHttp } from '@basecase/contract/types';
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

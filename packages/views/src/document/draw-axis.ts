import type { PlaceOf } from './draw-nights';
import type { NightsChart } from './nights-chart';
import { DATES_HEIGHT, type NightsLayout } from './nights-layout';
import { textWidth } from './place-labels';

/** The axis of nights under a panel, in px. */
export interface AxisDrawing {
  line: string;
  /** Between panels it is a line as light as those of values. */
  isLight: boolean;
  /** Marks of dates, in one path; empty where the line is light. */
  ticks: string;
  /** Names of dates, centred; below the last panel alone. `at` is the place on the axis, because several dates share a text. */
  dates: { at: number; x: number; y: number; text: string }[];
}

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
): AxisDrawing {
  const { left, right, scale } = layout;
  const bottom = layout.panels[index]?.bottom ?? 0;
  const isLast = index === panels.length - 1;
  const isLight = index > 0 && !isLast;
  return {
    line: `M${left} ${bottom}H${right}`,
    isLight,
    ticks: isLight ? '' : ticks.map(({ value }) => `M${px(x(value))} ${bottom}v${TICK}`).join(''),
    dates: isLast ? dates(ticks, { x, scale, y: layout.axis + (DATES_HEIGHT - BELOW) * scale }) : [],
  };
}

/** Each date with enough distance from the previous one. */
function dates(
  ticks: NightsChart['ticks'],
  { x, y, scale }: { x: PlaceOf; y: number; scale: number },
): AxisDrawing['dates'] {
  let free = Number.NEGATIVE_INFINITY;
  return ticks.flatMap(({ value, text }) => {
    const [place, half] = [x(value), textWidth(text, scale) / 2];
    if (place - half < free) return [];
    free = place + half + GAP;
    return [{ at: value, x: px(place), y, text }];
  });
}

function px(value: number): number {
  return Math.round(value * 10) / 10;
}

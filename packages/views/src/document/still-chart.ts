import type { Level } from '@basecase/analysis';
import { spreadLabels, tenth } from '../text/spread-labels';
import type { DocumentChart } from './view-document';

/** Size of the drawing in its own units; it is scaled to the width of the page. */
export const STILL_CHART = { width: 1240, height: 330, left: 48, right: 260, top: 14, bottom: 28 } as const;

/** Width of the name of a place. */
const PLACE_WIDTH = 52;

export interface StillDot {
  x: number;
  y: number;
  level: Level;
}

export interface StillLine {
  label: string;
  /** Its shape and dash. */
  index: number;
  /** Path of the line, broken where a value is missing. */
  path: string;
  dots: StillDot[];
  /** Where its label stands; null for a line without a point. */
  labelY: number | null;
}

/** Everything that a chart without scripts draws. */
export function stillChart(chart: DocumentChart) {
  const { places, from, to, ticks, reference } = chart;
  const plot = {
    width: STILL_CHART.width - STILL_CHART.left - STILL_CHART.right,
    height: STILL_CHART.height - STILL_CHART.top - STILL_CHART.bottom,
  };
  const step = plot.width / Math.max(1, places.length - 1);
  const xOf = (place: number) => tenth(STILL_CHART.left + place * step);
  const yOf = (value: number) =>
    tenth(STILL_CHART.top + (1 - (value - from) / Math.max(Number.EPSILON, to - from)) * plot.height);
  const every = Math.max(1, Math.ceil(PLACE_WIDTH / Math.max(1, step)));
  const lines = chart.lines.map(({ label, points }, index): StillLine => {
    const dots = points.map((point, place) =>
      point === null ? null : { x: xOf(place), y: yOf(point.value), level: point.level },
    );
    return {
      label,
      index,
      path: pathOf(dots),
      dots: dots.filter((dot) => dot !== null),
      labelY: dots.findLast((dot) => dot !== null)?.y ?? null,
    };
  });
  return {
    description: chart.description,
    ticks: ticks.map(({ value, text }) => ({ y: yOf(value), text })),
    places: places.flatMap((text, place) => (place % every === 0 ? [{ x: xOf(place), text }] : [])),
    referenceY: reference === null ? null : yOf(reference),
    lines: apart(lines),
  };
}

/** A gap ends a piece of the line; a point between two gaps has its dot only. */
function pathOf(dots: readonly (StillDot | null)[]): string {
  return dots
    .flatMap((dot, index) => (dot ? [`${dots[index - 1] ? 'L' : 'M'}${dot.x} ${dot.y}`] : []))
    .join('');
}

/** Labels that would run into each other are moved apart, in the order of their points. */
function apart(lines: readonly StillLine[]): StillLine[] {
  const bottom = STILL_CHART.height - STILL_CHART.bottom;
  const labels = lines.flatMap(({ index, labelY }) => (labelY === null ? [] : [{ index, y: labelY }]));
  const placed = spreadLabels(labels, bottom);
  return lines.map((line) => ({
    ...line,
    labelY: placed.find(({ index }) => index === line.index)?.y ?? null,
  }));
}

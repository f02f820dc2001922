import { spreadLabels } from '../text/spread-labels';
import { tenth } from '../text/words';
import type { TrendSeries, TrendsModel } from './trends-model';

export type ChartLine = ReturnType<typeof trendChart>['lines'][number];

/** Widths of the plot that names are thinned out for; trends.css has the same in px. */
const ROOMS = { narrow: 260, medium: 560, wide: 900 } as const;
type Room = keyof typeof ROOMS | 'none';
/** Digits are equally wide; this is an 11 px one with the gap around the name shared out. */
const DIGIT_WIDTH = 6.5;
const GAP = 14;

/** Where everything is in the drawing. No width is known here: the page is made before it is measured. */
export function trendChart(
  { axis, drawn, scale, mode }: Pick<TrendsModel, 'axis' | 'drawn' | 'scale' | 'mode'>,
  height: number,
) {
  const steps = Math.max(1, axis.positions.length - 1);
  const rooms = roomsOf(axis.positions);
  const leftOf = (position: number) => `${tenth((100 * position) / steps)}%`;
  const yOf = (value: number) => tenth((1 - (value - scale.from) / (scale.to - scale.from)) * height);
  return {
    /** Of a line's path, which is stretched to the width of the plot. */
    steps,
    /** Height of the ratio 1; null in absolute mode. */
    one: mode === 'rel' ? yOf(1) : null,
    rows: scale.ticks.map(({ value, text }) => ({ y: yOf(value), text })),
    positions: axis.positions.map((name, position) => ({
      left: leftOf(position),
      name,
      /** The narrowest plot that has room for the name. */
      room: rooms[position] ?? 'none',
    })),
    lines: drawn.map((series) => ({
      series,
      /** SVG path data, one step for each place, a subpath for each stretch without a gap. */
      path: pathOf(series, yOf),
      points: series.points.flatMap((point) =>
        point ? [{ point, left: leftOf(point.position), y: yOf(point.value) }] : [],
      ),
      /** Places where the line continues in another config. */
      seams: series.points.flatMap((point) =>
        point?.seamAfter === undefined ? [] : [leftOf(point.position)],
      ),
    })),
  };
}

function pathOf({ points }: TrendSeries, yOf: (value: number) => number): string {
  let path = '';
  for (const [position, point] of points.entries()) {
    if (point) path += `${points[position - 1] ? 'L' : 'M'}${position} ${yOf(point.value)}`;
  }
  return path;
}

/**
 * Every so many names are shown as there is room for, the last one always. The steps of narrower plots are multiples
 * of those of wider ones, so a wider plot only adds names.
 */
function roomsOf(positions: readonly string[]): Room[] {
  const longest = Math.max(...positions.map((name) => name.length));
  const last = positions.length - 1;
  const wanted = (room: keyof typeof ROOMS) => ((longest * DIGIT_WIDTH + GAP) * last) / ROOMS[room];
  const wide = Math.max(1, Math.ceil(wanted('wide')));
  const medium = multipleOf(wide, wanted('medium'));
  const steps = { narrow: multipleOf(medium, wanted('narrow')), medium, wide };
  const order = ['narrow', 'medium', 'wide'] as const;
  const isShown = (position: number, step: number) =>
    position === last || (position % step === 0 && last - position >= step);
  return positions.map((_, position) => order.find((room) => isShown(position, steps[room])) ?? 'none');
}

function multipleOf(step: number, least: number): number {
  return step * Math.max(1, Math.ceil(least / step));
}

/**
 * Puts a label next to the last point of each line, as near to its height as the others allow: labels that would run
 * into each other are moved apart, in the order of their points.
 *
 * @param height of the plot in px
 */
export function endLabels({ drawn, scale }: Pick<TrendsModel, 'drawn' | 'scale'>, height: number) {
  const labels = drawn.flatMap((series) => {
    const last = series.points.findLast((point) => point !== null);
    if (!last) return [];
    const share = (last.value - scale.from) / (scale.to - scale.from);
    const y = Math.round((1 - share) * height);
    return [{ series, text: `${series.label} ${last.text}`, y, index: series.index }];
  });
  return spreadLabels(labels, height);
}

/** The marks above the plot: a row for each line that has a record. */
export type Lane = ReturnType<typeof trendLane>;

/** Height of a row: the smallest target that WCAG 2.2 allows. */
const ROW = 24;
/** Shares of a plot that the words take. */
const WORDS = { narrow: 0.45, medium: 0.22 } as const;

/** Where the records of the drawn lines are marked. */
export function trendLane(drawn: readonly TrendSeries[], positions: number) {
  const steps = Math.max(1, positions - 1);
  const rows = drawn
    .filter(({ marks }) => marks.length > 0)
    .map((series) => {
      // A place has one mark: that of its largest record.
      const marks = series.marks.filter(
        ({ position }, index) => series.marks[index - 1]?.position !== position,
      );
      return {
        series,
        marks: marks.map((mark, index) => {
          const at = mark.position / steps;
          const isBefore = at > 1 - WORDS.narrow;
          const next = marks[index + (isBefore ? -1 : 1)];
          const gap = next ? Math.abs(next.position / steps - at) : 1;
          return { mark, left: `${Math.round(1000 * at) / 10}%`, isBefore, room: roomFor(gap) };
        }),
      };
    });
  return { rows, height: rows.length * ROW };
}

function roomFor(gap: number) {
  if (gap > WORDS.narrow) return 'narrow';
  return gap > WORDS.medium ? 'medium' : 'none';
}

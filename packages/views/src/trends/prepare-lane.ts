import type { TrendMark } from './prepare-marks';
import type { TrendSeries } from './prepare-trends';

/** The marks above the plot: a row for each line that has a record. */
export interface Lane {
  rows: { series: TrendSeries; marks: LaneMark[] }[];
  /** In px. */
  height: number;
}

export interface LaneMark {
  mark: TrendMark;
  /** Share of the width of the plot. */
  left: string;
  /** The words lie left of the mark, where the plot ends at its right. */
  isBefore: boolean;
  /** The narrowest plot that has room for the words before the next mark; trends.css knows the widths. */
  room: 'narrow' | 'medium' | 'none';
}

/** Height of a row: the smallest target that WCAG 2.2 allows. */
const ROW = 24;
/** Shares of a plot that the words take. */
const WORDS = { narrow: 0.45, medium: 0.22 } as const;

/** Where the records of the drawn lines are marked. */
export function prepareLane(drawn: readonly TrendSeries[], positions: number): Lane {
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

function roomFor(gap: number): LaneMark['room'] {
  if (gap > WORDS.narrow) return 'narrow';
  return gap > WORDS.medium ? 'medium' : 'none';
}

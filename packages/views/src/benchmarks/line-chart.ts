/** A small chart of a report, placed: whoever draws it decides nothing. Coordinates are in units of its box. */
export interface ReportLineChart {
  id: string;
  title: string;
  /** What it shows in words, for those who do not see it. */
  description: string;
  width: number;
  height: number;
  /** Of the axis of values: a line and its text. */
  levels: { y: number; text: string }[];
  /** Of the axis of steps. */
  steps: { x: number; text: string }[];
  lines: ReportChartLine[];
}

export interface ReportChartLine {
  key: string;
  name: string;
  /** Which of the styles of lines, from 0 on. */
  style: number;
  /** Stretches without a gap, as points of a polyline. */
  stretches: string[];
  points: { x: number; y: number; title: string }[];
}

/** Charts side by side under one choice of lines. */
export interface ReportCharts {
  title: string;
  hint: string;
  /** Links that show or hide a line each; `style` of those that are shown. */
  choices: { key: string; label: string; href: string; style: number | null }[];
  charts: ReportLineChart[];
}

/** Most lines of a chart that can be told apart. */
export const MAX_LINES = 4;

const BOX = { width: 440, height: 230, left: 58, right: 14, top: 12, bottom: 30 };

interface Input {
  id: string;
  title: string;
  description: string;
  steps: readonly string[];
  lines: readonly { key: string; name: string; style: number; values: readonly (number | null)[] }[];
  format: (value: number) => string;
}

/** Places lines over steps of equal width, from zero. Null is a gap, never 0. */
export function placeLineChart({ id, title, description, steps, lines, format }: Input): ReportLineChart {
  const { width, height, left, right, top, bottom } = BOX;
  const highest = niceTop(Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const span = width - left - right;
  const xOf = (index: number) =>
    round(left + (steps.length < 2 ? span / 2 : (span * (index + 0.25)) / (steps.length - 0.5)));
  const yOf = (value: number) => round(height - bottom - (height - bottom - top) * (value / highest));
  return {
    ...{ id, title, description, width, height },
    levels: [0, highest / 2, highest].map((value) => ({ y: yOf(value), text: format(value) })),
    steps: steps.map((text, index) => ({ x: xOf(index), text })),
    lines: lines.map(({ key, name, style, values }) => ({
      ...{ key, name, style },
      stretches: stretchesOf(values).map((stretch) =>
        stretch.map((index) => `${xOf(index)},${yOf(values[index] ?? 0)}`).join(' '),
      ),
      points: values.flatMap((value, index) =>
        value === null
          ? []
          : [{ x: xOf(index), y: yOf(value), title: `${name}, ${steps[index] ?? ''}: ${format(value)}` }],
      ),
    })),
  };
}

/** Runs of indexes that have a value; a lone one is drawn as its point only. */
function stretchesOf(values: readonly (number | null)[]): number[][] {
  const stretches: number[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === null) stretches.push([]);
    else stretches.at(-1)?.push(index);
  }
  return stretches.filter(({ length }) => length > 1);
}

/** The next of 1, 2, 4, 5, 6, 8 × 10^n; 1 where there is nothing over zero. */
function niceTop(highest: number): number {
  if (highest <= 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(highest));
  return ([1, 2, 4, 5, 6, 8].find((step) => step * unit >= highest) ?? 10) * unit;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

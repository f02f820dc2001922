import { tenth } from '../text/words';
import type { ReportLineChart } from './report-model';

const BOX = { width: 440, height: 230, left: 58, right: 14, top: 12, bottom: 30 };

/** A value, and what its repeats or its noise span. */
export interface ChartPoint {
  value: number;
  span?: readonly [low: number, high: number] | null;
  /** Printed next to it. */
  text?: string;
  tone?: 'bad' | 'good' | null;
}

interface ChartInput {
  id: string;
  title: string;
  description: string;
  steps: readonly string[];
  /** Null is a gap, never 0. */
  lines: readonly {
    key: string;
    name: string;
    style: number;
    values: readonly (number | ChartPoint | null)[];
    /** A curve through all steps, which are numbers: drawn between them as if their distance were logarithmic. */
    law?: { at: (step: number) => number; peak: { at: number; title: string } | null } | null;
  }[];
  format: (value: number) => string;
  /** A ratio: the axis begins near the lowest, and 1 has a line. Left out: from zero. */
  isRatio?: boolean;
  /** From this step on something was found. */
  zone?: { from: number; text: string } | null;
}

/** Places lines over steps of equal width. */
export function placeLineChart(input: ChartInput): ReportLineChart {
  const { id, title, description, steps, format, isRatio = false, zone = null } = input;
  const { width, height, left, right, top, bottom } = BOX;
  const lines = input.lines.map((line) => ({
    ...line,
    points: line.values.map((value) => (typeof value === 'number' ? { value } : value)),
  }));
  const values = lines.flatMap(({ points }) =>
    points.flatMap((point) => (point ? [point.value, ...(point.span ?? [])] : [])),
  );
  const [lowest, highest] = isRatio ? ratioRange(values) : [0, niceTop(Math.max(0, ...values))];
  const span = width - left - right;
  const numbers = steps.map(Number);
  const xOf = (index: number) =>
    tenth(left + (steps.length < 2 ? span / 2 : (span * (index + 0.25)) / (steps.length - 0.5)));
  const yOf = (value: number) =>
    tenth(height - bottom - ((height - bottom - top) * (value - lowest)) / (highest - lowest));
  const start =
    zone && tenth(xOf(zone.from) - (zone.from === 0 ? 10 : (xOf(zone.from) - xOf(zone.from - 1)) / 4));
  return {
    ...{ id, title, description, width, height },
    levels: [lowest, (lowest + highest) / 2, highest].map((value) => ({
      y: yOf(value),
      text: format(value),
    })),
    steps: apart(steps.map((text, index) => ({ x: xOf(index), text }))),
    reference: isRatio ? yOf(1) : null,
    zone:
      zone && start !== null
        ? { x: start, y: top, width: tenth(width - start), height: height - bottom - top, text: zone.text }
        : null,
    lines: lines.map(({ key, name, style, points, law = null }) => ({
      ...{ key, name, style },
      stretches: stretchesOf(points).map((stretch) =>
        stretch.map((index) => `${xOf(index)},${yOf(points[index]?.value ?? 0)}`).join(' '),
      ),
      points: points.flatMap((point, index) =>
        point === null
          ? []
          : [
              {
                ...{ x: xOf(index), y: yOf(point.value), text: point.text ?? '', tone: point.tone ?? null },
                whisker: point.span ? { low: yOf(point.span[0]), high: yOf(point.span[1]) } : null,
                title: `${name}, ${steps[index] ?? ''}: ${format(point.value)}`,
              },
            ],
      ),
      law: law && {
        curve: placesBetween(numbers)
          .map((place) => `${xOf(place)},${yOf(law.at(valueAt(numbers, place)))}`)
          .join(' '),
        peak: law.peak && {
          x: xOf(placeOf(numbers, law.peak.at)),
          y: yOf(law.at(law.peak.at)),
          title: law.peak.title,
        },
      },
    })),
  };
}

/** Width of a digit, and between two labels; a drawing on a phone has the largest letters. */
const [DIGIT, GAP] = [7.5, 6];

/** Labels that do not touch: the last one and, from the first one on, each that has room before it. */
function apart(labels: { x: number; text: string }[]): { x: number; text: string }[] {
  const last = labels.at(-1);
  if (!last) return [];
  const half = ({ text }: { text: string }) => (text.length * DIGIT + GAP) / 2;
  const kept: typeof labels = [];
  for (const label of labels.slice(0, -1)) {
    const before = kept.at(-1);
    const isFree = !before || label.x - half(label) >= before.x + half(before);
    if (isFree && label.x + half(label) <= last.x - half(last)) kept.push(label);
  }
  return [...kept, last];
}

const PER_STEP = 8;

/** Places of a curve over steps: 0, 0.125, … */
function placesBetween(steps: readonly number[]): number[] {
  return Array.from({ length: (steps.length - 1) * PER_STEP + 1 }, (_, index) => index / PER_STEP);
}

/** The number at a place between two steps, which rise and are above zero. */
function valueAt(steps: readonly number[], place: number): number {
  const [low = 1, high = low] = steps.slice(Math.floor(place), Math.floor(place) + 2);
  return low * (high / low) ** (place - Math.floor(place));
}

/** The place of a number between the first and the last step. */
function placeOf(steps: readonly number[], value: number): number {
  const index = steps.findLastIndex((step) => step <= value);
  const [low = 1, high = low] = steps.slice(Math.max(0, index), index + 2);
  return index < 0 || high === low
    ? Math.max(0, index)
    : index + Math.log(value / low) / Math.log(high / low);
}

/** Runs of indexes that have a value; a lone one is drawn as its point only. */
function stretchesOf(values: readonly unknown[]): number[][] {
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

/** Around 1, to the next tenth on both sides. */
function ratioRange(values: readonly number[]): [number, number] {
  const tenths = (value: number, round: (value: number) => number) =>
    round(Number((value * 10).toFixed(6))) / 10;
  return [tenths(Math.min(0.9, ...values), Math.floor), tenths(Math.max(1.1, ...values), Math.ceil)];
}

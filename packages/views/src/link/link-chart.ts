import { changeText, formatRatio } from '@basecase/analysis';
import { tenth } from '../text/spread-labels';

/** Relative values over versions, or nights, in order. */
export interface LinkChart {
  /** For those who do not see it. */
  description: string;
  caption: string;
  places: string[];
  /** Place of the base; null: the base is a level. */
  base: number | null;
  /** Place that the sentence is about. */
  own: number;
  /** `mean`, at the end of the main line; empty where it is what the sentence is about. */
  mainName: string;
  /** Ratios to the base; null: no value. The main line first. */
  lines: (number | null)[][];
  /** The main line shows a loss (false: a gain); null: neither. */
  isWorse: boolean | null;
}

export interface LinkChartSize {
  width: number;
  height: number;
  /** Height of its letters. */
  text: number;
}

interface Label {
  x: number;
  y: number;
  text: string;
  align: 'left' | 'center' | 'right';
}

/** Lines over the versions as paths and texts, for pages and pictures alike. */
export interface LinkDrawing {
  grid: string;
  /** The line of the base. */
  reference: string;
  /** From top to bottom at the place that the sentence is about. */
  mark: string;
  thin: string[];
  main: string;
  dots: { x: number; y: number }[];
  ticks: Label[];
  places: (Label & { isOwn: boolean })[];
  end: Label | null;
}

/** More lines than these are grey on grey. */
const MOST_LINES = 60;
/** Ratios farther apart than this are drawn on a logarithmic scale. */
const LINEAR_UP_TO = 3;
const TICKS = [
  0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100,
];

export function drawLinkChart(chart: LinkChart, { width, height, text }: LinkChartSize): LinkDrawing {
  const [left, right, top, bottom] = [
    text * 3.2,
    width - text * (chart.mainName === '' ? 3.6 : 6),
    text * 0.8,
    height - text * 1.8,
  ];
  const shown = chart.lines.slice(0, MOST_LINES);
  const values = shown.flat().filter((value) => value !== null && value > 0) as number[];
  const [low, high] = spanOf(values);
  const isLog = high / low > LINEAR_UP_TO;
  const scale = (value: number) => (isLog ? Math.log(value) : value);
  const yOf = (value: number) =>
    tenth(top + ((scale(high) - scale(value)) / (scale(high) - scale(low))) * (bottom - top));
  const step = (right - left) / Math.max(1, chart.places.length - 1);
  const xOf = (place: number) => tenth(chart.places.length === 1 ? (left + right) / 2 : left + place * step);
  const ticks = ticksOf(low, high, yOf, text * 1.6);
  const [main = []] = shown;
  const lastPlace = main.findLastIndex((value) => value !== null);
  const last = main[lastPlace] ?? null;
  return {
    grid: ticks.map((value) => `M${tenth(left)} ${yOf(value)}H${tenth(right)}`).join(''),
    reference: low <= 1 && high >= 1 ? `M${tenth(left)} ${yOf(1)}H${tenth(right)}` : '',
    mark: `M${xOf(chart.own)} ${tenth(top)}V${tenth(bottom)}`,
    thin: shown.slice(1).map((line) => pathOf(line, xOf, yOf)),
    main: pathOf(main, xOf, yOf),
    dots: main.flatMap((value, place) => (value === null ? [] : [{ x: xOf(place), y: yOf(value) }])),
    ticks: ticks.map((value) => ({
      x: tenth(left - text * 0.5),
      y: yOf(value),
      text: formatRatio(value),
      align: 'right',
    })),
    places: placesOf(chart, text, xOf, tenth(bottom + text * 1.4), step),
    end:
      last === null
        ? null
        : {
            x: tenth(xOf(lastPlace) + text * 0.5),
            y: yOf(last),
            text: [chart.mainName, changeText(Math.log(last))].filter(Boolean).join(' '),
            align: 'left',
          },
  };
}

/** Smallest and largest value with some room, 1 always among them. */
function spanOf(values: readonly number[]): [low: number, high: number] {
  const [low, high] = [Math.min(1, ...values), Math.max(1, ...values)];
  const room = Math.max(0.02, (high - low) * 0.08);
  return [Math.max(low * 0.9, low - room), high + room];
}

/** Round values of the span that have room below each other: 1 first, then from the ends. */
function ticksOf(low: number, high: number, yOf: (value: number) => number, room: number): number[] {
  const inside = TICKS.filter((value) => value >= low && value <= high);
  const kept: number[] = [];
  for (const value of [1, inside[0] ?? 1, inside.at(-1) ?? 1, ...inside]) {
    const isFree = kept.every((other) => Math.abs(yOf(other) - yOf(value)) >= room);
    if (isFree) kept.push(value);
  }
  return kept;
}

/** Names that do not run into each other: base, the own place, the first and the last come first. */
function placesOf(
  { places, base, own }: LinkChart,
  text: number,
  xOf: (place: number) => number,
  y: number,
  step: number,
): LinkDrawing['places'] {
  const widthOf = (place: number) => (places[place] ?? '').length * text * 0.58 + text * 0.6;
  const order = [own, base ?? 0, places.length - 1, 0, ...places.keys()];
  const kept: number[] = [];
  for (const place of order) {
    if (kept.includes(place) || places[place] === undefined) continue;
    const isFree = kept.every(
      (other) => Math.abs(other - place) * step >= (widthOf(other) + widthOf(place)) / 2,
    );
    if (isFree) kept.push(place);
  }
  return kept
    .sort((a, b) => a - b)
    .map((place) => ({ x: xOf(place), y, text: places[place] ?? '', align: 'center', isOwn: place === own }));
}

function pathOf(
  line: readonly (number | null)[],
  xOf: (place: number) => number,
  yOf: (value: number) => number,
): string {
  return line
    .flatMap((value, place) =>
      value === null || value <= 0
        ? []
        : [`${line[place - 1] == null ? 'M' : 'L'}${xOf(place)} ${yOf(value)}`],
    )
    .join('');
}

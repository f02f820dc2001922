import {
  formatRatio,
  formatValue,
  geometricMean,
  type Level,
  NEUTRAL,
  ratio,
  type StepMark,
  shownUnit,
  throughputRatio,
  verdictLevel,
} from '@basecase/analysis';
import { benchmarkModel, metricOf } from '@basecase/ingest/model';
import { compareHref } from '../compare/compare-state';
import { lineLabels, positionName, trendScale, type VersionAxis, versionAxis } from './trends-axis';
import type { TrendLine, TrendsData } from './trends-data';
import type { TrendsState } from './trends-state';

export interface TrendPoint {
  /** Place on the axis. */
  position: number;
  version: string;
  /** Drawn value: a ratio, or an absolute value. */
  value: number;
  text: string;
  /** Of the ratio to the base, in both modes. */
  level: Level;
  /** Direction of the number compared with the base. */
  direction: 'up' | 'dn';
  isBase: boolean;
  /** Its config, where its line has several. */
  config?: string | null;
  /** Config of the point before it, where the line continues in another one. */
  seamAfter?: string;
  /** Set where a config step separates the line from that config: no ratio leads across it. */
  step?: StepMark;
  /** Tests behind a mean; null for one test. */
  tests: number | null;
  href: string;
}

export interface TrendSeries {
  id: string;
  label: string;
  /** Its shape and dash. */
  index: number;
  /** All of its points are of this config; null where it has no name. */
  config: string | null;
  /** By position; null is a gap. */
  points: (TrendPoint | null)[];
  /** The config step that it begins with; left out without one. */
  step?: StepMark;
  /** Its regression records, in release order. */
  marks: TrendMark[];
  /** `14.0`, with `as published` for a table of ratios; empty in absolute mode. */
  base: string;
}

export type LeftOut = ReturnType<typeof takeLonePoints>[number];

export type TrendsModel = ReturnType<typeof trendsModel>;

/** A reader can't follow more shapes, and their labels would overlap. */
export const MAX_DRAWN = 8;

/** Everything the chart and its table show. */
export function trendsModel(data: TrendsData, state: Pick<TrendsState, 'mode' | 'base' | 'x' | 't'>) {
  const axis = versionAxis(data.product, data.trendLines, state.x);
  const noAbsolute = whyNoAbsolute(data);
  const mode: TrendsState['mode'] = noAbsolute === '' ? state.mode : 'rel';
  const labels = lineLabels(data.trendLines);
  const leftOut: LeftOut[] = [];
  const series: TrendSeries[] = [];
  for (const [index, line] of data.trendLines.entries()) {
    const label = labels[index] ?? line.server.name;
    const made = toSeries(data, { line, axis, mode, state });
    if ('reason' in made) leftOut.push({ label, reason: made.reason });
    else series.push({ ...made, id: line.id, label, index: series.length, config: line.config });
  }
  if (mode === 'rel') leftOut.push(...takeLonePoints(series, axis));
  markBases(series, mode);
  const drawn = [...series].sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MAX_DRAWN);
  const ordered = series.filter((each) => drawn.includes(each)).map((each, index) => ({ ...each, index }));
  return {
    axis,
    mode,
    series: [...ordered, ...series.filter((each) => !drawn.includes(each))].map((each, index) => ({
      ...each,
      index,
    })),
    /** Series in the drawing; the table has all. */
    drawn: ordered,
    /** Lines that cannot be shown like this, or say nothing like this. */
    leftOut,
    scale: trendScale(
      ordered.flatMap(({ points }) => points.flatMap((point) => point?.value ?? [])),
      mode,
    ),
    /** `rQPS, version / base`, `QPS in queries/s`. */
    unit: unitText(data, mode),
    /** Why absolute values are not offered; empty when they are. */
    noAbsolute,
  };
}

/** Ratios to different bases on one axis are not comparable: each line then names its own, `48-core / 17.4`. */
function markBases(series: TrendSeries[], mode: TrendsState['mode']): void {
  if (mode === 'abs' || new Set(series.map(({ base }) => base)).size < 2) return;
  for (const each of series) each.label = `${each.label} / ${each.base.replace(', as published', '')}`;
}

/**
 * Takes out lines that are one point, their own base, where others are longer: 1.00 says nothing. In a table of ratios a
 * point is relative to the base of the table.
 *
 * @returns what was taken out
 */
function takeLonePoints(series: TrendSeries[], { positions }: VersionAxis) {
  if (!series.some((each) => lengthOf(each) > 1)) return [];
  const isLone = (each: TrendSeries) => lengthOf(each) === 1 && each.points.some((point) => point?.isBase);
  const lone = series.filter(isLone);
  series.splice(0, series.length, ...series.filter((each) => !isLone(each)));
  return lone.map(({ label, points }) => {
    const position = positions[points.findIndex((point) => point !== null)] ?? '';
    return { label, reason: `only ${position} was run with this config and build` };
  });
}

function lengthOf({ points }: TrendSeries): number {
  return points.filter((point) => point !== null).length;
}

interface SeriesInput {
  line: TrendLine;
  axis: VersionAxis;
  mode: TrendsState['mode'];
  state: Pick<TrendsState, 'base' | 't'>;
}

function toSeries(
  data: TrendsData,
  { line, axis, mode, state }: SeriesInput,
): Pick<TrendSeries, 'points' | 'step' | 'marks' | 'base'> | { reason: string } {
  const { ownBase } = line.workload;
  if (mode === 'abs' && ownBase !== null) return { reason: 'published as ratios, absolute values were not' };
  const columnAt = axis.positions.map((position) => newestAt(data, { line, axis, position }));
  const base = baseOf(line, { axis, columnAt, wanted: state.base });
  if (base === null)
    return { reason: state.base === '' ? 'no version has a value' : `${state.base} was not run` };
  const shared = data.tests.flatMap((_, test) =>
    line.columns.every((_column, column) => !hasAny(line, column) || valueAt(line, test, column) !== null)
      ? [test]
      : [],
  );
  const points = columnAt.map((column, position) => {
    const version = column === null ? undefined : line.columns[column];
    if (column === null || !version) return null;
    const relative = meanRatio(data, { line, column, base });
    const value = mode === 'rel' ? relative.value : absoluteAt(line, shared, column);
    if (value === null || !Number.isFinite(value)) return null;
    const isRatioLevel = column !== base && relative.value !== null;
    return {
      position,
      version: version.version,
      value,
      text: mode === 'rel' ? formatRatio(value) : formatValue(value, data.metric),
      level: isRatioLevel ? verdictLevel(relative.value, metricOf(data.metric).direction, state.t) : NEUTRAL,
      direction: (relative.value ?? 1) < 1 ? 'dn' : 'up',
      isBase: column === base,
      tests: data.isMean ? (mode === 'rel' ? relative.tests : shared.length) : null,
      href: hrefOf(data, { line, column, base }),
      ...(version.config !== undefined && { config: version.config }),
    } satisfies TrendPoint;
  });
  if (points.every((point) => point === null)) return { reason: 'no value to show' };
  const name = base === OUTSIDE ? (ownBase?.split(' ')[0] ?? '') : (line.columns[base]?.version ?? '');
  return {
    points: withSeams(points, line.step),
    ...(line.step && { step: line.step }),
    marks: trendMarks({ product: data.product, axis, line, points }),
    base: mode === 'abs' ? '' : `${name}${ownBase === null ? '' : ', as published'}`,
  };
}

function withSeams(
  points: readonly (TrendPoint | null)[],
  step: StepMark | undefined,
): (TrendPoint | null)[] {
  let before: string | null = null;
  const first = points.find((point) => point !== null);
  return points.map((point) => {
    if (step && point && point === first)
      return { ...point, config: point.config ?? step.to, seamAfter: step.from, step };
    const last = before;
    before = point?.config ?? before;
    return point?.config && last !== null && last !== point.config ? { ...point, seamAfter: last } : point;
  });
}

/** Of the columns at a position the newest that has a value: a major has several releases. */
function newestAt(
  data: TrendsData,
  { line, axis, position }: { line: TrendLine; axis: VersionAxis; position: string },
): number | null {
  const index = line.columns.findLastIndex(
    ({ version }, column) =>
      positionName(axis.kind, data.product, version) === position && hasAny(line, column),
  );
  return index === -1 ? null : index;
}

/**
 * Column that the ratios of a line are relative to. A table of ratios stays relative to its own base: it was rounded
 * against that one.
 */
function baseOf(
  { columns, config, workload, step }: TrendLine,
  { axis, columnAt, wanted }: { axis: VersionAxis; columnAt: readonly (number | null)[]; wanted: string },
): number | null {
  if (workload.ownBase !== null) {
    const own = columns.findIndex(
      ({ version, config: own = config }) => [version, own].filter(Boolean).join(' ') === workload.ownBase,
    );
    // The line of another config in the same table: its ratios are to the same base, which is 1.00 by definition.
    return own === -1 ? OUTSIDE : own;
  }
  const position = axis.positions.indexOf(wanted);
  const first = columnAt.find((column) => column !== null) ?? null;
  if (position === -1) return first;
  // A base from before a config step would put the size of the step into the ratios.
  return columnAt[position] ?? (step ? first : null);
}

/** The base is not a column of the line: its values are ratios already. */
const OUTSIDE = -1;

function valueAt({ values }: TrendLine, test: number, column: number): number | null {
  return values[test]?.[column] ?? null;
}

/** Where both were recorded in turns, what the heatmap of the line shows: what the rounds say in pairs. */
function ratioIn(
  { values, rounds }: TrendLine,
  { test, column, base }: { test: number; column: number; base: number },
): number | null {
  const own = values[test];
  if (rounds) return throughputRatio({ values: { throughput: values }, rounds }, { row: test, base, column });
  return ratio(own?.[column] ?? null, own?.[base] ?? null);
}

function hasAny(line: TrendLine, column: number): boolean {
  return line.values.some((cells) => (cells[column] ?? null) !== null);
}

/** Geometric mean of the ratios of all tests that both columns have; of one test its ratio. */
function meanRatio(
  data: TrendsData,
  { line, column, base }: { line: TrendLine; column: number; base: number },
): { value: number | null; tests: number } {
  const ratios = data.tests.flatMap((_, test) => {
    return (base === OUTSIDE ? valueAt(line, test, column) : ratioIn(line, { test, column, base })) ?? [];
  });
  if (!data.isMean) return { value: ratios[0] ?? null, tests: ratios.length };
  return { value: geometricMean(ratios), tests: ratios.length };
}

/** The value of a test; of several the geometric mean over those that every version of the line has. */
function absoluteAt(line: TrendLine, shared: readonly number[], column: number): number | null {
  if (line.values.length === 1) return valueAt(line, 0, column);
  return geometricMean(shared.map((test) => valueAt(line, test, column)));
}

function hrefOf(
  data: TrendsData,
  { line, column, base }: { line: TrendLine; column: number; base: number },
): string {
  const own = line.columns[column]?.slug ?? '';
  const test = line.ownKeys[0] ?? data.tests[0]?.key;
  return compareHref({
    server: line.server.slug,
    workload: line.workload.slug,
    base: base === OUTSIDE ? '' : (line.columns[base]?.slug ?? ''),
    cell: data.isMean || test === undefined ? null : { test, column: own },
  });
}

/** Why absolute values are not offered; empty when they are. */
function whyNoAbsolute({ trendLines, tests }: Pick<TrendsData, 'trendLines' | 'tests'>): string {
  if (trendLines.length > 0 && trendLines.every(({ workload }) => workload.ownBase !== null))
    return 'These tables were published as ratios; absolute values were not';
  if (new Set(tests.map(({ unit }) => unit)).size > 1)
    return 'These tests have different units: their mean has none';
  return '';
}

/** Short name of what is drawn, `rQPS` or `cs/o`. */
function metricLabel({ benchmark, metric }: Pick<TrendsData, 'benchmark' | 'metric'>): string {
  return metric === 'throughput' ? benchmarkModel(benchmark).throughputLabel : metricOf(metric).label;
}

/** `Relative QPS, version / base`, `QPS in queries/s`. */
function unitText(data: TrendsData, mode: TrendsState['mode']): string {
  const label = metricLabel(data);
  if (mode === 'rel') return `Relative ${label}, version / base`;
  return `${label} in ${data.metric === 'throughput' ? (data.tests[0]?.unit ?? '') : shownUnit(data.metric)}`;
}

/** A regression record on its line: where the change starts, and where to read about it. */
export interface TrendMark {
  href: string;
  /** Place on the axis. */
  position: number;
  /** First version with the change: in a drawing of majors it is seldom the one of the point. */
  version: string;
  /** `slower since 16.11`, `likely faster since 17.0`. */
  text: string;
  /** Level after / level before, `0.85`. */
  ratio: string;
  /** Of throughput. */
  direction: 'up' | 'dn';
}

interface Input {
  product: string;
  axis: VersionAxis;
  line: Pick<TrendLine, 'records'>;
  /** By position; null is a gap. */
  points: readonly unknown[];
}

/** The records of a line where it has a point, in release order, the largest first where they share a position. */
function trendMarks({ product, axis, line, points }: Input): TrendMark[] {
  const marks = line.records.flatMap(({ slug, kind, firstBad, levelRatio, verdict }): TrendMark[] => {
    const position = axis.positions.indexOf(positionName(axis.kind, product, firstBad));
    if (position === -1 || points[position] === null) return [];
    const isSlower = kind === 'regression';
    const word = `${verdict.startsWith('possible') ? 'likely ' : ''}${isSlower ? 'slower' : 'faster'}`;
    return [
      {
        href: `/r/${slug}`,
        position,
        version: firstBad,
        text: `${word} since ${firstBad}`,
        ratio: formatRatio(levelRatio),
        direction: isSlower ? 'dn' : 'up',
      },
    ];
  });
  return marks.sort((a, b) => a.position - b.position);
}

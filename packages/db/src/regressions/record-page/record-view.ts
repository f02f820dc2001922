import {
  type CellVerdict,
  columnShift,
  DEFAULT_RULE,
  judgeCells,
  type Matrix,
  type Noise,
  type NoiseModel,
  noiseModels,
} from '@basecase/analysis';
import type { RegressionEntry } from '../../types/regressions';
import { type Heatmap, type HeatmapColumn, variantMatrix } from '../load-heatmap';
import { heatmapNoise } from '../noise/heatmap-noise';
import { type ChangeLine, changeLines } from '../recompute/change-lines';
import { cutLevels, type LineLevels, lineLevels } from '../recompute/line-levels';

/** A record in its heatmap: what the parts of its page are made of. */
export interface RecordView {
  heatmap: Heatmap;
  matrix: Matrix<HeatmapColumn>;
  noise: Noise;
  line: ChangeLine;
  row: number;
  firstBad: number;
  lastGood: number;
  levels: LineLevels;
  /** Without the pairs that share a run with the two versions. */
  model: NoiseModel;
  /** Cells of a column against the last good version, in the order of the rows; the whole column is the family. */
  judge: (column: number) => CellVerdict[];
}

/** The verdict metrics of a heatmap as evaluations see it: versions whose place is known. */
export function judgedHeatmap(heatmap: Heatmap): Heatmap {
  return { ...heatmap, runs: heatmap.runs.filter(({ versionKnown }) => versionKnown) };
}

/** Null when runs that the record names are not stored any more. */
export function toRecordView(
  stored: Heatmap,
  record: Pick<RegressionEntry, 'product' | 'build' | 'firstBad' | 'lastGood'> & { test: string },
): RecordView | null {
  const heatmap = judgedHeatmap(stored);
  const matrix = variantMatrix(heatmap);
  const indexOf = (slug: string) => matrix.columns.findIndex((column) => column.slug === slug);
  const [firstBad, lastGood] = [indexOf(record.firstBad.column), indexOf(record.lastGood.column)];
  const row = matrix.rows.findIndex(({ key }) => key === record.test);
  const test = matrix.rows[row];
  const line = lineOf(changeLines(matrix.columns, record.product), record.build);
  if (firstBad < 0 || lastGood < 0 || !test || !line) return null;
  const noise = heatmapNoise(heatmap);
  const modelWithout = noiseModels(noise);
  const { sigma } = modelWithout().testNoise(test);
  const levels = lineLevels(matrix, row, { line, sigma });
  const place = levels.columns.indexOf(firstBad);
  const judge = columnJudge(matrix, { lastGood, modelWithout });
  return {
    heatmap,
    matrix,
    noise,
    line,
    row,
    firstBad,
    lastGood,
    levels: place > 0 ? cutLevels(levels, [place]) : levels,
    model: modelWithout(sides(matrix, [lastGood, firstBad])),
    judge,
  };
}

function lineOf(lines: readonly ChangeLine[], build: RegressionEntry['build']): ChangeLine | undefined {
  return lines.find((line) =>
    build === null
      ? line.build === null
      : line.build?.config === build.config && line.build.flavour === build.flavour,
  );
}

function columnJudge(
  matrix: Matrix<HeatmapColumn>,
  { lastGood, modelWithout }: { lastGood: number; modelWithout: ReturnType<typeof noiseModels> },
): RecordView['judge'] {
  const judged = new Map<number, CellVerdict[]>();
  return (column) => {
    const known = judged.get(column);
    if (known) return known;
    const noise = modelWithout(sides(matrix, [lastGood, column]));
    const cells = judgeCells(matrix, {
      base: lastGood,
      column,
      metric: 'throughput',
      noise,
      rule: DEFAULT_RULE,
    });
    judged.set(column, cells);
    return cells;
  };
}

function sides(matrix: Matrix<HeatmapColumn>, columns: readonly number[]): HeatmapColumn[] {
  return columns.flatMap((column) => matrix.columns[column] ?? []);
}

/** Value of a cell of a metric, null where there is none. */
export function valueAt(
  { matrix }: Pick<RecordView, 'matrix'>,
  { row, column, metric = 'throughput' }: { row: number; column: number; metric?: keyof Matrix['values'] },
): number | null {
  return matrix.values[metric]?.[row]?.[column] ?? null;
}

/** Version / base, null where there is nothing to divide. */
export function ratioOf(value: number | null, base: number | null): number | null {
  return value === null || base === null || base === 0 ? null : value / base;
}

/** ln of how far the whole column of the first bad version moved; null when it did not. */
export function shiftOf({ judge, firstBad }: RecordView): number | null {
  return columnShift(judge(firstBad).flatMap((cell) => (cell.verdict === 'missing' ? [] : [cell.x])));
}

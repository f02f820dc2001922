import {
  type CellVerdict,
  type ColumnShift,
  columnShift,
  costRatio,
  type Matrix,
  type Noise,
  type NoiseModel,
  noiseModels,
  ratio,
  throughputRatio,
} from '@basecase/analysis';
import { isHeatmapMetric, type MetricId } from '@basecase/ingest/model';
import type { RegressionColumn } from '../../types/regressions';
import { type Heatmap, type HeatmapColumn, heatmapNoise, variantMatrix } from '../load-heatmap';
import { type ChangeLine, changeLines } from '../recompute/change-lines';
import { pairJudge } from '../recompute/find-changes';
import { cutLevels, type LineLevels, lineLevels } from '../recompute/line-levels';

/** A record in its heatmap: what the parts of its page are made of. */
export interface RecordView {
  heatmap: Heatmap;
  matrix: Matrix<HeatmapColumn>;
  noise: Noise;
  /** Columns of its release line; before them the last good one, where an older rule found it on another line. */
  line: { columns: readonly number[] };
  /** All release lines of the product. */
  lines: ChangeLine[];
  row: number;
  firstBad: number;
  lastGood: number;
  levels: LineLevels;
  /** Without the pairs that share a run with the two versions. */
  model: NoiseModel;
  /** Cells of a column against the last good version or another base, by row; the whole column is the family. */
  judge: (column: number, base?: number) => CellVerdict[];
}

/** The verdict metrics of a heatmap as evaluations see it: versions whose place is known. */
export function judgedHeatmap(heatmap: Heatmap): Heatmap {
  return { ...heatmap, runs: heatmap.runs.filter(({ versionKnown }) => versionKnown) };
}

/** Null when runs that the record names are not stored any more. */
export function toRecordView(
  stored: Heatmap,
  record: {
    product: string;
    test: string;
    firstBad: Pick<RegressionColumn, 'column'>;
    lastGood: Pick<RegressionColumn, 'column'>;
  },
): RecordView | null {
  const heatmap = judgedHeatmap(stored);
  const matrix = variantMatrix(heatmap);
  const indexOf = (slug: string) => matrix.columns.findIndex((column) => column.slug === slug);
  const [firstBad, lastGood] = [indexOf(record.firstBad.column), indexOf(record.lastGood.column)];
  const row = matrix.rows.findIndex(({ key }) => key === record.test);
  const test = matrix.rows[row];
  const lines = changeLines(matrix.columns, record.product);
  const own = lines.find(({ columns }) => columns.includes(firstBad));
  if (firstBad < 0 || lastGood < 0 || !test || !own) return null;
  const line = { columns: own.columns.includes(lastGood) ? own.columns : [lastGood, ...own.columns] };
  const noise = heatmapNoise(heatmap);
  const modelWithout = noiseModels(noise);
  const { sigma } = modelWithout().testNoise(test);
  const levels = lineLevels(matrix, row, { line, sigma });
  const place = levels.columns.indexOf(firstBad);
  const judge = pairJudge(matrix, modelWithout);
  return {
    heatmap,
    matrix,
    noise,
    line,
    lines,
    row,
    firstBad,
    lastGood,
    levels: place > 0 ? cutLevels(levels, [place]) : levels,
    model: modelWithout([firstBad, lastGood].flatMap((column) => matrix.columns[column] ?? [])),
    judge: (column, base = lastGood) => judge(base, column),
  };
}

/** Value of a cell of a metric, null where there is none. */
export function valueAt(
  { matrix }: Pick<RecordView, 'matrix'>,
  { row, column, metric = 'throughput' }: { row: number; column: number; metric?: keyof Matrix['values'] },
): number | null {
  return matrix.values[metric]?.[row]?.[column] ?? null;
}

/** Null for costs that are too small to be compared; x/0 has no ratio in JSON. */
export function metricRatio(metric: MetricId, value: number | null, base: number | null): number | null {
  const found = isHeatmapMetric(metric) ? costRatio(metric, value, base) : ratio(value, base);
  return found !== null && Number.isFinite(found) ? found : null;
}

/** Version / base as the heatmap has it. */
export function ratioAt(
  view: Pick<RecordView, 'matrix'>,
  { base, metric = 'throughput', ...at }: { row: number; column: number; base: number; metric?: MetricId },
): number | null {
  if (metric === 'throughput') return throughputRatio(view.matrix, { ...at, base });
  return metricRatio(
    metric,
    valueAt(view, { ...at, metric }),
    valueAt(view, { ...at, metric, column: base }),
  );
}

/** How far the whole column of the first bad version moved; null when it did not. */
export function shiftOf({ matrix, judge, firstBad, lastGood }: RecordView): ColumnShift | null {
  return columnShift(matrix, judge(firstBad), { base: lastGood, column: firstBad });
}

import type { MetricId } from '@basecase/ingest/model';
import type { Matrix } from '../matrix/matrix';
import { type ColumnShift, columnShift } from './column-shift';
import { type JudgedCells, judgeCells } from './judge-cells';
import { type Comparability, otherWork } from './noise/comparability';
import { type NoiseModel, type NoiseModels, noiseModels } from './noise/noise-model';
import type { KnownNoise } from './noise/noise-types';
import { DEFAULT_RULE, type Rule } from './rule';
import type { VerdictColumn } from './steps/release-lines';
import type { StopQuestion } from './stopped';

export interface PairQuestion extends Pick<StopQuestion, 'vanished'> {
  /** Index of the base column. */
  base: number;
  /** Index of the column that is judged. */
  column: number;
  /** Of this workload on this server; for many pairs as `noiseModels` prepared it, with the same rule. */
  noise: KnownNoise | NoiseModels;
  /** Default: throughput. */
  metric?: MetricId;
  /** Constants that differ from `DEFAULT_RULE`. */
  rule?: Partial<Rule>;
}

/** A column that was judged against one base, and what that rests on. */
export interface JudgedPair extends JudgedCells {
  noise: NoiseModel;
  shift: ColumnShift | null;
  otherWork: Comparability | null;
}

/**
 * Verdicts of one column against one base, in the order of the rows: what `judgeMatrix` says of that column, without
 * the others. Pass all tests of the two: a column is one family (docs/method.md §3.1).
 */
export function judgePair(matrix: Matrix<VerdictColumn>, question: PairQuestion): JudgedPair {
  const { base, column, noise, metric = 'throughput', vanished } = question;
  const rule: Rule = { ...DEFAULT_RULE, ...question.rule };
  const own = [matrix.columns[column], matrix.columns[base]].filter((variant) => variant !== undefined);
  const models = typeof noise === 'function' ? noise : noiseModels(noise, rule);
  const model = models(own);
  const judged = judgeCells(matrix, { base, column, metric, noise: model, rule, vanished });
  return {
    ...judged,
    noise: model,
    shift: columnShift(matrix, judged.cells, { base, column, rule }),
    otherWork: otherWork(matrix, { base, column }, rule),
  };
}

import { type MetricId, metricOf } from '@basecase/ingest/model';
import type { Matrix } from '../matrix/matrix';
import { comparedRounds } from '../rounds/compared-rounds';

/** Why a cell has no verdict. `side` says whose cell it is; a warm-up is never compared. */
export type MissingReason =
  | 'warm-up'
  | 'base at 0'
  | 'at 0'
  | 'base not recorded'
  | 'not recorded'
  | 'base failed'
  | 'failed'
  | 'base missed its SLA'
  | 'missed its SLA'
  | 'base is of a bad run'
  | 'of a bad run'
  | 'base is suspect'
  | 'suspect'
  | 'run for another time';

/**
 * ln of how much better a column is than the base: x = ln(version / base), the other way round where lower is better
 * (docs/method.md §1.1), of their medians. Only cells with status `ok` and a value above 0 are compared, of runs that were
 * as long.
 *
 * @returns why there is nothing to compare, in words
 */
export function comparedChange(
  matrix: Matrix<unknown>,
  cell: { row: number; base: number; column: number; metric: MetricId },
): number | MissingReason {
  if (matrix.rows[cell.row]?.warmup) return 'warm-up';
  const base = usableValue(matrix, cell.row, { column: cell.base, metric: cell.metric });
  if (typeof base !== 'number') return base === 'warm-up' ? base : baseReason(base);
  const value = usableValue(matrix, cell.row, cell);
  if (typeof value !== 'number') return value;
  if (differInSeconds(matrix, cell)) return 'run for another time';
  return metricOf(cell.metric).direction === 'lower-is-better'
    ? Math.log(base / value)
    : Math.log(value / base);
}

/**
 * The same as every page shows it: where both were recorded in turns, what their paired rounds say (docs/method.md §11).
 *
 * @returns why there is nothing to compare, in words
 */
export function judgedChange(
  matrix: Matrix<unknown>,
  cell: { row: number; base: number; column: number; metric: MetricId },
): number | MissingReason {
  const x = comparedChange(matrix, cell);
  if (typeof x !== 'number' || cell.metric !== 'throughput' || cell.base === cell.column) return x;
  return comparedRounds(matrix, cell)?.x ?? x;
}

/** Seconds that the runs behind the two cells were to take, where both are known and not the same. */
export function differInSeconds(
  { seconds }: Pick<Matrix<unknown>, 'seconds'>,
  { row, base, column }: { row: number; base: number; column: number },
): { base: readonly number[]; column: readonly number[] } | null {
  const [own, other] = [seconds?.[row]?.[column] ?? [], seconds?.[row]?.[base] ?? []];
  if (own.length === 0 || other.length === 0 || own.join() === other.join()) return null;
  return { base: other, column: own };
}

type OwnReason =
  | 'warm-up'
  | 'at 0'
  | 'not recorded'
  | 'failed'
  | 'missed its SLA'
  | 'of a bad run'
  | 'suspect';

function usableValue(
  { status, values }: Matrix<unknown>,
  row: number,
  { column, metric }: { column: number; metric: MetricId },
): number | OwnReason {
  switch (status[row]?.[column]) {
    case 'ok': {
      const value = values[metric]?.[row]?.[column] ?? null;
      if (value === 0) return 'at 0';
      return value !== null && value > 0 ? value : 'not recorded';
    }
    case 'failed':
      return 'failed';
    case 'sla_failed':
      return 'missed its SLA';
    case 'warmup':
      return 'warm-up';
    case 'bad_run':
      return 'of a bad run';
    case 'doubtful':
      return 'suspect';
    default:
      return 'not recorded';
  }
}

function baseReason(reason: Exclude<OwnReason, 'warm-up'>): MissingReason {
  return reason === 'of a bad run' || reason === 'suspect' ? `base is ${reason}` : `base ${reason}`;
}

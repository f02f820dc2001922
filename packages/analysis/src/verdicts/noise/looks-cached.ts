import type { Matrix } from '../../matrix/matrix';
import { median } from '../../statistics/median';

const READ_GROUPS = new Set(['point', 'range', 'range-aggregate']);
/** As in an explanation: fewer reads per operation are none. */
const NO_READS = 0.02;
const FEWEST_TESTS = 5;

/**
 * Whether a workload of sysbench is cached, derived from reads of storage, for uploads that do not specify it: true
 * when the median over the read-only tests is under 0.02 reads per operation. Not part of the study.
 *
 * @returns null when too few tests have recorded reads
 */
export function looksCached(matrix: Matrix<unknown>): boolean | null {
  const reads = matrix.rows.flatMap(({ group }, row) => {
    if (!READ_GROUPS.has(group)) return [];
    return median((matrix.values.reads_per_op?.[row] ?? []).filter((value) => value !== null)) ?? [];
  });
  const middle = median(reads);
  return middle === null || reads.length < FEWEST_TESTS ? null : middle < NO_READS;
}

import { findLineStops, findReleaseLines, type Matrix } from '@basecase/analysis';
import type { CompareColumn } from '../../types';
import type { StoppedTest, StoredStops } from '../../types/workloads';

/** A version that crashed may stop every test: their number is stored, and so many names. */
const MOST_NAMES = 20;

/** No column is the base of an evaluation. */
const NO_BASE = -1;

/**
 * Tests that stopped working in the newest version of each line of releases or nights of a heatmap.
 *
 * @param matrix of versions that are known, in product and release order
 * @returns lines with at least one such test
 */
export function summarizeStops(matrix: Matrix<CompareColumn>): StoredStops[] {
  return findReleaseLines(matrix.columns, NO_BASE).flatMap((line): StoredStops[] => {
    const stops = findLineStops(matrix, line);
    if (stops.length === 0) return [];
    const { product, flavour, config, nights } = line;
    const tests = stops.slice(0, MOST_NAMES).flatMap(({ row, reason, column, lastGood }): StoppedTest[] => {
      const [test, own, good] = [matrix.rows[row], matrix.columns[column], matrix.columns[lastGood]];
      if (!test || !own || !good) return [];
      const { slug, version } = own;
      return [{ test: test.key, reason, column: slug, version, base: good.slug, lastGood: good.version }];
    });
    return [{ product, flavour, config, isNights: nights !== null, count: stops.length, tests }];
  });
}

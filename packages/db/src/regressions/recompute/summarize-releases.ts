import {
  type CellVerdict,
  type ConfigStep,
  findReleaseLines,
  findStops,
  geometricMean,
  isCompared,
  isSure,
  judgePair,
  type Matrix,
  type Noise,
  throughputRatio,
  verdictDirection,
} from '@basecase/analysis';
import type { CompareColumn } from '../../types';
import type { MovedTests, NewestRelease, ReleaseLineSummary } from '../../types/releases';

/** Fewer would round twice: 1.01497 printed from 1.0150 is 1.02. */
const DIGITS = 9;

/** No column is the base of an evaluation. */
const NO_BASE = -1;

/**
 * The releases of each product of a heatmap, apart for each build flavour and line of configs: a config is not a release,
 * and neither is a night.
 *
 * @param matrix of versions that are known, in product and release order
 */
export function summarizeReleases(
  matrix: Matrix<CompareColumn>,
  noise: Noise,
  steps: readonly ConfigStep[] = [],
): ReleaseLineSummary[] {
  const lines = findReleaseLines(matrix.columns, NO_BASE)
    .filter(({ nights }) => nights === null)
    .sort((a, b) => (a.columns[0] ?? 0) - (b.columns[0] ?? 0));
  return lines.map(({ product, flavour, config, columns: line }): ReleaseLineSummary => {
    const columns = line.flatMap((index) => matrix.columns[index] ?? []);
    const own = steps.filter((step) => step.product === product && step.flavour === flavour);
    const step = own.findLast((each) => each.line === config);
    return {
      product,
      flavour,
      config,
      versions: columns.map(({ version }) => version),
      means: line.map((column) => meanOf(matrix, column, line[0] ?? column)),
      newest: judged(matrix, noise, { base: line.at(-2), line }),
      compared: line.map((column, place) => countCompared(matrix, column, line.slice(0, place))),
      oldest: judged(matrix, noise, { base: line[0], line }),
      ...(step && { step: { from: step.from, to: step.to, shared: step.shared } }),
      ...(own.some(({ lineBefore }) => lineBefore === config) && { isContinued: true }),
    };
  });
}

function meanOf(matrix: Matrix<CompareColumn>, column: number, first: number): number | null {
  const isThere = (row: number) =>
    throughputOf(matrix, row, column) !== null && throughputOf(matrix, row, first) !== null;
  const ratios = matrix.rows.map((_, row) =>
    isThere(row) ? throughputRatio(matrix, { row, base: first, column }) : null,
  );
  const mean = geometricMean(ratios);
  return mean === null ? null : Number(mean.toPrecision(DIGITS));
}

function throughputOf({ status, values }: Matrix<CompareColumn>, row: number, column: number): number | null {
  return status[row]?.[column] === 'ok' ? (values.throughput?.[row]?.[column] ?? null) : null;
}

/** Tests that a column and an earlier one have: what "of 32 tests" counts. */
function countCompared(matrix: Matrix<CompareColumn>, column: number, earlier: readonly number[]): number {
  return matrix.rows.filter(
    (_, row) =>
      throughputOf(matrix, row, column) !== null &&
      earlier.some((other) => throughputOf(matrix, row, other) !== null),
  ).length;
}

/** The newest column of a line against a base; null without two columns, or a test in common or that stopped. */
function judged(
  matrix: Matrix<CompareColumn>,
  noise: Noise,
  { base, line }: { base: number | undefined; line: readonly number[] },
): NewestRelease | null {
  const [before, column] = line.slice(-2);
  if (base === undefined || column === undefined || base === column) return null;
  const stops = findStops(matrix, { base, column, before, metric: 'throughput' });
  const stopped = stops.filter((stop) => stop !== null).length;
  const compared = judgePair(matrix, { base, column, noise }).cells.filter(({ verdict }) =>
    isCompared(verdict),
  );
  if (compared.length === 0 && stopped === 0) return null;
  return {
    column: matrix.columns[column]?.slug ?? '',
    base: matrix.columns[base]?.slug ?? '',
    slower: movedTests(compared, 'slower'),
    faster: movedTests(compared, 'faster'),
    unclear: compared.filter(({ verdict }) => verdict === 'unclear').length,
    tests: compared.length,
    stopped,
  };
}

function movedTests(cells: readonly CellVerdict[], direction: 'slower' | 'faster'): MovedTests {
  const own = cells.filter(({ verdict }) => verdictDirection(verdict) === direction);
  const sure = own.filter(({ verdict }) => isSure(verdict)).length;
  return { sure, possible: own.length - sure };
}

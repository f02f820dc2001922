import {
  type CellVerdict,
  findReleaseLines,
  geometricMean,
  isCompared,
  isSure,
  judgePair,
  type Matrix,
  type Noise,
  verdictDirection,
} from '@basecase/analysis';
import type { CompareColumn } from '../../types';
import type { MovedTests, NewestRelease, ReleaseLineSummary } from '../../types/releases';

/** More digits of a mean are not useful, and each line of each heatmap is stored. */
const DIGITS = 5;

/** No column is the base of an evaluation. */
const NO_BASE = -1;

/**
 * The releases of each product of a heatmap, apart for each build flavour and line of configs: a config is not a release,
 * and neither is a night.
 *
 * @param matrix of versions that are known, in product and release order
 */
export function summarizeReleases(matrix: Matrix<CompareColumn>, noise: Noise): ReleaseLineSummary[] {
  const lines = findReleaseLines(matrix.columns, NO_BASE)
    .filter(({ nights }) => nights === null)
    .sort((a, b) => (a.columns[0] ?? 0) - (b.columns[0] ?? 0));
  return lines.map(({ product, flavour, config, columns: line }): ReleaseLineSummary => {
    const columns = line.flatMap((index) => matrix.columns[index] ?? []);
    return {
      product,
      flavour,
      config,
      versions: columns.map(({ version }) => version),
      means: line.map((column) => meanOf(matrix, column, line[0] ?? column)),
      newest: newestOf(matrix, noise, line),
    };
  });
}

function meanOf(matrix: Matrix<CompareColumn>, column: number, first: number): number | null {
  const ratios = matrix.rows.map((_, row) => {
    const [own, base] = [throughputOf(matrix, row, column), throughputOf(matrix, row, first)];
    return own === null || base === null || base === 0 ? null : own / base;
  });
  const mean = geometricMean(ratios);
  return mean === null ? null : Number(mean.toPrecision(DIGITS));
}

function throughputOf({ status, values }: Matrix<CompareColumn>, row: number, column: number): number | null {
  return status[row]?.[column] === 'ok' ? (values.throughput?.[row]?.[column] ?? null) : null;
}

function newestOf(
  matrix: Matrix<CompareColumn>,
  noise: Noise,
  line: readonly number[],
): NewestRelease | null {
  const [base, column] = line.slice(-2);
  if (base === undefined || column === undefined) return null;
  const compared = judgePair(matrix, { base, column, noise }).cells.filter(({ verdict }) =>
    isCompared(verdict),
  );
  if (compared.length === 0) return null;
  return {
    column: matrix.columns[column]?.slug ?? '',
    base: matrix.columns[base]?.slug ?? '',
    slower: movedTests(compared, 'slower'),
    faster: movedTests(compared, 'faster'),
    unclear: compared.filter(({ verdict }) => verdict === 'unclear').length,
    tests: compared.length,
  };
}

function movedTests(cells: readonly CellVerdict[], direction: 'slower' | 'faster'): MovedTests {
  const own = cells.filter(({ verdict }) => verdictDirection(verdict) === direction);
  const sure = own.filter(({ verdict }) => isSure(verdict)).length;
  return { sure, possible: own.length - sure };
}

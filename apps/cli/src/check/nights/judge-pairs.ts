import {
  type JudgedCell,
  judgeMatrix,
  matrixOfResults,
  unknownNoise,
  type WorkloadKind,
} from '@basecase/analysis';
import type { ServerKind } from '@basecase/ingest/model';
import type { FreshTest } from './night';
import type { SeriesIdentity } from './run-group';

/**
 * Night against night, for tests with too few nights for a series: the newest one that has the test is the base. The
 * rule
 * is that of releases (docs/method.md §3), with unknown noise.
 */
export function judgePairs(
  tests: readonly FreshTest[],
  { identity, kind, machine }: { identity: SeriesIdentity; kind: WorkloadKind; machine: ServerKind | null },
): [FreshTest, JudgedCell][] {
  const { benchmark, product, version, flavour, config } = identity;
  const column = (label: string) => ({ label, product, version, flavour, config });
  const result = (value: number | null | undefined) =>
    typeof value === 'number'
      ? [{ status: 'ok' as const, computed: { throughput: value }, reported: null }]
      : [];
  const matrix = matrixOfResults({
    columns: [column('before'), column('new')],
    rows: tests.map(({ row }) => row),
    results: tests.map(({ values, value }) => [
      result(values.slice(0, -1).findLast((one) => one !== null)),
      result(value),
    ]),
  });
  const { cells } = judgeMatrix(matrix, { base: 0, noise: unknownNoise(benchmark, kind, machine) });
  return tests.flatMap((test, index): [FreshTest, JudgedCell][] => {
    const cell = cells[index]?.[1];
    return cell && cell.verdict !== 'missing' ? [[test, cell]] : [];
  });
}

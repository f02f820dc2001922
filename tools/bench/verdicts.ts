import { findNoise, judgeMatrix, type Matrix, type NoiseRun, REASON_METRICS } from '@basecase/analysis';
import { groupLabel, type MetricId, testInfo, testLabel } from '@basecase/ingest/model';
import { atMost, type BenchRow, median, milliseconds, quantile, repeat, timeMs } from './measure';

const TESTS = 33;
const MAJORS = 8;
const COLUMNS = 60;
const ROUNDS = 40;
const LIMIT_MS = 20;

/** Numbers that look like runs: a level for each test, 2% of noise, a loss that arrives half way. */
function value(row: number, column: number): number {
  const noise = 1 + 0.02 * Math.sin(row * 12.9898 + column * 78.233);
  return 1000 * (row + 1) * noise * (row % 3 === 0 && column > COLUMNS / 2 ? 0.8 : 1);
}

/** Point releases of eight majors: each is a pair with the one before it. */
function makeColumn(index: number): NoiseRun {
  const version = `${10 + (index % MAJORS)}.${Math.floor(index / MAJORS)}`;
  const label = `x.pg${version}`;
  return {
    ...{ id: String(index), label, campaigns: ['one'], at: null, repeat: null },
    ...{ product: 'PostgreSQL', version, flavour: null, config: 'x10a' },
  };
}

function makeMatrix(): Matrix<NoiseRun> {
  const rows = Array.from({ length: TESTS }, (_, index) => {
    const info = testInfo('sysbench', 'random-points', index);
    const key = testLabel(info.name, info.range);
    return { ...info, key, label: key, groupLabel: groupLabel('sysbench', info.group) };
  });
  const columns = Array.from({ length: COLUMNS }, (_, index) => makeColumn(index)).sort(
    (a, b) => Number.parseInt(a.version, 10) - Number.parseInt(b.version, 10) || Number(a.id) - Number(b.id),
  );
  const grid = <T>(cell: (row: number, column: number) => T) =>
    rows.map((_, row) => columns.map((_, column) => cell(row, column)));
  const costs = REASON_METRICS.map((metric): [MetricId, number[][]] => [
    metric,
    grid((row, column) => 10 / value(row, column)),
  ]);
  return {
    columns,
    rows,
    values: { throughput: grid(value), ...Object.fromEntries(costs) },
    sources: {},
    status: grid(() => 'ok' as const),
    repeats: grid(() => 1),
    spread: grid(() => null),
  };
}

/** A change of the base on the compare page: all verdicts recomputed, each time against another column. */
export async function benchVerdicts(): Promise<BenchRow[]> {
  const matrix = makeMatrix();
  const noise = findNoise(matrix, { benchmark: 'sysbench', clients: 1, cached: true });
  const judge = (base: number) => timeMs(() => judgeMatrix(matrix, { base, noise }));
  const first = await judge(0);
  const samples = await repeat(ROUNDS, (round) => judge(round + 1));
  const what = `(i) verdicts of ${TESTS} tests × ${COLUMNS} columns with ${noise.pairs.length} repeat pairs, after a change of base`;
  return [
    atMost(what, median(samples.slice(ROUNDS / 2)), {
      limit: LIMIT_MS,
      show: milliseconds(1),
      more: ` (p95 ${quantile(samples, 0.95).toFixed(1)} ms, the first ${first.toFixed(0)} ms)`,
    }),
  ];
}

import { type TestInfo, testInfo } from '@basecase/ingest/model';

/** Steps of the Insert Benchmark in the order they are run; the registry of tests knows sysbench only. */
const INSERT_BENCHMARK_STEPS: readonly [step: string, unit: string][] = [
  ['l.i0', 'inserts/s'],
  ['l.x', 'indexed rows/s'],
  ['l.i1', 'inserts/s'],
  ['l.i2', 'inserts/s'],
  ['qr100', 'queries/s'],
  ['qp100', 'queries/s'],
  ['qr500', 'queries/s'],
  ['qp500', 'queries/s'],
  ['qr1000', 'queries/s'],
  ['qp1000', 'queries/s'],
];

export const IO_UNIT = 'IO/s';

/** `read-only_range=100` → the sysbench test `read-only` with range 100. */
export function sysbenchTest(label: string): TestInfo {
  const found = /^(.+)_range=(\d+)$/.exec(label);
  return found?.[1] ? testInfo(found[1], Number(found[2])) : testInfo(label, null);
}

export function insertBenchmarkTest(step: string): TestInfo {
  const index = INSERT_BENCHMARK_STEPS.findIndex(([name]) => name === step);
  const known = INSERT_BENCHMARK_STEPS[index];
  const position = known ? index : INSERT_BENCHMARK_STEPS.length;
  return plainTest(step, { position, unit: known?.[1] ?? 'operations/s', known: known !== undefined });
}

/** fio rows are block sizes, small ones first: `16 KB`, `2 MB`. */
export function fioTest(blockSize: string): TestInfo {
  const found = /^(\d+) (KB|MB)$/.exec(blockSize);
  const kilobytes = found ? Number(found[1]) * (found[2] === 'MB' ? 1024 : 1) : 0;
  return plainTest(blockSize, { position: kilobytes, unit: IO_UNIT, known: found !== null });
}

function plainTest(name: string, place: Pick<TestInfo, 'position' | 'unit' | 'known'>): TestInfo {
  return { name, range: null, group: 'other', warmup: false, ...place };
}

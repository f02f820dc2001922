import { type BenchmarkId, compareTests, groupLabel } from '@basecase/ingest/model';
import type { Database } from '../../database';
import type { TestChoice } from '../../types/servers';

/** Tests of a benchmark that anybody ever ran, in domain order, warm-ups left out. */
export async function listTests(database: Database, benchmark: BenchmarkId): Promise<TestChoice[]> {
  const tests = await database.prisma.test.findMany({ where: { benchmarkId: benchmark, warmup: false } });
  return tests
    .sort(compareTests)
    .map(({ key, group, unit }) => ({ key, group, groupLabel: groupLabel(benchmark, group), unit }));
}

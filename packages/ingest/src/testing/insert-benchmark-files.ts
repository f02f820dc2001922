import type { NormalizedResult, ParsedUpload } from '../model/run';
import { readUpload } from '../read-upload';
import { makeDirectory, readFixture } from './fixtures';

/** A run directory of the convention. */
export const RUN = '20m.my8044_rel_o2nofp.cz12a_c8r32';

/** Files of a query step of two clients: 1000 queries/s and 160 inserts/s as reported, with vmstat and iostat. */
export function queryStep(directory: string): Record<string, Buffer> {
  return {
    [`${directory}/o.ib.dop2.1`]: readFixture('made-query-step.client1'),
    [`${directory}/o.ib.dop2.2`]: readFixture('made-query-step.client2'),
    [`${directory}/o.res.dop2`]: readFixture('made-query-step.report'),
    [`${directory}/o.vm.dop2`]: readFixture('sb.vm.read-write.range100.pk1.dop2'),
    [`${directory}/o.io.dop2`]: readFixture('sb.io.read-write.range100.pk1.dop2'),
    [`${directory}/o.dbsz.dop2`]: readFixture('made-database-size'),
  };
}

/** Reads files as an upload. */
export async function readFiles(files: Record<string, Buffer | string>): Promise<ParsedUpload> {
  using directory = makeDirectory(files);
  return await readUpload(directory.path);
}

/** Values of one source by metric. */
export function valuesOf(
  result: NormalizedResult | undefined,
  source: 'reported' | 'computed',
): Record<string, number> {
  const own = result?.measurements.filter((measurement) => measurement.source === source) ?? [];
  return Object.fromEntries(own.map(({ metric, value }) => [metric, value]));
}

import { loadVersions } from '../load-versions';
import type { LoadedReport, ReportSource } from '../report-source';
import type { ReportState } from '../report-state';
import { type InsertBenchmarkModel, prepareInsertBenchmark } from './prepare-insert-benchmark';

/**
 * Reads what the URL asks for.
 *
 * @returns null when nothing is loaded
 */
export function loadInsertBenchmark(
  source: ReportSource,
  asked: ReportState,
): Promise<LoadedReport<InsertBenchmarkModel> | null> {
  return loadVersions(source, asked, {
    benchmark: 'insert-benchmark',
    prepare: prepareInsertBenchmark,
    notes: ({ workload: { relativeTo } }) =>
      relativeTo === null
        ? []
        : [
            `Published as ratios to ${relativeTo.base}: there is no absolute throughput and no insert rate to show.`,
          ],
  });
}

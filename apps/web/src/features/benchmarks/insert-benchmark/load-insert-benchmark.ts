import { chooseReport } from '../choose-report';
import { linksOf, prepareVersionsPage } from '../prepare-page';
import { type LoadedReport, type ReportSource, readViews } from '../report-source';
import type { ReportState } from '../report-state';
import { type InsertBenchmarkModel, prepareInsertBenchmark } from './prepare-insert-benchmark';

const BENCHMARK = 'insert-benchmark';

/**
 * Reads what the URL asks for.
 *
 * @returns null when nothing is loaded
 */
export async function loadInsertBenchmark(
  source: ReportSource,
  asked: ReportState,
): Promise<LoadedReport<InsertBenchmarkModel> | null> {
  const entries = await source.heatmaps({ benchmark: BENCHMARK });
  const entry = chooseReport(entries, asked);
  const [view] = entry ? await readViews(source, [entry]) : [];
  if (!view) return null;
  const state = { ...asked, server: view.server.slug, workload: view.workload.slug };
  const linkTo = linksOf(BENCHMARK, state);
  const relativeTo = view.workload.relativeTo?.base ?? null;
  return {
    page: prepareVersionsPage({ benchmark: BENCHMARK, entries, view, state }),
    model: prepareInsertBenchmark(view, state, linkTo),
    views: [view],
    path: linkTo({}),
    notes:
      relativeTo === null
        ? []
        : [
            `Published as ratios to ${relativeTo}: there is no absolute throughput and no insert rate to show.`,
          ],
  };
}

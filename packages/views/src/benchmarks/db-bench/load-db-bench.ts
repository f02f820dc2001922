import { chooseReport } from '../choose-report';
import { linksOf } from '../prepare-page';
import { type LoadedReport, type ReportSource, readViews } from '../report-source';
import type { ReportState } from '../report-state';
import { type DbBenchModel, prepareDbBench } from './prepare-db-bench';
import { prepareDbBenchPage } from './prepare-db-bench-page';
import { familyOf } from './workload-family';

const BENCHMARK = 'db_bench';

/**
 * Reads what the URL asks for: a workload with those that stand beside it.
 *
 * @returns null when nothing is loaded
 */
export async function loadDbBench(
  source: ReportSource,
  asked: ReportState,
): Promise<LoadedReport<DbBenchModel> | null> {
  const entries = await source.heatmaps({ benchmark: BENCHMARK });
  const chosen = chooseReport(entries, asked);
  if (!chosen) return null;
  const views = await readViews(source, familyOf(entries, chosen));
  const state = { ...asked, server: chosen.server.slug, workload: chosen.workload.slug };
  const linkTo = linksOf(BENCHMARK, state);
  return {
    page: prepareDbBenchPage({ entries, chosen, views, state }),
    model: prepareDbBench(views, state, linkTo),
    views,
    path: linkTo({}),
    notes: [],
  };
}

import { chooseReport } from '../choose-report';
import { linksOf, prepareVersionsPage } from '../prepare-page';
import { type LoadedReport, type ReportSource, readViews } from '../report-source';
import type { ReportState } from '../report-state';
import { prepareTprocC, type TprocCModel } from './prepare-tproc-c';

const BENCHMARK = 'tproc-c';

/**
 * Reads what the URL asks for.
 *
 * @returns null when nothing is loaded
 */
export async function loadTprocC(
  source: ReportSource,
  asked: ReportState,
): Promise<LoadedReport<TprocCModel> | null> {
  const entries = await source.heatmaps({ benchmark: BENCHMARK });
  const entry = chooseReport(entries, asked);
  const [view] = entry ? await readViews(source, [entry]) : [];
  if (!view) return null;
  const state = { ...asked, server: view.server.slug, workload: view.workload.slug };
  const linkTo = linksOf(BENCHMARK, state);
  return {
    page: prepareVersionsPage({ benchmark: BENCHMARK, entries, view, state }),
    model: prepareTprocC(view, state, linkTo),
    views: [view],
    path: linkTo({}),
    notes: [],
  };
}

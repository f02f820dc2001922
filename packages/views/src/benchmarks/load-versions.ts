import type { CompareView } from '@basecase/db/types';
import type { ReportBenchmark, ReportKind } from '../url/benchmark-view-href';
import { chooseReport } from './choose-report';
import { linksOf, prepareVersionsPage } from './prepare-page';
import { type LoadedReport, type ReportModel, type ReportSource, readViews } from './report-source';
import type { ReportState } from './report-state';
import type { LinkTo } from './report-view';

/** What tells reports of the versions on one server apart. */
interface VersionsReport {
  kind: ReportKind;
  benchmark: ReportBenchmark;
  prepare: (view: CompareView, state: ReportState, linkTo: LinkTo) => ReportModel;
  notes: (view: CompareView) => string[];
}

/**
 * Reads what the URL asks for: one workload on one server.
 *
 * @returns null when nothing is loaded
 */
export async function loadVersions(
  source: ReportSource,
  asked: ReportState,
  { kind, benchmark, prepare, notes }: VersionsReport,
): Promise<LoadedReport | null> {
  const entries = await source.heatmaps({ benchmark });
  const entry = chooseReport(entries, asked);
  const [view] = entry ? await readViews(source, [entry]) : [];
  if (!view) return null;
  const state = { ...asked, server: view.server.slug, workload: view.workload.slug };
  const linkTo = linksOf(kind, state);
  return {
    page: prepareVersionsPage({ kind, entries, view, state }),
    model: prepare(view, state, linkTo),
    views: [view],
    path: linkTo({}),
    notes: notes(view),
  };
}

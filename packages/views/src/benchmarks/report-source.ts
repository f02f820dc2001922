import type { CompareView, HeatmapEntry } from '@basecase/db/types';
import type { ReportBenchmark } from '../url/benchmark-view-href';
import type { ReportPage } from './prepare-page';
import type { ReportSentence, ReportTable } from './report-table-model';

/** Where reports come from: a caller of the benchmarks router. */
export interface ReportSource {
  heatmaps(input: { benchmark: ReportBenchmark }): Promise<HeatmapEntry[]>;
  /** Whole heatmaps, in the order asked for. */
  views(heatmaps: { server: string; workload: string }[]): Promise<CompareView[]>;
}

/** What every report draws. */
export interface ReportModel {
  sentence: ReportSentence;
  tables: ReportTable[];
  detail?: { tables: ReportTable[] } | null;
}

/** A report with everything its page draws. */
export interface LoadedReport<Model extends ReportModel | null> {
  page: ReportPage;
  model: Model;
  /** What it was made of. */
  views: CompareView[];
  /** Path and query with the server and the workload that were chosen. */
  path: string;
  /** What must be known to read any of it. */
  notes: string[];
}

/** Whole heatmaps, in the order asked for. */
export function readViews(source: ReportSource, entries: readonly HeatmapEntry[]): Promise<CompareView[]> {
  return source.views(
    entries.map(({ server, workload }) => ({ server: server.slug, workload: workload.slug })),
  );
}

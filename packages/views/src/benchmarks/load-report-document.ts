import type { LoadedDocument } from '../document/view-document';
import { reportDocument } from './report-document';
import type { Report, ReportSource } from './report-source';
import { reportUrl } from './report-state';

/** The report that a query asks for, as a document. The reports differ in what they read, not in what is kept of them. */
export async function loadReportDocument(
  { load }: Report,
  source: ReportSource,
  query: URLSearchParams,
): Promise<LoadedDocument | null> {
  const report = await load(source, reportUrl.parse(query));
  if (!report?.model) return null;
  return {
    document: reportDocument({ ...report, model: report.model }),
    path: report.path,
    read: report.views.map(({ server, workload, matrix }) => ({
      server: server.slug,
      workload: workload.slug,
      columns: matrix.columns.map(({ slug }) => slug),
      // The test that it shows in detail is one of them.
      tests: null,
    })),
  };
}

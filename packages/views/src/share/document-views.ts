import { loadReportDocument } from '../benchmarks/load-report-document';
import type { ReportSource } from '../benchmarks/report-source';
import { REPORTS } from '../benchmarks/reports';
import type { LoadedDocument } from '../document/view-document';
import type { ServersSource } from '../servers/read-servers';
import { loadServersDocument } from '../servers/servers-document';
import type { TrendsSource } from '../trends/read-trends';
import { loadTrendsDocument } from '../trends/trends-document';
import type { ReportKind } from '../url/benchmark-view-href';

/** What documents are made of: the answers of the routers of these names, or of any other program. */
export interface ViewSource {
  benchmarks: ReportSource;
  servers: ServersSource;
  trends: TrendsSource;
}

/** A view that is shared as it is read, as a document. */
export interface DocumentView {
  /** Reads what the query of its page asks for; null when there is nothing of it. */
  load: (source: ViewSource, query: URLSearchParams) => Promise<LoadedDocument | null>;
  /**
   * It shows several servers: those that are left are still the same view. A report about one server shows another when
   * the one that was asked for is gone, with rows of the same names: that is another view.
   */
  isSideBySide: boolean;
}

/**
 * Every view that can be shared, apart from the heatmap and its report, by the first part of its address. Permalinks,
 * embedded tables, `/image/:view`, `/api/v1/views/:view` and its description follow from this list.
 */
export const DOCUMENT_VIEWS = {
  servers: { load: ({ servers }, query) => loadServersDocument(servers, query), isSideBySide: true },
  trends: { load: ({ trends }, query) => loadTrendsDocument(trends, query), isSideBySide: true },
  ...reportViews(),
} as const satisfies Readonly<Record<string, DocumentView>>;

export type DocumentKind = keyof typeof DOCUMENT_VIEWS;

function reportViews(): Readonly<Record<ReportKind, DocumentView>> {
  const views = Object.entries(REPORTS).map(([kind, report]): [string, DocumentView] => [
    kind,
    { load: ({ benchmarks }, query) => loadReportDocument(report, benchmarks, query), isSideBySide: false },
  ]);
  return Object.fromEntries(views) as Record<ReportKind, DocumentView>;
}

export const DOCUMENT_KINDS = Object.keys(DOCUMENT_VIEWS) as DocumentKind[];

export function isDocumentKind(kind: string): kind is DocumentKind {
  return Object.hasOwn(DOCUMENT_VIEWS, kind);
}

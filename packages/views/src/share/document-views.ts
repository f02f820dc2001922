import { loadReportDocument } from '../benchmarks/report-document';
import type { ReportSource } from '../benchmarks/report-model';
import { reportProblems } from '../benchmarks/report-page';
import { reportUrl } from '../benchmarks/report-state';
import { REPORTS } from '../benchmarks/reports';
import type { LoadedDocument } from '../document/view-document';
import { loadSeriesDocument } from '../series/series-document';
import { readSeries, type SeriesSource, seriesProblems } from '../series/series-page';
import { seriesUrl } from '../series/series-state';
import { loadServersDocument } from '../servers/servers-document';
import { readServers, type ServersSource, serversProblems } from '../servers/servers-page';
import { serversUrl } from '../servers/servers-state';
import { loadTrendsDocument } from '../trends/trends-document';
import { readTrends, type TrendsSource, trendsProblems } from '../trends/trends-page';
import { trendsUrl } from '../trends/trends-state';
import type { AddressProblem } from '../url/address-problem';
import type { ReportKind } from '../url/benchmark-view-href';

/** Sources of documents: the answers of the routers with these names, or of another program. */
export interface ViewSource {
  benchmarks: ReportSource;
  series: SeriesSource;
  servers: ServersSource;
  trends: TrendsSource;
}

/** A view that is shared as it is read, as a document. */
export interface DocumentView {
  /** Reads what the query of its page asks for; null when there is nothing of it. */
  load: (source: ViewSource, query: URLSearchParams) => Promise<LoadedDocument | null>;
  /**
   * What of the query its page passes over.
   *
   * @param others parameters that are not of the view: `format`
   */
  problems: (
    source: ViewSource,
    query: URLSearchParams,
    others?: readonly string[],
  ) => Promise<AddressProblem[]>;
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
  series: {
    load: ({ series }, query) => loadSeriesDocument(series, query),
    problems: async ({ series }, query, others) =>
      seriesProblems(query, await readSeries(series, seriesUrl.parse(query)), others),
    isSideBySide: false,
  },
  servers: {
    load: ({ servers }, query) => loadServersDocument(servers, query),
    problems: async ({ servers }, query, others) =>
      serversProblems(query, await readServers(servers, serversUrl.parse(query)), others),
    isSideBySide: true,
  },
  trends: {
    load: ({ trends }, query) => loadTrendsDocument(trends, query),
    problems: async ({ trends }, query, others) =>
      trendsProblems(query, await readTrends(trends, trendsUrl.parse(query)), others),
    isSideBySide: true,
  },
  ...reportViews(),
} as const satisfies Readonly<Record<string, DocumentView>>;

export type DocumentKind = keyof typeof DOCUMENT_VIEWS;

function reportViews(): Readonly<Record<ReportKind, DocumentView>> {
  const views = Object.entries(REPORTS).map(([kind, report]): [string, DocumentView] => [
    kind,
    {
      load: ({ benchmarks }, query) => loadReportDocument(report, benchmarks, query),
      problems: async ({ benchmarks }, query, others) => {
        const loaded = await report.load(benchmarks, reportUrl.parse(query));
        return loaded ? reportProblems(query, loaded, others) : reportUrl.problems(query, others);
      },
      isSideBySide: false,
    },
  ]);
  return Object.fromEntries(views) as Record<ReportKind, DocumentView>;
}

export const DOCUMENT_KINDS = Object.keys(DOCUMENT_VIEWS) as DocumentKind[];

export function isDocumentKind(kind: string): kind is DocumentKind {
  return Object.hasOwn(DOCUMENT_VIEWS, kind);
}

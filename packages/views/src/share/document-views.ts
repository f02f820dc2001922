import { reportView } from '../benchmarks/report-document';
import type { ReportSource } from '../benchmarks/report-model';
import { REPORTS } from '../benchmarks/reports';
import type { LoadedDocument } from '../document/view-document';
import { seriesView } from '../series/series-document';
import type { SeriesSource } from '../series/series-page';
import { serversView } from '../servers/servers-document';
import type { ServersSource } from '../servers/servers-page';
import { trendsView } from '../trends/trends-document';
import type { TrendsSource } from '../trends/trends-page';
import type { AddressProblem } from '../url/address-problem';
import type { ReportKind } from '../url/hrefs';
import { type PageView, viewProblems } from './page-view';

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
  series: documentView(seriesView, ({ series }) => series, false),
  servers: documentView(serversView, ({ servers }) => servers, true),
  trends: documentView(trendsView, ({ trends }) => trends, true),
  ...reportViews(),
} as const satisfies Readonly<Record<string, DocumentView>>;

export type DocumentKind = keyof typeof DOCUMENT_VIEWS;

function documentView<Source, State, Loaded>(
  view: PageView<Source, State, Loaded>,
  sourceOf: (source: ViewSource) => Source,
  isSideBySide: boolean,
): DocumentView {
  const { url, read, document } = view;
  return {
    load: async (source, query) => {
      const state = url.parse(query);
      return document(await read(sourceOf(source), state), state);
    },
    problems: async (source, query, others) =>
      viewProblems(view, query, await read(sourceOf(source), url.parse(query)), others),
    isSideBySide,
  };
}

function reportViews(): Readonly<Record<ReportKind, DocumentView>> {
  const views = Object.entries(REPORTS).map(([kind, report]) => [
    kind,
    documentView(reportView(report), ({ benchmarks }) => benchmarks, false),
  ]);
  return Object.fromEntries(views);
}

export const DOCUMENT_KINDS = Object.keys(DOCUMENT_VIEWS) as DocumentKind[];

export function isDocumentKind(kind: string): kind is DocumentKind {
  return Object.hasOwn(DOCUMENT_VIEWS, kind);
}

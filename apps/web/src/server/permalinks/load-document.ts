import type { LoadedReport, ReportModel, ReportSource, ReportState } from '@basecase/views/benchmarks';
import {
  loadDbBench,
  loadFsync,
  loadInsertBenchmark,
  loadTprocC,
  parseReportState,
  reportDocument,
} from '@basecase/views/benchmarks';
import type { ViewDocument } from '@basecase/views/document';
import {
  parseServersState,
  readServers,
  serializeServersState,
  serversDocument,
  toView,
} from '@basecase/views/servers';
import { parseTrendsState, readTrends, serializeTrendsState, trendsDocument } from '@basecase/views/trends';
import { heatmapText } from '@basecase/views/url';
import { benchmarksRouter } from '../routers/benchmarks';
import { serversRouter } from '../routers/servers';
import { trendsRouter } from '../routers/trends';
import { type Context, createCallerFactory } from '../trpc';
import type { DocumentKind } from './view-path';

/** A live view as a document, and what it was made of. */
export interface LoadedDocument {
  document: ViewDocument;
  /** Path and query that name what the page chose by itself: product, servers, workloads. */
  path: string;
  /** Slugs of everything that was read. */
  read: { server: string; workload: string; columns: string[] }[];
}

/**
 * Reads a live view with the loader of its page.
 *
 * @returns null when there is nothing that the query asks for
 */
export function loadDocument(
  context: Context,
  kind: DocumentKind,
  query: URLSearchParams,
): Promise<LoadedDocument | null> {
  return LOADERS[kind](context, query);
}

type Loader = (context: Context, query: URLSearchParams) => Promise<LoadedDocument | null>;

const LOADERS: Readonly<Record<DocumentKind, Loader>> = {
  servers: loadServersDocument,
  trends: loadTrendsDocument,
  'insert-benchmark': reportLoader(loadInsertBenchmark),
  fsync: reportLoader(loadFsync),
  'tproc-c': reportLoader(loadTprocC),
  'db-bench': reportLoader(loadDbBench),
};

const serversCaller = createCallerFactory(serversRouter);
const trendsCaller = createCallerFactory(trendsRouter);
const benchmarksCaller = createCallerFactory(benchmarksRouter);

async function loadServersDocument(context: Context, query: URLSearchParams): Promise<LoadedDocument | null> {
  const state = parseServersState(query);
  const { page } = await readServers(serversCaller(context), state);
  if (!page) return null;
  const { product, benchmark, servers } = page.data;
  const on = page.chosen.map(heatmapText);
  return {
    document: serversDocument(toView(page.data, state), state),
    path: `/servers${serializeServersState({ ...state, product, benchmark, on })}`,
    read: servers.map(({ server, workload, columns }) => ({
      server: server.slug,
      workload: workload.slug,
      columns: columns.map(({ slug }) => slug),
    })),
  };
}

async function loadTrendsDocument(context: Context, query: URLSearchParams): Promise<LoadedDocument | null> {
  const state = parseTrendsState(query);
  const { page } = await readTrends(trendsCaller(context), state);
  if (!page) return null;
  const { product, benchmark, lines } = page.data;
  const on = page.chosen.map(heatmapText);
  return {
    document: trendsDocument(page.data, state),
    path: `/trends${serializeTrendsState({ ...state, product, benchmark, on })}`,
    read: lines.map(({ server, workload, columns }) => ({
      server: server.slug,
      workload: workload.slug,
      columns: columns.map(({ slug }) => slug),
    })),
  };
}

type ReportLoader = (
  source: ReportSource,
  state: ReportState,
) => Promise<LoadedReport<ReportModel | null> | null>;

/** The four reports differ in what they read, not in what is kept of them. */
function reportLoader(load: ReportLoader): Loader {
  return async (context, query) => {
    const report = await load(benchmarksCaller(context), parseReportState(query));
    if (!report?.model) return null;
    return {
      document: reportDocument({ ...report, model: report.model }),
      path: report.path,
      read: report.views.map(({ server, workload, matrix }) => ({
        server: server.slug,
        workload: workload.slug,
        columns: matrix.columns.map(({ slug }) => slug),
      })),
    };
  };
}

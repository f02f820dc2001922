import { loadDbBench } from '../../features/benchmarks/db-bench/load-db-bench';
import { loadFsync } from '../../features/benchmarks/fsync/load-fsync';
import { loadInsertBenchmark } from '../../features/benchmarks/insert-benchmark/load-insert-benchmark';
import { reportDocument } from '../../features/benchmarks/report-document';
import { parseReportState } from '../../features/benchmarks/report-search-params';
import type { LoadedReport, ReportModel, ReportSource } from '../../features/benchmarks/report-source';
import type { ReportState } from '../../features/benchmarks/report-state';
import { loadTprocC } from '../../features/benchmarks/tproc-c/load-tproc-c';
import { readServers } from '../../features/servers/load-servers';
import { serversDocument } from '../../features/servers/servers-document';
import { parseServersState } from '../../features/servers/servers-search-params';
import { serializeServersState } from '../../features/servers/servers-state';
import { toView } from '../../features/servers/view';
import { readTrends } from '../../features/trends/load-trends';
import { trendsDocument } from '../../features/trends/trends-document';
import { parseTrendsState } from '../../features/trends/trends-search-params';
import { serializeTrendsState } from '../../features/trends/trends-state';
import type { ViewDocument } from '../../lib/document/view-document';
import { heatmapText } from '../../lib/heatmap-ref';
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

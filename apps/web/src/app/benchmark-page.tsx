import type { Metadata } from 'next';
import { cache, type ReactNode } from 'react';
import '../features/benchmarks/benchmarks.css';
import '../features/share/share.css';
import type { LoadedReport, ReportModel, ReportSource } from '@basecase/views/benchmarks';
import { parseReportState, type ReportState, reportDocument, reportHref } from '@basecase/views/benchmarks';
import type { ReportBenchmark } from '@basecase/views/url';
import { queryPairs, type SearchParams } from '@basecase/views/url';
import { EmptyReport } from '../features/benchmarks/empty-report';
import { ShareView } from '../features/share/share-view';
import { documentMetadata } from '../server/pages/document-metadata';
import { serverCaller } from '../server/root';
import { TopBar } from '../ui/page/top-bar';

interface BenchmarkPage<Model extends ReportModel | null> {
  path: string;
  benchmark: ReportBenchmark;
  /** While nothing is loaded. */
  title: string;
  load: (source: ReportSource, state: ReportState) => Promise<LoadedReport<Model> | null>;
  draw: (report: LoadedReport<Model>, share: ReactNode) => ReactNode;
}

interface Props {
  searchParams: Promise<SearchParams>;
}

/** The page of a benchmark in the form that its people read, and what is said of it in its head. */
export function benchmarkPage<Model extends ReportModel | null>(options: BenchmarkPage<Model>) {
  const { path, benchmark, title, load, draw } = options;

  /** Once per request: the title and the page need the same. */
  const loadQuery = cache(async (query: string) => {
    const state = parseReportState(new URLSearchParams(query));
    const report = await load(serverCaller().benchmarks, state);
    return report && { report, document: report.model && reportDocument({ ...report, model: report.model }) };
  });

  /** Every way to write an address asks for the same. */
  async function loadPage({ searchParams }: Props) {
    return loadQuery(reportHref('', parseReportState(queryPairs(await searchParams))));
  }

  async function generateMetadata(props: Props): Promise<Metadata> {
    const loaded = await loadPage(props);
    return loaded?.document ? documentMetadata(loaded.document, loaded.report.path) : { title };
  }

  async function page(props: Props) {
    const loaded = await loadPage(props);
    if (!loaded) return <EmptyReport benchmark={benchmark} />;
    const { report, document } = loaded;
    const query = report.path.slice(path.length);
    return (
      <>
        <TopBar current={null} />
        {draw(report, document && <ShareView path={path} query={query} document={document} />)}
      </>
    );
  }

  return { generateMetadata, page };
}

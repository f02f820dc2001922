import type { Metadata } from 'next';
import { cache } from 'react';
import '../../styles/benchmarks.css';
import '../../styles/share.css';
import { TopBar } from '../../components/top-bar';
import { DbBenchScreen } from '../../features/benchmarks/db-bench/db-bench-screen';
import { loadDbBench } from '../../features/benchmarks/db-bench/load-db-bench';
import { EmptyReport } from '../../features/benchmarks/empty-report';
import { reportDocument } from '../../features/benchmarks/report-document';
import { parseReportState } from '../../features/benchmarks/report-search-params';
import { reportHref } from '../../features/benchmarks/report-state';
import { ShareView } from '../../features/share/share-view';
import { queryPairs, type SearchParams } from '../../lib/query-pairs';
import { documentMetadata } from '../../server/document-metadata';
import { serverCaller } from '../../server/root';

interface Props {
  searchParams: Promise<SearchParams>;
}

const PATH = '/db-bench';

/** Once per request: the title and the page need the same. */
const loadQuery = cache(async (query: string) => {
  const state = parseReportState(new URLSearchParams(query));
  const report = await loadDbBench(serverCaller().benchmarks, state);
  return report && { report, document: reportDocument(report) };
});

/** Every way to write an address asks for the same. */
async function load({ searchParams }: Props) {
  return loadQuery(reportHref('', parseReportState(queryPairs(await searchParams))));
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const loaded = await load(props);
  return loaded?.document ? documentMetadata(loaded.document, loaded.report.path) : { title: 'db_bench' };
}

export default async function DbBenchPage(props: Props) {
  const loaded = await load(props);
  if (!loaded) return <EmptyReport benchmark="db_bench" />;
  const { report, document } = loaded;
  return (
    <>
      <TopBar current={null} />
      <DbBenchScreen
        page={report.page}
        model={report.model}
        share={
          document && <ShareView path={PATH} query={report.path.slice(PATH.length)} document={document} />
        }
      />
    </>
  );
}

import type { Metadata } from 'next';
import { cache } from 'react';
import '../../styles/benchmarks.css';
import '../../styles/share.css';
import { TopBar } from '../../components/top-bar';
import { EmptyReport } from '../../features/benchmarks/empty-report';
import { reportDocument } from '../../features/benchmarks/report-document';
import { parseReportState } from '../../features/benchmarks/report-search-params';
import { reportHref } from '../../features/benchmarks/report-state';
import { loadTprocC } from '../../features/benchmarks/tproc-c/load-tproc-c';
import { TprocCScreen } from '../../features/benchmarks/tproc-c/tproc-c-screen';
import { ShareView } from '../../features/share/share-view';
import { queryPairs, type SearchParams } from '../../lib/query-pairs';
import { documentMetadata } from '../../server/document-metadata';
import { serverCaller } from '../../server/root';

interface Props {
  searchParams: Promise<SearchParams>;
}

const PATH = '/tproc-c';

/** Once per request: the title and the page need the same. */
const loadQuery = cache(async (query: string) => {
  const state = parseReportState(new URLSearchParams(query));
  const report = await loadTprocC(serverCaller().benchmarks, state);
  return report && { report, document: reportDocument(report) };
});

/** Every way to write an address asks for the same. */
async function load({ searchParams }: Props) {
  return loadQuery(reportHref('', parseReportState(queryPairs(await searchParams))));
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const loaded = await load(props);
  return loaded?.document ? documentMetadata(loaded.document, loaded.report.path) : { title: 'TPROC-C' };
}

export default async function TprocCPage(props: Props) {
  const loaded = await load(props);
  if (!loaded) return <EmptyReport benchmark="tproc-c" />;
  const { report, document } = loaded;
  return (
    <>
      <TopBar current={null} />
      <TprocCScreen
        page={report.page}
        model={report.model}
        share={
          document && <ShareView path={PATH} query={report.path.slice(PATH.length)} document={document} />
        }
      />
    </>
  );
}

import type { Metadata } from 'next';
import { cache } from 'react';
import '../../styles/benchmarks.css';
import '../../styles/share.css';
import { TopBar } from '../../components/top-bar';
import { EmptyReport } from '../../features/benchmarks/empty-report';
import { FsyncScreen } from '../../features/benchmarks/fsync/fsync-screen';
import { loadFsync } from '../../features/benchmarks/fsync/load-fsync';
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

const PATH = '/fsync';

/** Once per request: the title and the page need the same. */
const loadQuery = cache(async (query: string) => {
  const state = parseReportState(new URLSearchParams(query));
  const report = await loadFsync(serverCaller().benchmarks, state);
  return report && { report, document: report.model && reportDocument({ ...report, model: report.model }) };
});

/** Every way to write an address asks for the same. */
async function load({ searchParams }: Props) {
  return loadQuery(reportHref('', parseReportState(queryPairs(await searchParams))));
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const loaded = await load(props);
  return loaded?.document
    ? documentMetadata(loaded.document, loaded.report.path)
    : { title: 'fsync latency' };
}

export default async function FsyncPage(props: Props) {
  const loaded = await load(props);
  if (!loaded) return <EmptyReport benchmark="fio" />;
  const { report, document } = loaded;
  return (
    <>
      <TopBar current={null} />
      <FsyncScreen
        page={report.page}
        model={report.model}
        share={
          document && <ShareView path={PATH} query={report.path.slice(PATH.length)} document={document} />
        }
      />
    </>
  );
}

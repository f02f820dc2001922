import type { Metadata } from 'next';
import { cache } from 'react';
import '../features/benchmarks/benchmarks.css';
import '../features/benchmarks/report-charts.css';
import '../features/share/share.css';
import { REPORTS, reportDocument, reportHref, reportProblems, reportUrl } from '@basecase/views/benchmarks';
import { sharedDocument } from '@basecase/views/document';
import { BENCHMARK_VIEWS, queryPairs, type ReportKind, type SearchParams } from '@basecase/views/url';
import { EmptyReport } from '../features/benchmarks/empty-report';
import { ReportScreen } from '../features/benchmarks/report-screen';
import { ShareView } from '../features/share/share-view';
import { documentMetadata } from '../server/pages/document-metadata';
import { followState } from '../server/pages/follow-state';
import { serverCaller } from '../server/root';
import { AddressNotes } from '../ui/page/address-notes';
import { TopBar } from '../ui/page/top-bar';

interface Props {
  searchParams: Promise<SearchParams>;
}

/** The page of a benchmark in its usual form, and the metadata of its head. */
export function benchmarkPage(kind: ReportKind) {
  const { load, lesson } = REPORTS[kind];
  const path = `/${kind}`;
  /** While nothing is loaded. */
  const title = BENCHMARK_VIEWS.find((view) => view.kind === kind)?.name ?? kind;

  /** Once per request: the title and the page need the same. */
  const loadQuery = cache(async (query: string) => {
    const state = await followState(reportUrl.parse(new URLSearchParams(query)));
    const report = await load(serverCaller().benchmarks, state);
    return report && { report, document: report.model && reportDocument({ ...report, model: report.model }) };
  });

  /** Every way to write an address asks for the same. */
  async function loadPage({ searchParams }: Props) {
    return loadQuery(reportHref('', reportUrl.parse(queryPairs(await searchParams))));
  }

  async function generateMetadata(props: Props): Promise<Metadata> {
    const loaded = await loadPage(props);
    return loaded?.document ? documentMetadata(loaded.document, loaded.report.path) : { title };
  }

  async function page(props: Props) {
    const loaded = await loadPage(props);
    const { report, document } = loaded ?? {};
    const problems = report ? reportProblems(queryPairs(await props.searchParams), report) : [];
    const query = report?.path.slice(path.length) ?? '';
    return (
      <>
        <TopBar current={null} />
        {report ? <AddressNotes problems={problems} href={report.path} /> : null}
        {report ? (
          <ReportScreen
            report={report}
            share={document ? <ShareView path={path} query={query} {...sharedDocument(document)} /> : null}
          />
        ) : (
          <EmptyReport kind={kind} lesson={lesson} />
        )}
      </>
    );
  }

  return { generateMetadata, page };
}

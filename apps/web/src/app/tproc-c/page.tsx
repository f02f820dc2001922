import type { Metadata } from 'next';
import '../../styles/benchmarks.css';
import { TopBar } from '../../components/top-bar';
import { chooseReport } from '../../features/benchmarks/choose-report';
import { EmptyReport } from '../../features/benchmarks/empty-report';
import { listEntries, loadViews } from '../../features/benchmarks/load-report';
import { linksOf, prepareVersionsPage } from '../../features/benchmarks/prepare-page';
import { parseReportState } from '../../features/benchmarks/report-search-params';
import { prepareTprocC } from '../../features/benchmarks/tproc-c/prepare-tproc-c';
import { TprocCScreen } from '../../features/benchmarks/tproc-c/tproc-c-screen';
import { queryPairs, type SearchParams } from '../../lib/query-pairs';

export const metadata: Metadata = { title: 'TPROC-C' };

const BENCHMARK = 'tproc-c';

export default async function TprocCPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const asked = parseReportState(queryPairs(await searchParams));
  const entries = await listEntries(BENCHMARK);
  const entry = chooseReport(entries, asked);
  const [view] = entry ? await loadViews([entry]) : [];
  if (!view) return <EmptyReport benchmark={BENCHMARK} />;
  const state = { ...asked, server: view.server.slug, workload: view.workload.slug };
  return (
    <>
      <TopBar current={null} />
      <TprocCScreen
        page={prepareVersionsPage({ benchmark: BENCHMARK, entries, view, state })}
        model={prepareTprocC(view, state, linksOf(BENCHMARK, state))}
      />
    </>
  );
}

import type { Metadata } from 'next';
import '../../styles/benchmarks.css';
import { TopBar } from '../../components/top-bar';
import { chooseReport } from '../../features/benchmarks/choose-report';
import { EmptyReport } from '../../features/benchmarks/empty-report';
import { InsertBenchmarkScreen } from '../../features/benchmarks/insert-benchmark/insert-benchmark-screen';
import { prepareInsertBenchmark } from '../../features/benchmarks/insert-benchmark/prepare-insert-benchmark';
import { listEntries, loadViews } from '../../features/benchmarks/load-report';
import { linksOf, prepareVersionsPage } from '../../features/benchmarks/prepare-page';
import { parseReportState } from '../../features/benchmarks/report-search-params';
import { queryPairs, type SearchParams } from '../../lib/query-pairs';

export const metadata: Metadata = { title: 'Insert Benchmark' };

const BENCHMARK = 'insert-benchmark';

export default async function InsertBenchmarkPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const asked = parseReportState(queryPairs(await searchParams));
  const entries = await listEntries(BENCHMARK);
  const entry = chooseReport(entries, asked);
  const [view] = entry ? await loadViews([entry]) : [];
  if (!view) return <EmptyReport benchmark={BENCHMARK} />;
  const state = { ...asked, server: view.server.slug, workload: view.workload.slug };
  return (
    <>
      <TopBar current={null} />
      <InsertBenchmarkScreen
        page={prepareVersionsPage({ benchmark: BENCHMARK, entries, view, state })}
        model={prepareInsertBenchmark(view, state, linksOf(BENCHMARK, state))}
        relativeTo={view.workload.relativeTo?.base ?? null}
      />
    </>
  );
}

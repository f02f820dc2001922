import type { Metadata } from 'next';
import '../../styles/benchmarks.css';
import { TopBar } from '../../components/top-bar';
import { chooseReport } from '../../features/benchmarks/choose-report';
import { DbBenchScreen } from '../../features/benchmarks/db-bench/db-bench-screen';
import { prepareDbBench } from '../../features/benchmarks/db-bench/prepare-db-bench';
import { prepareDbBenchPage } from '../../features/benchmarks/db-bench/prepare-db-bench-page';
import { familyOf } from '../../features/benchmarks/db-bench/workload-family';
import { EmptyReport } from '../../features/benchmarks/empty-report';
import { listEntries, loadViews } from '../../features/benchmarks/load-report';
import { linksOf } from '../../features/benchmarks/prepare-page';
import { parseReportState } from '../../features/benchmarks/report-search-params';
import { queryPairs, type SearchParams } from '../../lib/query-pairs';

export const metadata: Metadata = { title: 'db_bench' };

const BENCHMARK = 'db_bench';

export default async function DbBenchPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const asked = parseReportState(queryPairs(await searchParams));
  const entries = await listEntries(BENCHMARK);
  const chosen = chooseReport(entries, asked);
  if (!chosen) return <EmptyReport benchmark={BENCHMARK} />;
  const views = await loadViews(familyOf(entries, chosen));
  const state = { ...asked, server: chosen.server.slug, workload: chosen.workload.slug };
  return (
    <>
      <TopBar current={null} />
      <DbBenchScreen
        page={prepareDbBenchPage({ entries, chosen, views, state })}
        model={prepareDbBench(views, state, linksOf(BENCHMARK, state))}
      />
    </>
  );
}

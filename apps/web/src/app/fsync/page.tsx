import type { Metadata } from 'next';
import '../../styles/benchmarks.css';
import { TopBar } from '../../components/top-bar';
import { chooseReport } from '../../features/benchmarks/choose-report';
import { EmptyReport } from '../../features/benchmarks/empty-report';
import { FsyncScreen } from '../../features/benchmarks/fsync/fsync-screen';
import { prepareFsync } from '../../features/benchmarks/fsync/prepare-fsync';
import { prepareFsyncPage } from '../../features/benchmarks/fsync/prepare-fsync-page';
import { listEntries, loadViews } from '../../features/benchmarks/load-report';
import { linksOf } from '../../features/benchmarks/prepare-page';
import { parseReportState } from '../../features/benchmarks/report-search-params';
import { queryPairs, type SearchParams } from '../../lib/query-pairs';

export const metadata: Metadata = { title: 'fsync latency' };

const BENCHMARK = 'fio';
/** More rows than this nobody could read; the newest count. */
const MAX_SERVERS = 60;

export default async function FsyncPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const asked = parseReportState(queryPairs(await searchParams));
  const entries = await listEntries(BENCHMARK);
  const chosen = chooseReport(entries, asked);
  if (!chosen) return <EmptyReport benchmark={BENCHMARK} />;
  const workload = chosen.workload.slug;
  const views = await loadViews(
    entries.filter((entry) => entry.workload.slug === workload).slice(0, MAX_SERVERS),
  );
  const state = { ...asked, workload };
  return (
    <>
      <TopBar current={null} />
      <FsyncScreen
        page={prepareFsyncPage({ entries, chosen, views, state })}
        model={prepareFsync(views, state, linksOf(BENCHMARK, state))}
      />
    </>
  );
}

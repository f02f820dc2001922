import '../features/benchmarks/benchmarks.css';
import '../features/benchmarks/report-charts.css';
import '../features/share/share.css';
import { REPORTS, reportView } from '@basecase/views/benchmarks';
import { BENCHMARK_VIEWS, type ReportKind } from '@basecase/views/url';
import { EmptyReport, ReportScreen } from '../features/benchmarks/report-screen';
import { ShareView } from '../features/share/share-view';
import { followState } from '../server/pages/follow-state';
import { loadSweepQuestions } from '../server/pages/load-compare';
import { serverCaller } from '../server/root';
import { OpenQuestions } from '../ui/page/open-questions';
import { viewPage } from './view-page';

/** The page of a benchmark in its usual form, and the metadata of its head. */
export function benchmarkPage(kind: ReportKind) {
  const { load, lesson } = REPORTS[kind];
  return viewPage({
    view: reportView(REPORTS[kind]),
    load: async (state) => {
      const report = await load(serverCaller().benchmarks, await followState(state));
      return (
        report && { ...report, questions: kind === 'clients' ? await loadSweepQuestions(report.path) : [] }
      );
    },
    path: `/${kind}`,
    title: BENCHMARK_VIEWS.find((view) => view.kind === kind)?.name ?? 'Clients',
    current: null,
    hrefOf: (report) => report?.path ?? null,
    screen: ({ loaded, share }) =>
      loaded && (
        <>
          <OpenQuestions questions={loaded.questions} />
          <ReportScreen report={loaded} share={share && <ShareView {...share} />} />
        </>
      ),
    empty: () => <EmptyReport kind={kind} lesson={lesson} />,
  });
}

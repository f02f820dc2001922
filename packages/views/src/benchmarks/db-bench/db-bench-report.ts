import { chooseReport } from '../choose-report';
import { linksOf } from '../prepare-page';
import { type LoadedReport, type Report, type ReportSource, readViews } from '../report-source';
import type { ReportState } from '../report-state';
import { prepareDbBench } from './prepare-db-bench';
import { prepareDbBenchPage } from './prepare-db-bench-page';
import { familyOf } from './workload-family';

/** A workload with those that stand beside it. */
async function load(source: ReportSource, asked: ReportState): Promise<LoadedReport | null> {
  const entries = await source.heatmaps({ benchmark: 'db_bench' });
  const chosen = chooseReport(entries, asked);
  if (!chosen) return null;
  const views = await readViews(source, familyOf(entries, chosen));
  const state = { ...asked, server: chosen.server.slug, workload: chosen.workload.slug };
  const linkTo = linksOf('db-bench', state);
  return {
    page: prepareDbBenchPage({ entries, chosen, views, state }),
    model: prepareDbBench(views, state, linkTo),
    views,
    path: linkTo({}),
    notes: [],
  };
}

/** byrx, iobuf and iodir side by side, then all numbers of one test. */
export const dbBenchReport: Report = {
  load,
  lesson: {
    heading: 'No db_bench run is loaded yet',
    logs: 'Load the directories that benchmark.sh wrote, one per version, for byrx, iobuf and iodir:',
    files: 'benchmark_<test>.t<threads>.log, report.tsv',
    command: 'npx basecase ingest bm.lc.nt8.d0/ --server my-server --set workload=iobuf',
    more: 'Existing tables are read as well: summary.tsv and sum.<workload>.txt.',
  },
};

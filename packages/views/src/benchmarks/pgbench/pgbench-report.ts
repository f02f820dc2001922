import { chooseReport } from '../choose-report';
import { linksOf } from '../prepare-page';
import { type LoadedReport, type Report, type ReportSource, readViews } from '../report-source';
import type { ReportState } from '../report-state';
import { clientGroups, groupOf } from './client-groups';
import { toPgbenchView } from './pgbench-view';
import { preparePgbench } from './prepare-pgbench';
import { preparePgbenchPage } from './prepare-pgbench-page';
import { statementPoint } from './statement-detail';

/** A workload with those that differ from it in clients only. */
async function load(source: ReportSource, asked: ReportState): Promise<LoadedReport | null> {
  const entries = await source.heatmaps({ benchmark: 'pgbench' });
  const chosen = chooseReport(entries, asked);
  if (!chosen) return null;
  const groups = clientGroups(entries.filter(({ server }) => server.slug === chosen.server.slug));
  const group = groupOf(groups, chosen.workload.slug);
  if (!group) return null;
  const views = await readViews(source, group.entries);
  const state = { ...asked, server: chosen.server.slug, workload: group.slug };
  const report = toPgbenchView(views, state);
  const point = statementPoint(report, state.clients);
  const read = point
    ? await source.statements({
        server: chosen.server.slug,
        workload: point.view.workload.slug,
        test: report.test,
        columns: report.variants.map(({ slug }) => slug),
      })
    : [];
  const linkTo = linksOf('pgbench', state);
  const model = preparePgbench(report, { state, read, linkTo });
  return {
    page: preparePgbenchPage({ entries, groups, group, chosen, report, state }),
    model,
    views,
    path: linkTo({}),
    notes: model ? [] : ['No test of this workload has a result: see its heatmap for what was read.'],
  };
}

/** TPS and latency by clients, then the latencies of statements. */
export const pgbenchReport: Report = {
  load,
  lesson: {
    heading: 'No pgbench run is loaded yet',
    logs: 'Load what pgbench prints, one directory or tarball per version, one file per run:',
    files: 'pgbench -c 16 -j 4 -T 300 -r -P 10 -b tpcb-like > tpcb-c16.log 2>&1',
    command: 'npx basecase ingest pg18.1/ --server my-server',
    more: 'Transaction logs (-l) beside it give p95 and p99, -r gives the latency of each statement. docs/formats.md describes what is read.',
  },
};

import { chooseReport } from '../choose-report';
import { linksOf } from '../prepare-page';
import { type LoadedReport, type Report, type ReportSource, readViews } from '../report-source';
import type { ReportState } from '../report-state';
import { prepareFsync } from './prepare-fsync';
import { prepareFsyncPage } from './prepare-fsync-page';

/** More rows than this nobody could read; the newest count. */
const MAX_SERVERS = 60;
const NO_SYNC =
  'None of these jobs syncs: the study runs fio with fsync=0, fsync=1, fdatasync=0 and fdatasync=1. All jobs are in the heatmap.';

/** One workload of all servers that ran it. */
async function load(source: ReportSource, asked: ReportState): Promise<LoadedReport | null> {
  const entries = await source.heatmaps({ benchmark: 'fio' });
  const chosen = chooseReport(entries, asked);
  if (!chosen) return null;
  const workload = chosen.workload.slug;
  const views = await readViews(
    source,
    entries.filter((entry) => entry.workload.slug === workload).slice(0, MAX_SERVERS),
  );
  const state = { ...asked, workload };
  const linkTo = linksOf('fsync', state);
  const model = prepareFsync(views, state, linkTo);
  return {
    page: prepareFsyncPage({ entries, chosen, views, state }),
    model,
    views,
    path: linkTo({}),
    notes: model ? [] : [NO_SYNC],
  };
}

/** Block size × sync mode × device. */
export const fsyncReport: Report = {
  load,
  lesson: {
    heading: 'No fsync study is loaded yet',
    logs: 'Load the output of fio, run for each block size without sync, with fsync=1 and with fdatasync=1:',
    files: 'o.<filesystem>.<server>.secs<seconds>.<jobs>, or fio’s normal, JSON or terse output',
    command: 'npx basecase ingest o.ext4.my-server.secs300.1 --server my-server',
    more: 'Make one upload per server. Each server is a row here, so devices can be compared.',
  },
};

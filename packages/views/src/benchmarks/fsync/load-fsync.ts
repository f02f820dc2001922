import { chooseReport } from '../choose-report';
import { linksOf } from '../prepare-page';
import { type LoadedReport, type ReportSource, readViews } from '../report-source';
import type { ReportState } from '../report-state';
import { type FsyncModel, prepareFsync } from './prepare-fsync';
import { prepareFsyncPage } from './prepare-fsync-page';

const BENCHMARK = 'fio';
/** More rows than this nobody could read; the newest count. */
const MAX_SERVERS = 60;

/**
 * Reads what the URL asks for: one workload of all servers that ran it.
 *
 * @returns null when nothing is loaded
 */
export async function loadFsync(
  source: ReportSource,
  asked: ReportState,
): Promise<LoadedReport<FsyncModel | null> | null> {
  const entries = await source.heatmaps({ benchmark: BENCHMARK });
  const chosen = chooseReport(entries, asked);
  if (!chosen) return null;
  const workload = chosen.workload.slug;
  const views = await readViews(
    source,
    entries.filter((entry) => entry.workload.slug === workload).slice(0, MAX_SERVERS),
  );
  const state = { ...asked, workload };
  const linkTo = linksOf(BENCHMARK, state);
  return {
    page: prepareFsyncPage({ entries, chosen, views, state }),
    model: prepareFsync(views, state, linkTo),
    views,
    path: linkTo({}),
    notes: [],
  };
}

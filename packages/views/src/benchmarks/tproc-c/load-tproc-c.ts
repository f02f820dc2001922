import { loadVersions } from '../load-versions';
import type { LoadedReport, ReportSource } from '../report-source';
import type { ReportState } from '../report-state';
import { prepareTprocC, type TprocCModel } from './prepare-tproc-c';

/**
 * Reads what the URL asks for.
 *
 * @returns null when nothing is loaded
 */
export function loadTprocC(
  source: ReportSource,
  asked: ReportState,
): Promise<LoadedReport<TprocCModel> | null> {
  return loadVersions(source, asked, {
    benchmark: 'tproc-c',
    prepare: prepareTprocC,
    notes: () => [],
  });
}

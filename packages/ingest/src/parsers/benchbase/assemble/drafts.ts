import path from 'node:path';
import type { Draft as AnyDraft } from '../../../assemble/parts-of-drafts';
import type { AssembleContext } from '../../family';
import { UNNAMED_TEST } from '../about';
import { plannedSeconds } from '../config/config-log';
import { benchmarkOfStem } from '../names';
import type { BenchbaseSummary } from '../summary/summary-log';
import type { RunFiles } from './group-files';

/** One run of BenchBase with what its files say. */
export interface Draft extends RunFiles, AnyDraft {
  /** `tpcc` */
  benchmark: string;
  said: BenchbaseSummary | null;
  /** Seconds that were measured; null where no file says. */
  seconds: number | null;
}

/**
 * One draft for each summary; one for windows without a summary. The other files of a run are those of its only summary:
 * with several summaries per file, the right one is unknown.
 */
export function draftsOf(files: RunFiles, context: Pick<AssembleContext, 'note'>): Draft[] {
  const summaries = files.summary?.log.summaries ?? [];
  const host = {};
  if (files.summary && summaries.length > 0) {
    const file = files.summary.path;
    const own = summaries.length === 1 ? files : withoutSideFiles(files);
    return summaries.map((said) => {
      const named = said.benchmark ?? benchmarkOfStem(files.stem);
      const seconds = measuredSeconds(said);
      return { ...own, benchmark: named ?? UNNAMED_TEST, file, said, seconds, host };
    });
  }
  const [first] = [...files.windows, ...files.transactions.values()];
  if (!first) return [];
  const benchmark = benchmarkOfStem(files.stem);
  if (benchmark === null) {
    const message =
      'expected a name like tpcc_2026-05-04_10-20-30.results.csv, which says the benchmark: shown as "requests"';
    context.note('NAME_UNPARSED', first.path, message);
  }
  const seconds = files.config ? plannedSeconds(files.config.log) : null;
  return [{ ...files, benchmark: benchmark ?? UNNAMED_TEST, file: first.path, said: null, seconds, host }];
}

/** As printed, else measured requests / throughput: OLTPBench and the first versions print no time. */
function measuredSeconds({ elapsed, requests, throughput }: BenchbaseSummary): number | null {
  if (elapsed) return elapsed.value;
  return requests && throughput && throughput.value > 0 ? requests.value / throughput.value : null;
}

/** Path of a run without the endings of its files: the prefix of its vmstat and iostat logs. */
export function placeOf({ directory, stem }: RunFiles): string {
  return path.posix.join(directory, stem === '' ? 'benchbase' : stem);
}

function withoutSideFiles(files: RunFiles): RunFiles {
  return { ...files, raw: null, windows: [], transactions: new Map() };
}

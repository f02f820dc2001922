import path from 'node:path';
import { baseName } from '../../../layout/base-name';
import { type AssembleContext, type LocatedLog, logsOfType } from '../../family';
import type { TpccLog } from '../../tpcc/tpcc-log';
import type { Draft } from './drafts';

const CLIENTS: ReadonlySet<string> = new Set(['BenchBase', 'OLTPBench']);
/** Of the benchmark's overall row, as `tpcc` names it. */
const ALL = 'all';

/**
 * Takes the consoles that repeat a summary: the only run of a console measured as many requests as
 * the only summary of the directory with this number. The summary has more, and counts; the console is kept.
 */
export function claimConsoles(
  drafts: readonly Draft[],
  logs: readonly LocatedLog[],
  context: Pick<AssembleContext, 'claim' | 'note'>,
): void {
  for (const console of logsOfType<TpccLog>(logs, 'tpcc')) {
    const [run, ...others] = console.log.runs;
    const requests = run?.transactions.find(({ test }) => test === ALL)?.count;
    if (!run || others.length > 0 || !requests || !CLIENTS.has(run.tool)) continue;
    const directory = path.posix.dirname(console.path);
    const same = drafts.filter(
      (draft) => draft.directory === directory && draft.said?.requests?.value === requests.value,
    );
    const [own] = same;
    if (!own || same.length > 1) continue;
    context.claim(console);
    const message = `the console of the run of ${baseName(own.file)}, which has its ${requests.value} requests with more numbers; this file is kept and not read`;
    context.note('NO_RESULT', console.path, message, requests.line);
  }
}

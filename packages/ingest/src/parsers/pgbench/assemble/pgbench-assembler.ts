import path from 'node:path';
import { Measurements } from '../../../assemble/measurements';
import { noteZeroThroughput, type PartOfDraft, partsOfDrafts } from '../../../assemble/parts-of-drafts';
import { parseRunDirectory } from '../../../layout/run-directory';
import { naturalOrder } from '../../../model/natural-order';
import { UNKNOWN_WORKLOAD } from '../../../model/run';
import {
  type AssembleContext,
  type Assembler,
  type LocatedLog,
  logsOfType,
  type RunPart,
} from '../../family';
import { LOGGED_TEST } from '../about';
import type { PgbenchLog } from '../summary/pgbench-log';
import { addLogged } from './add-logged';
import { buildResults } from './build-result';
import { attachHost, type Draft, draftsOf } from './drafts';
import { fileOf, type LoggedLatencies, loggedRuns } from './logged-latencies';
import { labelOf, variantOf } from './variant';
import { workloadOf } from './workload';

const LOG_TYPES: readonly string[] = ['pgbench', 'pgbench-transactions', 'pgbench-aggregate'];
const PERCENT = 100;

/**
 * Each summary becomes one result, and one for each script of a mix. Those of one server version and workload in one
 * directory are one part of a run. A transaction log in a directory with one summary gives its latencies.
 */
export const pgbenchAssembler: Assembler = {
  assemble(logs, context) {
    const own = logs.filter(({ log }) => LOG_TYPES.includes(log.type));
    const directories = [...new Set(own.map((located) => path.posix.dirname(located.path)))];
    return directories.sort(naturalOrder).flatMap((directory) => toParts(directory, logs, context));
  },
};

function toParts(directory: string, logs: readonly LocatedLog[], context: AssembleContext): RunPart[] {
  const files = logsOfType<PgbenchLog>(logs, 'pgbench')
    .filter((located) => path.posix.dirname(located.path) === directory)
    .sort((a, b) => naturalOrder(a.path, b.path));
  for (const file of files) context.claim(file);
  const runs = loggedRuns(logs, directory, context);
  for (const run of runs) noteSample(run, context);
  const { drafts, alone } = attachLogged(draftsOf(files, context), runs, context);
  const hosted = attachHost(drafts, logs, context);
  const parts = partsOfDrafts(hosted, context, (draft) => {
    const { tpsExcluding, tpsReconnecting } = draft.summary.values;
    noteZeroThroughput(draft.file, tpsExcluding ?? tpsReconnecting, context);
    return partOf(draft, context);
  });
  return [...parts, ...alone.flatMap((run) => loggedPart(run, context))];
}

function partOf(draft: Draft, { rootLabel }: AssembleContext): PartOfDraft {
  const { file, summary } = draft;
  const place = { file, rootLabel };
  const label = labelOf(place);
  const { primaryKey } = parseRunDirectory(path.posix.basename(label));
  return {
    benchmark: 'pgbench',
    label,
    variant: variantOf(summary.version, place),
    workload: workloadOf(summary, primaryKey),
    cores: summary.cores,
    build: (hardware) => buildResults(draft, hardware),
  };
}

/** Nothing in a log names the run that it is of: of several summaries, or several logs, none is taken. */
function attachLogged(
  drafts: Draft[],
  runs: readonly LoggedLatencies[],
  context: AssembleContext,
): { drafts: Draft[]; alone: readonly LoggedLatencies[] } {
  const [run] = runs;
  if (!run) return { drafts, alone: [] };
  const measured = drafts.filter(({ isWarmup }) => !isWarmup);
  const [only] = measured;
  if (only && measured.length === 1 && runs.length === 1) {
    return { drafts: drafts.map((draft) => (draft === only ? { ...draft, logged: run } : draft)), alone: [] };
  }
  if (drafts.length > 0) {
    const message = `${measured.length} summaries and ${runs.length} runs with logs in one directory: which belong together is not known; the logs are separate results without throughput`;
    context.note('METRIC_MISSING', fileOf(run), message);
  }
  return { drafts, alone: runs };
}

/** Latencies without a throughput: rows of a log do not count transactions. */
function loggedPart(run: LoggedLatencies, context: AssembleContext): RunPart[] {
  const file = fileOf(run);
  if (file === null) return [];
  const measurements = new Measurements();
  addLogged(measurements, run, null);
  if (measurements.list.length === 0) return [];
  const place = { file, rootLabel: context.rootLabel };
  return [
    {
      benchmark: 'pgbench',
      label: labelOf(place),
      directory: path.posix.dirname(file),
      variant: variantOf(null, place),
      workload: UNKNOWN_WORKLOAD,
      server: null,
      cores: context.cores(path.posix.dirname(file)),
      results: [
        {
          test: LOGGED_TEST,
          range: null,
          repeat: 1,
          status: 'ok',
          unit: 'transactions/s',
          clients: null,
          command: null,
          tool: 'pgbench',
          device: null,
          measurements: measurements.list,
        },
      ],
    },
  ];
}

function noteSample({ transactions }: LoggedLatencies, context: AssembleContext): void {
  const shares = transactions.flatMap(({ log }) => (log.share === null ? [] : [log.share]));
  const share = Math.min(...shares);
  const [first] = transactions;
  if (!first || share >= 1) return;
  const percent = Number((share * PERCENT).toPrecision(2));
  const message = `about ${percent}% of the transactions are in the log, by the numbers that clients give them`;
  context.note('pgbench:SAMPLED', first.path, message, { line: first.log.firstLine, severity: 'info' });
}

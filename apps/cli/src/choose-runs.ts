import { type ColumnInput, groupBy } from '@basecase/analysis';
import { type BenchmarkId, benchmarkModel, type NormalizedRun } from '@basecase/ingest/model';
import { someOf, UsageError } from './exit';
import type { Io } from './io';
import { identityWords, mayBeWorkload, workloadWords } from './workload-words';

export interface Choice {
  /** Id of the benchmark, undefined to take the one that all columns have. */
  benchmark?: string | undefined;
  /** Part of the words of a workload, undefined to take the one that all columns have. */
  workload?: string | undefined;
}

/**
 * Reduces columns to one benchmark and one workload: rows of two would be of different tests, or a median over what
 * must not be mixed. Says what was left out.
 *
 * @throws UsageError when nothing fits, or several choices do
 */
export function chooseRuns(
  columns: readonly ColumnInput[],
  choice: Choice,
  io: Io,
): { columns: ColumnInput[]; benchmark: BenchmarkId } {
  const benchmark = chooseBenchmark(columns, choice.benchmark, io);
  const ofBenchmark = filterRuns(columns, (run) => run.benchmark === benchmark);
  for (const column of ofBenchmark) assertOneVariant(column);
  return { columns: chooseWorkload(ofBenchmark, choice.workload, io), benchmark };
}

function chooseBenchmark(columns: readonly ColumnInput[], asked: string | undefined, io: Io): BenchmarkId {
  const read = columns.filter(({ runs }) => runs.length > 0);
  const found = new Set(read.flatMap(({ runs }) => runs.map((run) => run.benchmark)));
  if (asked !== undefined) {
    if (found.has(asked) || read.length === 0) return asked;
    throw new UsageError(`no column has results of ${asked}. Available: ${[...found].join(', ')}.`);
  }
  // Values of vmstat and iostat are compared only if nothing else was read.
  const inAll = [...found].filter((id) => read.every(({ runs }) => runs.some((run) => run.benchmark === id)));
  const common = inAll.length > 1 ? inAll.filter((id) => id !== 'host') : inAll;
  const [only, ...others] = common;
  if (read.length === 0) return 'sysbench';
  if (only === undefined)
    throw new UsageError(`the columns have no benchmark in common: ${perColumn(read)}.`);
  if (others.length > 0) {
    throw new UsageError(
      `the columns have results of ${common.join(' and ')}. Choose one, e.g. --benchmark ${only}.`,
    );
  }
  const left = [...found].filter((id) => id !== only && id !== 'host').map((id) => benchmarkModel(id).name);
  if (left.length > 0) {
    io.note(
      `basecase: comparing ${benchmarkModel(only).name}, the benchmark that all columns share; left out: ${left.join(', ')}.`,
    );
  }
  return only;
}

/** `tproc-c in pg1222 and 6 more; fio in ext4`. */
function perColumn(columns: readonly ColumnInput[]): string {
  const byBenchmarks = groupBy(columns, ({ runs }) =>
    [...new Set(runs.map((run) => run.benchmark))].join(', '),
  );
  return [...byBenchmarks]
    .map(([benchmarks, [first, ...others]]) => {
      return `${benchmarks} in ${first?.label}${others.length > 0 ? ` and ${others.length} more` : ''}`;
    })
    .join('; ');
}

/** One column is one version with one config; a median over several would be a number of none of them. */
function assertOneVariant({ label, runs }: ColumnInput): void {
  const byVariant = new Map(runs.map((run) => [variantKey(run), run]));
  if (byVariant.size < 2) return;
  const found = [...byVariant.values()];
  const paths = new Set(found.map((run) => run.path));
  const names = paths.size === found.length ? [...paths] : found.map((run) => run.label);
  throw new UsageError(
    `${label} holds ${found.length} different runs, but an argument is one column. Pass each run directory ` +
      `as a separate argument: ${names.slice(0, 4).join(', ')}${names.length > 4 ? ', …' : ''}`,
  );
}

function variantKey({ variant, workload }: NormalizedRun): string {
  const { product, version, flavour, config } = variant;
  return JSON.stringify([product, version, flavour, config, workload.primaryKey]);
}

function chooseWorkload(columns: readonly ColumnInput[], asked: string | undefined, io: Io): ColumnInput[] {
  const wanted = asked?.toLowerCase();
  const matching =
    wanted === undefined
      ? [...columns]
      : filterRuns(columns, ({ workload }) => workloadWords(workload).toLowerCase().includes(wanted));
  const read = matching.filter(({ runs }) => runs.length > 0);
  if (read.length === 0 && wanted !== undefined) {
    throw new UsageError(`no workload is called ${asked}. Available: ${someOf(workloadsOf(columns), '; ')}.`);
  }
  if (read.every((column) => workloadsOf([column]).length < 2)) return matching;
  const common = workloadsOf(read).filter((words) =>
    read.every((column) => workloadsOf([column]).includes(words)),
  );
  const [only, ...others] = common;
  if (only === undefined || others.length > 0) {
    const several = read.find((column) => workloadsOf([column]).length > 1);
    throw new UsageError(
      `${several?.label} holds several workloads, and a median over them is meaningless: ` +
        `${someOf(workloadsOf(several ? [several] : []), '; ')}. Choose with --workload <words of one>, or pass their directories.`,
    );
  }
  io.note(`basecase: comparing the workload that all columns share: ${only || 'the one without a name'}.`);
  return filterRuns(matching, ({ workload }) => workloadWords(workload) === only);
}

/**
 * The runs of each noise column that are of the judged benchmark and workload: noise depends on the load. A part of the
 * workload that one side does not say may be any.
 *
 * @throws UsageError for one that has none
 */
export function chooseNoise(
  noise: readonly ColumnInput[],
  { columns, benchmark }: { columns: readonly ColumnInput[]; benchmark: BenchmarkId },
): ColumnInput[] {
  const judged = columns.flatMap(({ runs }) => runs.map(({ workload }) => workload));
  const chosen = filterRuns(
    noise,
    (run) => run.benchmark === benchmark && judged.some((workload) => mayBeWorkload(workload, run.workload)),
  );
  const index = chosen.findIndex(({ runs }) => runs.length === 0);
  const none = noise[index];
  if (!none) return chosen;
  const has = [...new Set(none.runs.map((run) => `${run.benchmark}, ${identityWords(run)}`))];
  const wanted = new Set(columns.flatMap(({ runs }) => runs.map(identityWords)));
  throw new UsageError(
    `--noise: ${none.label} has no run of ${benchmark}, ${someOf([...wanted], '; ')}. It has: ${someOf(has, '; ')}.`,
  );
}

function workloadsOf(columns: readonly ColumnInput[]): string[] {
  return [...new Set(columns.flatMap(({ runs }) => runs.map(({ workload }) => workloadWords(workload))))];
}

function filterRuns(columns: readonly ColumnInput[], wants: (run: NormalizedRun) => boolean): ColumnInput[] {
  return columns.map(({ label, runs }) => ({ label, runs: runs.filter(wants) }));
}

import { buildMatrix, groupBy, noiseModels, planRuns, RULE_VERSION, variantKey } from '@basecase/analysis';
import type { ServerKind } from '@basecase/ingest/model';
import { type CheckColumn, noiseOf, toCheckColumns } from '../check/check-pairs';
import { chooseNoise, chooseRuns } from '../choose-runs';
import { readColumns } from '../columns';
import { noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { machineOf } from '../options';
import { requestsAsThroughput } from '../requests-as-throughput';
import { workloadWords } from '../workload-words';
import { printPlans } from './draw-plan';
import type { PlannedVersion, PlanOptions } from './question';

/**
 * `basecase plan`: the runs that show a change, from the noise of files.
 *
 * @throws UsageError without a path, or when an argument is not a single column
 */
export async function planFiles(paths: string[], options: PlanOptions, io: Io): Promise<ExitCode> {
  if (paths.length === 0) throw new UsageError('pass runs of a version, or --against with a server.');
  const { columns: read, findings } = await readColumns(paths, io, options);
  noteDiagnostics(findings, options.verbose ?? false, io);
  if (read.some(({ runs }) => runs.length === 0)) {
    io.note('basecase: nothing to plan from.');
    return EXIT.nothingRead;
  }
  const { columns: chosen, benchmark } = chooseRuns(read, options, io);
  const more = options.noise ? (await readColumns(options.noise, io, options)).columns : [];
  if (more.some(({ runs }) => runs.length === 0)) return EXIT.nothingRead;
  const noiseColumns = chooseNoise(more, { columns: chosen, benchmark });
  const counted = requestsAsThroughput([...chosen, ...noiseColumns], io);
  const columns = toCheckColumns(counted.slice(0, chosen.length));
  const runs = columns.flatMap((column) => column.runs);
  const machine = machineOf(runs, options.machine);
  const noise = noiseOf(columns, {
    benchmark,
    cached: options.ioBound ? false : options.cached ? true : null,
    clients: null,
    machine,
    noiseColumns: toCheckColumns(counted.slice(chosen.length), 'noise '),
  });
  const model = noiseModels(noise)();
  if (!model.calibrated) {
    io.note(
      `basecase: no plan: ${hasEqualRepeats(columns) ? 'all repeats have equal numbers, and no benchmark has a noise of 0.' : whyUnknown(machine)} Pass more runs with --noise.`,
    );
    return EXIT.undecided;
  }
  const matrix = buildMatrix(variantsOf(columns));
  const sigmas = matrix.rows.map((row) => ({ test: row.key, sigma: model.testNoise(row).sigma }));
  const plan = planRuns(sigmas, {
    detect: options.detect,
    isDedicated: model.isDedicated,
    power: options.chance,
  });
  const stored = matrix.columns.map((_, column) =>
    Math.max(0, ...matrix.repeats.map((row) => row[column] ?? 0)),
  );
  const versions = matrix.columns.map(({ label }, column) =>
    plannedOf(label, {
      stored: stored[column] ?? 0,
      wanted: plan.runs,
      seconds: matrix.runSeconds?.[column],
    }),
  );
  // A version that is not there yet is taken to need as long as the base.
  const isAlone = versions.length === 1;
  const other = plannedOf(null, { stored: 0, wanted: plan.runs, seconds: matrix.runSeconds?.[0] });
  const all = isAlone ? [...versions, other] : versions;
  const minutes = all.map((version) => version.minutes);
  const [first] = runs;
  const found = {
    detect: options.detect,
    power: options.chance,
    server: runs.map(({ server }) => server?.name ?? null).find((name) => name !== null) ?? null,
    machine,
    workload: (first && workloadWords(first.workload)) || null,
    pairs: model.pairs,
    ...plan,
    versions: plan.runs === null ? [] : all,
    minutes: minutes.includes(null) ? null : minutes.reduce<number>((sum, each) => sum + (each ?? 0), 0),
    ruleVersion: RULE_VERSION,
  };
  return printPlans([found], { json: options.json ?? false }, io);
}

/** Numbers that were copied, or rounded until nothing was left of their noise. */
function hasEqualRepeats(columns: readonly CheckColumn[]): boolean {
  const { repeats, spread } = buildMatrix(variantsOf(columns));
  return (
    repeats.some((row) => row.some((count) => count > 1)) &&
    spread.every((row) => row.every((each) => each === null || each === 0))
  );
}

function whyUnknown(machine: ServerKind | null): string {
  return machine === 'dedicated'
    ? 'no two runs of one version, or of adjacent point releases, tell the noise of these tests.'
    : 'no two runs of one version from different sessions tell the noise of this machine, which others may use.';
}

/** Runs of one version are one column, however many arguments they come from. */
function variantsOf(columns: readonly CheckColumn[]): CheckColumn[] {
  return [...groupBy(columns, variantKey).values()].flatMap((own) => {
    const [first] = own;
    return first ? [{ ...first, runs: own.flatMap(({ runs }) => runs) }] : [];
  });
}

const S_PER_MINUTE = 60;

function plannedOf(
  label: string | null,
  { stored, wanted, seconds }: { stored: number; wanted: number | null; seconds: number | null | undefined },
): PlannedVersion {
  const more = Math.max(0, (wanted ?? 0) - stored);
  const time = seconds === null || seconds === undefined ? null : (more * seconds) / S_PER_MINUTE;
  return { label, stored, more, minutes: more === 0 ? 0 : time };
}

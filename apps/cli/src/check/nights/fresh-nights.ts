import { buildMatrix, type ColumnInput } from '@basecase/analysis';
import {
  BUILD_FIELD_NAMES,
  BUILD_FIELDS,
  type Build,
  buildLabel,
  mergeBuild,
  type NormalizedRun,
  type SaidBuild,
} from '@basecase/ingest/model';
import { UsageError } from '../../exit';
import type { BuildOptions } from '../../options';
import type { CheckOptions } from '../question';
import { type FreshNight, isSameBuild } from './night';
import { groupRuns, type RunGroup } from './run-group';

/**
 * The new build as nights of the series that its runs belong to: one for each workload, config, ...
 *
 * @param label names the build if its logs do not
 * @param now ISO 8601, for runs that do not say when they were measured: just now
 * @throws UsageError when nothing is left, or when there are several builds
 */
export function freshNights(
  runs: readonly NormalizedRun[],
  {
    label,
    now,
    choice,
    isMeant = () => true,
  }: {
    label: string;
    now: string;
    choice: CheckOptions;
    /** Whether a workload is meant; left out: all of them. */
    isMeant?: (group: RunGroup) => boolean;
  },
): FreshNight[] {
  const { server, benchmark } = choice;
  const said = saidBuild(choice);
  const changed = runs
    .filter((run) => benchmark === undefined || run.benchmark === benchmark)
    .map((run) => withSaid(run, { server, said }));
  const groups = groupRuns(changed).filter(isMeant);
  if (groups.length === 0) {
    throw new UsageError(`${label} has no result of what was asked for: see --benchmark and --workload.`);
  }
  return groups.map((group): FreshNight => {
    const build = onlyBuild(group, label);
    const times = group.runs.flatMap(({ startedAt }) => startedAt ?? []);
    const column: ColumnInput = { label, runs: group.runs };
    return {
      source: label,
      build,
      branch: build?.branch ?? said.branch ?? null,
      measuredAt: times.sort().at(-1) ?? now,
      facts: Object.assign({}, ...group.runs.map(({ facts }) => facts ?? {})),
      group,
      matrix: buildMatrix([column]),
    };
  });
}

/** A run with given values in place of those from its files and names. */
function withSaid(
  run: NormalizedRun,
  { server, said }: { server: string | undefined; said: SaidBuild },
): NormalizedRun {
  const build = mergeBuild(run.variant.build ?? null, said);
  const unnamed = { cores: null, cpu: null, memoryBytes: null, storage: null, os: null };
  return {
    ...run,
    variant: { ...run.variant, build },
    ...(server !== undefined && { server: { ...(run.server ?? unnamed), name: server } }),
  };
}

function saidBuild(options: BuildOptions): SaidBuild {
  return Object.assign(
    {},
    ...BUILD_FIELD_NAMES.map((name) => {
      const text = options[name];
      return text === undefined ? {} : BUILD_FIELDS[name].read(text);
    }),
  );
}

/** @throws UsageError for several: a series judges one night at a time */
function onlyBuild({ runs }: RunGroup, label: string): Build | null {
  const builds = runs.flatMap(({ variant }) => variant.build ?? []);
  const [first = null, ...others] = builds;
  const other = others.find((build) => !isSameBuild(build, first));
  if (first && other) {
    throw new UsageError(
      `${label} has several builds (${buildLabel(first)}, ${buildLabel(other)}). Pass the newest one alone.`,
    );
  }
  return first;
}

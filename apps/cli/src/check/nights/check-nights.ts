import { basename, resolve } from 'node:path';
import { buildMatrix, type ColumnInput, looksCached } from '@basecase/analysis';
import {
  BUILD_FIELD_NAMES,
  BUILD_FIELDS,
  type Build,
  buildLabel,
  type Diagnostic,
  mergeBuild,
  type NormalizedRun,
  type SaidBuild,
} from '@basecase/ingest/model';
import { type Finding, noteDiagnostics } from '../../diagnostic-summary';
import { EXIT, type ExitCode, OutOfReachError, someOf, UsageError } from '../../exit';
import { readCommits } from '../../git-commits';
import type { Io } from '../../io';
import { type BuildOptions, machineOf } from '../../options';
import { readPaths } from '../../reading/read-paths';
import { remoteServer } from '../../remote-server';
import { withConfig } from '../../split-columns';
import { identityWords } from '../../workload-words';
import { drawCheck } from '../draw-check';
import { type CheckOptions, cachedOf, exitOf } from '../question';
import { askPastServer } from './ask-past-server';
import { toCheck } from './draw-nights';
import { judgeNewNight } from './judge-new-night';
import { type CheckedNight, type FreshNight, isSameBuild } from './night';
import { readPastDirectory } from './read-past-directory';
import { groupRuns, type RunGroup } from './run-group';
import { isEachJudged, type SeriesCheckResult, toCheckedSeries } from './series-check';

type NightsOptions = CheckOptions & { against: string };

/**
 * `basecase check --against`: judges a new build as the newest night of its series.
 *
 * @param paths of the new build: more than one for repeats and more workloads
 * @throws UsageError for an option that can't be meant, or a history that can't be had
 */
export async function checkNights(
  paths: readonly string[],
  options: NightsOptions,
  io: Io,
): Promise<ExitCode> {
  const read = await readRuns(paths, options, io);
  if (read === null) {
    io.note('basecase: nothing to judge.');
    return EXIT.nothingRead;
  }
  const { runs, notes } = read;
  const asked = new Set(options.test);
  const wants = (test: string) => asked.size === 0 || asked.has(test);
  const checked = await readHistory(runs, { paths, options, wants, io }).catch((error: unknown) => {
    if (!(error instanceof OutOfReachError)) throw error;
    io.note(`basecase: ${error.message}`);
    return null;
  });
  if (checked === null) return EXIT.noHistory;
  assertTests(asked, checked);
  const result: SeriesCheckResult = {
    against: options.against,
    series: checked.map((one) => {
      const { fresh } = one;
      const machine = machineOf(fresh.group.runs, options.machine);
      return toCheckedSeries(
        one,
        judgeNewNight(one, {
          wants,
          kind: kindOf(fresh, options),
          machine,
          isPartial: options.partial ?? options.test !== undefined,
          notes,
        }),
      );
    }),
  };
  if (options.git !== undefined) await addSuspects(result, resolve(io.cwd, options.git), io);
  for (const { history } of checked) {
    if (history.empty !== null) io.note(`basecase: ${history.empty}`);
  }
  await io.print(drawCheck(toCheck(result), options.format));
  const tests = result.series.flatMap((series) => series.tests);
  const code = exitOf(tests, options);
  const hasHistory = checked.every(({ history }) => history.nights.length > 0);
  if ((hasHistory && isEachJudged(result)) || code === EXIT.regressionFound) return code;
  const why = hasHistory
    ? 'no test that was measured works in a past night'
    : 'past nights to judge by are missing';
  io.note(`basecase: not checked, because ${why}: this does not pass.`);
  return EXIT.noHistory;
}

/** Adds the commits of each new change. Ranges that git does not know are left out and noted. */
async function addSuspects({ series }: SeriesCheckResult, directory: string, io: Io): Promise<void> {
  for (const one of series) {
    const ranges = new Map(
      one.tests.flatMap(({ change }) => {
        const [after, upTo] = [change?.lastGood.commit, change?.firstBad.commit];
        return after && upTo ? [[`${after} ${upTo}`, { after, upTo }] as const] : [];
      }),
    );
    one.suspects = [];
    for (const range of ranges.values()) {
      const found = await readCommits(directory, range).catch((error: unknown) => {
        throw new UsageError(
          `--git ${directory}: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
        );
      });
      if (found) one.suspects.push({ ...range, ...found });
      else io.note(`basecase: ${directory} has no commits ${range.after}..${range.upTo}.`);
    }
  }
}

/** @returns null when something could not be read, which was already reported: it must not pass for the whole */
async function readRuns(
  paths: readonly string[],
  options: NightsOptions,
  io: Io,
): Promise<{ runs: NormalizedRun[]; notes: Diagnostic[] } | null> {
  const findings: Finding[] = [];
  const runs: (NormalizedRun[] | null)[] = [];
  for await (const read of readPaths(paths, io, options)) {
    findings.push(...read.findings);
    runs.push(read.upload?.runs ?? null);
  }
  noteDiagnostics(findings, options.verbose ?? false, io);
  const known = runs.filter((each) => each !== null);
  const all = known.flat();
  if (known.length < runs.length || all.length === 0) return null;
  return { runs: all, notes: findings.map(({ diagnostic }) => diagnostic) };
}

async function readHistory(
  runs: readonly NormalizedRun[],
  {
    paths,
    options,
    wants,
    io,
  }: {
    paths: readonly string[];
    options: NightsOptions;
    wants: (test: string) => boolean;
    io: Io;
  },
): Promise<CheckedNight[]> {
  const { against, workload, token } = options;
  const label = paths.map((path) => basename(resolve(io.cwd, path))).join(', ');
  const given = { label, now: new Date().toISOString() };
  if (/^https?:\/\//i.test(against)) {
    const server = remoteServer(against, { token, option: '--against' });
    const fresh = freshNights(runs, { ...given, choice: options });
    return askPastServer(server, { fresh, choice: { workload, wants }, address: against, io });
  }
  const words = workload?.toLowerCase() ?? '';
  const fresh = freshNights(runs, {
    ...given,
    choice: options,
    isMeant: ({ identity }) => identityWords(identity).toLowerCase().includes(words),
  });
  return readPastDirectory(against, { fresh, paths, wants, choice: options, io });
}

/** @throws UsageError for a test that neither the new build nor its history has */
function assertTests(asked: ReadonlySet<string>, checked: readonly CheckedNight[]): void {
  const known = new Set(
    checked.flatMap(({ fresh, history }) => [...fresh.matrix.rows.map(({ key }) => key), ...history.tests]),
  );
  const unknown = [...asked].filter((test) => !known.has(test));
  if (unknown.length === 0) return;
  throw new UsageError(`no test is called ${unknown.join(', ')}. Available: ${someOf([...known])}.`);
}

/** Kind of workload that noise depends on with too few nights: as given, from logs, or from reads. */
function kindOf({ group, matrix }: FreshNight, options: CheckOptions) {
  const { workload } = group.identity;
  return {
    clients: options.clients ?? workload.clients,
    cached: cachedOf(options) ?? workload.cached ?? looksCached(matrix),
  };
}

/**
 * The new build as nights of the series that its runs belong to: one for each workload, config, ...
 *
 * @param label names the build if its logs do not
 * @param now ISO 8601, for runs that do not say when they were measured: just now
 * @throws UsageError when nothing is left, or when there are several builds
 */
function freshNights(
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
  const { server, benchmark, config } = choice;
  const said = saidBuild(choice);
  const ofBenchmark = runs.filter((run) => benchmark === undefined || run.benchmark === benchmark);
  if (ofBenchmark.length === 0)
    throw new UsageError(
      `${label} has no results of ${benchmark}. Available: ${someOf([...new Set(runs.map((run) => run.benchmark))])}.`,
    );
  const asked = withConfig([{ label, runs: ofBenchmark }], config).flatMap((column) => column.runs);
  const all = groupRuns(asked.map((run) => withSaid(run, { server, said })));
  const groups = all.filter(isMeant);
  if (groups.length === 0) {
    const words = new Set(all.map(({ identity }) => identityWords(identity)));
    throw new UsageError(
      `${label} has no workload called ${choice.workload}. Available: ${someOf([...words], '; ')}.`,
    );
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
      config: group.identity.config,
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

import { basename, resolve } from 'node:path';
import { looksCached } from '@basecase/analysis';
import type { NormalizedRun } from '@basecase/ingest/model';
import { type Finding, noteDiagnostics } from '../../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../../exit';
import type { Io } from '../../io';
import { machineOf } from '../../options';
import { readPaths } from '../../reading/read-paths';
import { remoteServer } from '../../remote-server';
import { drawCheck } from '../draw-check';
import { type CheckOptions, cachedOf, exitOf } from '../question';
import { askPastServer } from './ask-past-server';
import { freshNights } from './fresh-nights';
import { judgeNewNight } from './judge-new-night';
import type { CheckedNight, FreshNight } from './night';
import { readPastDirectory } from './read-past-directory';
import { identityWords } from './run-group';
import { isAnythingJudged, type SeriesCheckResult, toCheckedSeries } from './series-check';
import { toCheck } from './series-words';

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
  const runs = await readRuns(paths, options, io);
  if (runs === null) {
    io.note('basecase: nothing to judge.');
    return EXIT.nothingRead;
  }
  const asked = new Set(options.test);
  const wants = (test: string) => asked.size === 0 || asked.has(test);
  const checked = await readHistory(runs, { paths, options, wants, io });
  assertTests(asked, checked);
  const result: SeriesCheckResult = {
    against: options.against,
    series: checked.map((one) => {
      const { fresh } = one;
      const machine = machineOf(fresh.group.runs, options.machine);
      return toCheckedSeries(one, judgeNewNight(one, { wants, kind: kindOf(fresh, options), machine }));
    }),
  };
  for (const { history } of checked) {
    if (history.empty !== null) io.note(`basecase: ${history.empty}`);
  }
  await io.print(drawCheck(toCheck(result), options.format));
  if (isAnythingJudged(result))
    return exitOf(
      result.series.flatMap(({ tests }) => tests),
      options,
    );
  io.note('basecase: no test could be judged.');
  return EXIT.nothingRead;
}

/** @returns null when something could not be read, which was already reported: it must not pass for the whole */
async function readRuns(
  paths: readonly string[],
  options: NightsOptions,
  io: Io,
): Promise<NormalizedRun[] | null> {
  const findings: Finding[] = [];
  const runs: (NormalizedRun[] | null)[] = [];
  for await (const read of readPaths(paths, io, options)) {
    findings.push(...read.findings);
    runs.push(read.upload?.runs ?? null);
  }
  noteDiagnostics(findings, options.verbose ?? false, io);
  const known = runs.filter((each) => each !== null);
  const all = known.flat();
  return known.length < runs.length || all.length === 0 ? null : all;
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
  throw new UsageError(`no test is called ${unknown.join(', ')}. Available: ${[...known].join(', ')}.`);
}

/** Kind of workload that noise depends on with too few nights: as given, from logs, or from reads. */
function kindOf({ group, matrix }: FreshNight, options: CheckOptions) {
  const { workload } = group.identity;
  return {
    clients: options.clients ?? workload.clients,
    cached: cachedOf(options) ?? workload.cached ?? looksCached(matrix),
  };
}

import { basename, resolve } from 'node:path';
import { looksCached, type Verdict, type WorkloadKind } from '@basecase/analysis';
import type { NormalizedRun, ServerKind } from '@basecase/ingest/model';
import type { BuildOptions } from '../build-options';
import type { CheckFormat } from '../check/check-format';
import type { FailOn } from '../check/judge-columns';
import type { CheckedNight } from '../check/nights/history';
import type { FreshNight } from '../check/nights/night';
import { isAnythingJudged, type SeriesCheckResult } from '../check/nights/series-check';
import { type Finding, noteDiagnostics } from '../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../exit';
import type { Io } from '../io';
import { machineOf } from '../machine-option';
import { remoteServer } from '../remote-server';

export interface CheckAgainstOptions extends BuildOptions {
  failOn: FailOn;
  format: CheckFormat;
  /** Directory of past nights, or address of a Basecase server. */
  against: string;
  server?: string;
  test?: string[];
  token?: string;
  benchmark?: string;
  workload?: string;
  cached?: boolean;
  ioBound?: boolean;
  clients?: number;
  machine?: ServerKind;
  device?: string;
  verbose?: boolean;
}

/**
 * `basecase check --against`: judges a new build as the newest night of its series.
 *
 * @param paths of the new build: more than one for repeats and more workloads
 * @throws UsageError for an option that can't be meant, or a history that can't be had
 */
export async function runCheckAgainst(
  paths: readonly string[],
  options: CheckAgainstOptions,
  io: Io,
): Promise<ExitCode> {
  // Loaded late: `--help` must not wait for the parsers.
  const { judgeNewNight } = await import('../check/nights/judge-new-night');
  const { toCheckedSeries } = await import('../check/nights/to-checked-series');
  const { drawSeriesCheck } = await import('../check/nights/draw-series-check');
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
    series: checked.map((one) =>
      toCheckedSeries(
        one,
        judgeNewNight(one, {
          wants,
          kind: kindOf(one.fresh, options),
          machine: machineOf(one.fresh.group.runs, options.machine),
        }),
      ),
    ),
  };
  for (const { history } of checked) {
    if (history.empty !== null) io.note(`basecase: ${history.empty}`);
  }
  await io.print(drawSeriesCheck(result, options.format));
  return exitOf(result, options.failOn, io);
}

/** @returns null when nothing could be read, which was already reported */
async function readRuns(
  paths: readonly string[],
  options: CheckAgainstOptions,
  io: Io,
): Promise<NormalizedRun[] | null> {
  const { readPaths } = await import('../reading/read-paths');
  const findings: Finding[] = [];
  const runs: NormalizedRun[] = [];
  let unread = 0;
  for await (const read of readPaths(paths, io, options)) {
    findings.push(...read.findings);
    runs.push(...(read.upload?.runs ?? []));
    if (!read.upload) unread += 1;
  }
  noteDiagnostics(findings, options.verbose ?? false, io);
  // A part of a build must not pass for the whole.
  return unread > 0 || runs.length === 0 ? null : runs;
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
    options: CheckAgainstOptions;
    wants: (test: string) => boolean;
    io: Io;
  },
): Promise<CheckedNight[]> {
  const { freshNights } = await import('../check/nights/fresh-nights');
  const { identityWords } = await import('../check/nights/run-group');
  const { against, workload, token } = options;
  const label = paths.map((path) => basename(resolve(io.cwd, path))).join(', ');
  const given = { label, now: new Date().toISOString() };
  if (/^https?:\/\//i.test(against)) {
    const { askPastServer } = await import('../check/nights/ask-past-server');
    const server = remoteServer(against, { token, option: '--against' });
    const fresh = freshNights(runs, { ...given, choice: options });
    return askPastServer(server, { fresh, choice: { workload, wants }, address: against, io });
  }
  const { readPastDirectory } = await import('../check/nights/read-past-directory');
  const words = workload?.toLowerCase() ?? '';
  const fresh = freshNights(runs, {
    ...given,
    choice: { ...options, isMeant: ({ identity }) => identityWords(identity).toLowerCase().includes(words) },
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
function kindOf(
  { group, matrix }: FreshNight,
  { cached, ioBound, clients }: CheckAgainstOptions,
): WorkloadKind {
  const { workload } = group.identity;
  const said = ioBound ? false : cached ? true : null;
  return {
    clients: clients ?? workload.clients,
    cached: said ?? workload.cached ?? looksCached(matrix),
  };
}

const REGRESSIONS: readonly Verdict[] = ['regression', 'small regression'];

function exitOf(result: SeriesCheckResult, failOn: FailOn, io: Io): ExitCode {
  if (!isAnythingJudged(result)) {
    io.note('basecase: no test could be judged.');
    return EXIT.nothingRead;
  }
  const has = (words: readonly Verdict[]) =>
    result.series.some(({ tests }) => tests.some(({ verdict }) => words.includes(verdict)));
  if (has(REGRESSIONS)) return EXIT.regressionFound;
  if (!has(['possible regression'])) return EXIT.ok;
  return failOn === 'possible' ? EXIT.regressionFound : EXIT.possibleOnly;
}

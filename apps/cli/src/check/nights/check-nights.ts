import { basename, resolve } from 'node:path';
import {
  buildMatrix,
  type Column,
  type ColumnInput,
  looksCached,
  verdictDirection,
} from '@basecase/analysis';
import {
  BUILD_FIELD_NAMES,
  BUILD_FIELDS,
  type Build,
  buildLabel,
  mergeBuild,
  type NormalizedRun,
  type SaidBuild,
} from '@basecase/ingest/model';
import { type Finding, noteDiagnostics } from '../../diagnostic-summary';
import { EXIT, type ExitCode, UsageError } from '../../exit';
import type { Io } from '../../io';
import { type BuildOptions, machineOf } from '../../options';
import { readPaths } from '../../reading/read-paths';
import { remoteServer } from '../../remote-server';
import { columnsOf } from '../../table';
import { type Check, countText, drawCheck, fixed } from '../draw-check';
import { type CheckOptions, cachedOf, exitOf } from '../question';
import { askPastServer } from './ask-past-server';
import { changeText, judgeNewNight } from './judge-new-night';
import { type CheckedNight, type FreshNight, isSameBuild, type NightOrder } from './night';
import { readPastDirectory } from './read-past-directory';
import { groupRuns, identityWords, type RunGroup } from './run-group';
import {
  type CheckedSeries,
  type CheckedTestNight,
  isAnythingJudged,
  type SeriesCheckResult,
  toCheckedSeries,
} from './series-check';

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

/** How often a sure change is none: docs/method.md §10.10. */
const FALSE_CHANGES = 'In 360 simulated histories without a change, 5 raised a false alarm.';

/** A new build judged by its series, as it is shown. */
function toCheck(result: SeriesCheckResult): Check<CheckedTestNight> {
  return {
    result,
    parts: result.series.map((series) => {
      const { line, workload, server, night, tests } = series;
      const of = [line, workload].filter(Boolean).join(', ');
      const place = [line, workload, server === null ? '' : `on ${server}`].filter(Boolean).join(', ');
      const against = `against ${againstText(series)}`;
      const isFlagged = tests.some(({ verdict }) => verdictDirection(verdict) !== null);
      return {
        of,
        title: night.label,
        counts: countSentence(series),
        sentence: `: ${place}, ${against}.`,
        lines: [place, against, ...(isFlagged ? [''] : [])],
        tests,
        sections: sectionsOf(series),
      };
    }),
    columns: COLUMNS,
    sizes: SIZES,
    after: `${FALSE_CHANGES} Ratios are new / old: below 1 is slower.`,
    afterMarkdown: FALSE_CHANGES,
  };
}

const COLUMNS = columnsOf<CheckedTestNight & { of: string }>({
  series: 'of',
  test: 'test',
  judged_by: 'judgedBy',
  verdict: 'verdict',
  ratio: ({ ratio }) => fixed(ratio, 4),
  low: ({ low }) => fixed(low, 4),
  high: ({ high }) => fixed(high, 4),
  nights: 'nights',
  first_bad: ({ change }) => change?.firstBad.commit ?? change?.firstBad.label ?? '',
  last_good: ({ change }) => change?.lastGood.commit ?? change?.lastGood.label ?? '',
  known: ({ known }) => known.map((one) => `${fixed(one.ratio, 4)} since ${one.firstBad.label}`).join('; '),
  event: ({ event }) => (event ? `${fixed(event.ratio, 4)} with ${event.label}` : ''),
  why: ({ why }) => why ?? '',
});

const SIZES: readonly Column<CheckedTestNight>[] = [{ head: 'new / old', kind: 'number', text: sizeText }];

/** `1 regression, 26 no change, 2 not judged` */
function countSentence({ counts }: CheckedSeries): string {
  const { missing } = counts;
  const words = [countText({ ...counts, missing: 0 }), missing > 0 ? `${missing} not judged` : ''];
  return words.filter(Boolean).join(', ') || 'no test';
}

const ORDERS: Readonly<Record<NightOrder, string | null>> = {
  time: null,
  number: 'ordered by the number of the build',
  name: 'ordered by name, because nothing says when they were built',
};

/**
 * The nights that a build was judged against: `40 nights, the newest 28 Aug 2026 g1c0ffee0; left out: 2 of another
 * version (18.3)`.
 */
function againstText({ nights, newest, orderedBy, leftOut }: CheckedSeries): string {
  const count = nights === 0 ? 'no past night' : `${nights} past ${nights === 1 ? 'night' : 'nights'}`;
  const others = leftOut.map(({ why, count: each }) => `${each} ${why}`).join(', ');
  return [
    newest ? `${count}, the newest ${newest.label}` : count,
    nights > 1 ? ORDERS[orderedBy] : null,
    others ? `left out: ${others}` : null,
  ]
    .filter((part) => part !== null)
    .join('; ');
}

/** `0.90 (0.88 to 0.92)` */
function changeSize({ ratio, low, high }: Pick<CheckedTestNight, 'ratio' | 'low' | 'high'>): string {
  return `${fixed(ratio, 2)} (${fixed(low, 2)} to ${fixed(high, 2)})`;
}

/** The same; of a pair `0.90 (noise 0.94 to 1.06)`, because its ratio has no interval. */
function sizeText(test: CheckedTestNight): string {
  if (test.ratio === null) return '';
  return test.change ? changeSize(test) : changeSize(test).replace('(', '(noise ');
}

/** The remaining verdicts; a heading without a line is left out. */
function sectionsOf({ tests }: CheckedSeries): { heading: string; lines: string[] }[] {
  const notJudged = new Map<string, string[]>();
  for (const { test, judgedBy, why } of tests) {
    if (judgedBy === 'nothing') notJudged.set(why ?? '', [...(notJudged.get(why ?? '') ?? []), test]);
  }
  const pairs = tests.filter(({ judgedBy }) => judgedBy === 'pair');
  const [first] = pairs;
  const sections = [
    {
      heading: 'Already known, and still there',
      lines: tests.flatMap(({ test, known }) =>
        known.map((one) => `${test}: ${one.verdict}, ${changeSize(one)}, ${changeText(one)}`),
      ),
    },
    {
      heading: 'Environment changes (not attributed to a build)',
      lines: tests.flatMap(({ test, event }) =>
        event ? [`${test}: ${fixed(event.ratio, 2)} with ${event.label}`] : [],
      ),
    },
    {
      heading:
        'Too few nights for a series: compared with one night, by the rule of releases, not calibrated',
      lines: first ? [`${pairs.map(({ test }) => test).join(', ')} (${first.why})`] : [],
    },
    {
      heading: 'Not judged',
      lines: [...notJudged].map(([why, names]) => `${names.join(', ')}: ${why}`),
    },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

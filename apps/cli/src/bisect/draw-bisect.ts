import {
  chanceText,
  formatValue,
  type LevelChange,
  noiselessSteps,
  shortBuild,
  toPrintfFixed,
} from '@basecase/analysis';
import type { CommitSearchBody } from '@basecase/contract/record';
import type { MetricId } from '@basecase/ingest/model';
import { forShell } from '@basecase/ingest/model';
import {
  type BisectEvent,
  type Bisected,
  type BisectLog,
  type SearchedBuild,
  testOf,
} from '@basecase/record';

function nameOf(log: BisectLog, place: number): string {
  const build = log.search.builds[place];
  if (!build) return '';
  const last = log.search.builds.length - 1;
  const role = place === 0 ? ' (GOOD)' : place === last ? ' (BAD)' : '';
  return `${shortName(build)}${role}`;
}

function shortName({ name, at }: SearchedBuild): string {
  return at === null ? name : shortBuild(name);
}

/** `run 7   4eb13e8a1b2c   1 012.4   chance of bad was 43%`, with its line end. */
export function lineOfRun({ line, chance }: BisectEvent, log: BisectLog): string {
  const value =
    line.type === 'run'
      ? formatValue(line.values[testOf(log)] ?? null, log.search.metric as MetricId)
      : `failed: ${line.reason}`;
  const before = chance === null ? '' : `   chance of bad before: ${toPrintfFixed(chance * 100, 0)}%`;
  return `run ${line.run}   ${nameOf(log, line.place)}   ${value}${before}\n`;
}

/** `-5.1% (95%: -6.2% to -4.0%)` */
function changeText({ x, low, high }: LevelChange): string {
  return `${percent(x)} (95%: ${percent(low)} to ${percent(high)})`;
}

function percent(x: number): string {
  const value = toPrintfFixed((Math.exp(x) - 1) * 100, 1);
  return `${value.startsWith('-') ? '' : '+'}${value}%`;
}

/** The verdict with its evidence, in lines. */
export function verdictLines(bisected: Bisected): string[] {
  const { log, measured } = bisected;
  const odd = measured.filter(({ isOdd }) => isOdd);
  const failed = [...new Set(log.failures.map(({ place }) => place))].filter(
    (place) => !log.runs.some((run) => run.place === place),
  );
  const names = (places: readonly number[]) => places.map((place) => nameOf(log, place)).join(', ');
  return [
    ...answerLines(bisected),
    `${log.runs.length} runs of ${measured.length} builds${bisected.verdict.found === 'no difference' ? '' : `; without noise it would have been ${noiselessRuns(log)}`}. Test: ${testOf(log)}, ${log.search.metric}.`,
    ...measured.map(
      ({ place, runs, change, isOdd }) =>
        `  ${nameOf(log, place)}: ${runs} ${runs === 1 ? 'run' : 'runs'}${change ? `, ${changeText(change)} of GOOD` : ''}${isOdd ? '   not at the level of its side' : ''}`,
    ),
    ...(odd.length > 0
      ? [
          `The runs do not fit one change: ${names(odd.map(({ place }) => place))}. There may be a second change or a fix between GOOD and BAD, or builds that differ by chance. Search again on each side of the answer.`,
        ]
      : []),
    ...(failed.length > 0 ? [`Left out, because they failed: ${names(failed)}.`] : []),
  ];
}

/** GOOD and BAD once, and each half once. */
function noiselessRuns({ search }: BisectLog): number {
  return 2 + noiselessSteps(search.builds.length);
}

function answerLines({ log, verdict, directory }: Bisected): string[] {
  const { builds } = log.search;
  const change = `BAD against GOOD: ${changeText(verdict.change)}.`;
  const rangeText = (from: number, upTo: number) =>
    from === upTo
      ? nameOf(log, from)
      : `${nameOf(log, from)} to ${nameOf(log, upTo)}, ${upTo - from + 1} builds`;
  const replayed = `Replay: basecase bisect --replay ${forShell(directory)}`;
  if (verdict.found === 'no difference')
    return [
      `GOOD and BAD do not differ: a change of ${percent(-log.search.effect).slice(1)} or more is excluded. ${change} Nothing was searched.`,
      replayed,
    ];
  if (verdict.found === 'unclear' && verdict.range === null)
    return [
      `GOOD and BAD can't be distinguished by these runs. ${change} Allow more --repeats, or a larger --effect.`,
      replayed,
    ];
  const { range } = verdict;
  if (!range) return [change];
  const { from, upTo } = range;
  if (verdict.found === 'unclear')
    return [
      `Undecided after the most runs: the first bad build is one of ${rangeText(from, upTo)} (${chanceText(range.chance)}). ${change}`,
      replayed,
    ];
  const answer =
    from === upTo
      ? `First bad build: ${builds[upTo]?.name ?? ''} (${chanceText(range.chance)}).`
      : `The first bad build is one of ${rangeText(from, upTo)} (${chanceText(range.chance)}): those between could not be measured.`;
  return [answer, `Last good build: ${builds[from - 1]?.name ?? ''}. ${change}`, replayed];
}

/** The verdict as a record keeps it. */
export function searchBody(bisected: Bisected): CommitSearchBody {
  const { found, firstBad, lastGood, candidates, chance, change, test, runs } = verdictJson(bisected);
  return {
    id: bisected.log.search.id,
    ...{ found, firstBad, lastGood, chance, test, runs },
    candidates: candidates?.length ?? 0,
    change: Math.exp(change.x),
    verdict: verdictLines(bisected).join('\n'),
  };
}

/** The verdict with its evidence; sizes are natural logarithms of ratios. */
export function verdictJson({ log, verdict, measured, directory }: Bisected) {
  const { builds, repository, metric, error } = log.search;
  const name = (place: number) => builds[place]?.name ?? null;
  const range = 'range' in verdict ? verdict.range : null;
  return {
    found: verdict.found,
    firstBad: verdict.found === 'first bad' && range && range.from === range.upTo ? name(range.upTo) : null,
    lastGood: range && name(range.from - 1),
    candidates: range && builds.slice(range.from, range.upTo + 1).map((build) => build.name),
    chance: range?.chance ?? null,
    change: verdict.change,
    test: testOf(log),
    ...{ metric, error, repository, directory },
    runs: log.runs.length,
    noiselessRuns: noiselessRuns(log),
    measured: measured.map(({ place, ...rest }) => ({ build: name(place), ...rest })),
    failed: log.failures.map(({ place, reason }) => ({ build: name(place), reason })),
  };
}

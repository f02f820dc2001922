import { benchmarkModel, type MetricId, metricLabel, metricOf } from '@basecase/ingest/model';
import { verdictName } from '../certainty/certainty';
import { formatRatio } from '../format/format';
import { isBetter, isWorse, verdictLevel } from '../ratio/ratio';
import { firstBad } from '../ratio/steps';
import { geometricMean } from '../statistics/geometric-mean';
import { metricHeading } from '../table/number-text';
import { isLargeUnconfirmed } from '../verdicts/advice';
import { releaseLineKey } from '../verdicts/steps/release-lines';
import { isCompared, isSure, type Verdict, verdictDirection } from '../verdicts/verdict';
import { stoppedText } from '../verdicts/verdict-words';
import { changeReasons } from './change-reasons';
import { relativeAt, toJudgedCell, toReportCell } from './relative';
import type { Report, ReportCell, ReportChange, ReportChanges, ReportGroup, ReportInput } from './report';
import { ruleInForce } from './rule-in-force';

/**
 * A view in the form that benchmark reports are published in: legend of the columns, one relative table per group of
 * tests, a summary of each, and the largest changes with what they cost.
 */
export function buildReport(input: ReportInput): Report {
  const { matrix, benchmark, metric, base, judged } = input;
  const others = matrix.columns.map((_, index) => index).filter((index) => index !== base);
  return {
    metric: metricHeading(benchmark, metric),
    base: { label: matrix.columns[base]?.label ?? '', name: matrix.columns[base]?.name ?? '' },
    judged: matrix.columns[judged]?.name ?? '',
    rule: ruleInForce(input),
    legend: others.map((column, position) => ({
      number: `col-${position + 1}`,
      label: matrix.columns[column]?.label ?? '',
      name: matrix.columns[column]?.name ?? '',
    })),
    groups: groupsOf(input).map((group) => toGroup(input, group, others)),
    changes: largestChanges(input),
    open: input.judgement?.open ?? [],
  };
}

interface Group {
  id: string;
  label: string;
  rows: number[];
}

/** Groups in the order of their first tests, in the order of the domain. */
function groupsOf({ matrix }: ReportInput): Group[] {
  const groups = new Map<string, Group>();
  for (const [index, { group, groupLabel }] of matrix.rows.entries()) {
    const found = groups.get(group) ?? { id: group, label: groupLabel, rows: [] };
    groups.set(group, found);
    found.rows.push(index);
  }
  return [...groups.values()];
}

function toGroup(input: ReportInput, { id, label, rows }: Group, others: readonly number[]): ReportGroup {
  const { matrix, metric, base, judged, threshold, judgement } = input;
  const ratios = rows.map((row) =>
    matrix.columns.map((_, column) => relativeAt(matrix, metric, { row, column, base })),
  );
  const cell = (relative: number | null) => toReportCell(relative, metric, threshold);
  return {
    id,
    label,
    rows: rows.map((row, index) => ({
      test: matrix.rows[row]?.label ?? '',
      cells: others.map((column) =>
        toJudgedCell(input, { row, column, relative: ratios[index]?.[column] ?? null }),
      ),
    })),
    means: others.map((column) => cell(geometricMean(ratios.map((each) => each[column] ?? null)))),
    summary: summarizeGroup({
      names: matrix.columns.map(({ name }) => name),
      base,
      judged,
      ratios,
      metric,
      threshold,
      verdicts: judgement && rows.map((row) => judgement.verdicts[row]?.[judged] ?? 'missing'),
    }),
  };
}

/** Enough to act on; the tables above have the rest. */
const LISTED = 8;
/** More costs than this are no longer read across. */
const MOST_COSTS = 6;

interface Change {
  row: number;
  relative: number | null;
  cell: ReportCell;
}

/**
 * The tests of the judged column that changed most against the base, each way, with their costs per operation. What is
 * only possible stands behind all that is sure.
 */
export function largestChanges(input: ReportInput): ReportChanges {
  const { matrix, metric, base, judged, threshold, mostChanges = LISTED } = input;
  const costs = costsOf(input);
  const changed = matrix.rows
    .map((_, row) => ({ row, relative: relativeAt(matrix, metric, { row, column: judged, base }) }))
    .map((change): Change => ({ ...change, cell: toJudgedCell(input, { ...change, column: judged }) }))
    .toSorted((a, b) => rank(a) - rank(b) || distance(b.relative) - distance(a.relative) || a.row - b.row);
  const [worse, better] = (['worse', 'better'] as const).map((way) =>
    changed.filter(({ cell }) => wayOf(cell) === way),
  ) as [Change[], Change[]];
  const toChange = ({ row, cell, ...change }: Change): ReportChange => ({
    test: matrix.rows[row]?.label ?? '',
    ratio: cell,
    ...(isLarge({ cell, ...change }) && { isLarge: true as const }),
    since: wayOf(cell) === 'worse' ? sinceOf(input, row) : null,
    costs: costs.map((cost) =>
      toReportCell(relativeAt(matrix, cost, { row, column: judged, base }), cost, threshold),
    ),
    ...(metric === 'throughput' && costs.length > 0
      ? changeReasons(matrix, { row, base, column: judged })
      : { explained: '', sentence: '' }),
  });
  return {
    costs: costs.map((cost) => metricLabel(input.benchmark, cost, metricOf(cost).label)),
    worse: worse.slice(0, mostChanges).map(toChange),
    better: better.slice(0, mostChanges).map(toChange),
    total: { worse: worse.length, better: better.length },
    possible: { worse: countPossible(worse), better: countPossible(better) },
    large: { worse: worse.filter(isLarge).length, better: better.filter(isLarge).length },
  };
}

/** Null where nothing changed by the rule in force. */
function wayOf({ level, verdict }: ReportCell): 'worse' | 'better' | null {
  if (verdict?.endsWith('regression') || verdict === 'stopped working' || isWorse(level)) return 'worse';
  return verdict?.endsWith('improvement') || isBetter(level) ? 'better' : null;
}

function rank({ cell: { verdict } }: Change): number {
  if (verdict === 'stopped working') return -1;
  return verdict === undefined || isSure(verdict) ? 0 : 1;
}

function countPossible(changes: readonly Change[]): number {
  return changes.filter((change) => rank(change) === 1).length;
}

function isLarge({ relative, cell: { verdict } }: Pick<Change, 'relative' | 'cell'>): boolean {
  return verdict !== undefined && isLargeUnconfirmed(verdict, relative);
}

/** Usual metrics of the benchmark in addition to the shown one, if both columns have them. */
function costsOf({ matrix, benchmark, metric, base, judged }: ReportInput): MetricId[] {
  return benchmarkModel(benchmark)
    .heatmapMetrics.filter((cost) => cost !== metric && metricOf(cost).direction !== 'none')
    .filter((cost) =>
      matrix.rows.some((_, row) => relativeAt(matrix, cost, { row, column: judged, base }) !== null),
    )
    .slice(0, MOST_COSTS);
}

/** The first slower column on the release line of the base; only throughput has a "since". */
function sinceOf({ matrix, metric, base, threshold, judgement }: ReportInput, row: number): string | null {
  if (judgement) return judgement.since[row] ?? null;
  if (metric !== 'throughput') return null;
  const lines = matrix.columns.map(releaseLineKey);
  const ratios = lines.map((line, column) =>
    line === lines[base] ? relativeAt(matrix, metric, { row, column, base }) : null,
  );
  const first = firstBad(ratios, base, threshold);
  return first === null ? null : (matrix.columns[first]?.name ?? null);
}

/** On a logarithmic scale: 0.5 is as far as 2. */
function distance(relative: number | null): number {
  if (relative === null) return -1;
  return relative === 0 ? Number.MAX_VALUE : Math.min(Math.abs(Math.log(relative)), Number.MAX_VALUE);
}

interface GroupRatios {
  /** Short names of all columns, the base included. */
  names: readonly string[];
  base: number;
  judged: number;
  /** [test][column], the base included; null = no ratio. */
  ratios: readonly (readonly (number | null)[])[];
  metric: MetricId;
  threshold: number;
  /** Of the judged column, by test; null: the plain threshold judges. */
  verdicts: readonly Verdict[] | null;
}

/**
 * What the ratios of a group say, in sentences: between which ratios the judged column is, how many tests changed, and
 * which column is the lowest and the highest of them all.
 */
function summarizeGroup(group: GroupRatios): string[] {
  const { names, base, judged, ratios } = group;
  const own = ratios.flatMap((row) => row[judged] ?? []);
  const [name, baseName] = [names[judged] ?? '', names[base] ?? ''];
  if (judged === base) return [`${baseName} is the base, and there is nothing to compare it with.`];
  if (own.length === 0) return [`${name} and ${baseName} share no test with a value.`];
  const counts = group.verdicts ? judgedCounts(group.verdicts) : countSentence(own, group);
  return [rangeSentence(own, name, baseName), counts, ...extremesSentence(group)];
}

/** `18.1 is between 1.05X and 1.25X of 12.22`. */
function rangeSentence(own: number[], name: string, baseName: string): string {
  const [low, high] = [times(Math.min(...own)), times(Math.max(...own))];
  const mean = geometricMean(own);
  if (own.length === 1) return `${name} is ${low} of ${baseName}, in one test.`;
  if (low === high) return `${name} is ${low} of ${baseName} in all ${own.length} tests.`;
  const middle = mean === null ? '' : `, geometric mean ${formatRatio(mean)}`;
  return `${name} is between ${low} and ${high} of ${baseName}${middle}.`;
}

/** `2 of 7 tests are slower (0.95 or less), 1 is faster (1.05 or more).` */
function countSentence(own: number[], { metric, threshold }: GroupRatios): string {
  const levels = own.map((value) => verdictLevel(value, metricOf(metric).direction, threshold));
  const worse = levels.filter((level) => isWorse(level)).length;
  const better = levels.filter((level) => isBetter(level)).length;
  const limits = limitsOf(metric, threshold);
  const [worseWord, betterWord] = metric === 'throughput' ? ['slower', 'faster'] : ['worse', 'better'];
  const within = `within ${formatRatio(threshold)} and ${formatRatio(1 / threshold)}`;
  if (own.length === 1) {
    const change = worse > 0 ? `${worseWord} (${limits.worse})` : `${betterWord} (${limits.better})`;
    return `That is ${worse + better === 0 ? within : change}.`;
  }
  if (worse + better === 0) return `All ${own.length} tests are ${within}.`;
  const of = ` of ${own.length} tests`;
  const parts = [
    ...(worse > 0 ? [`${worse}${of} ${are(worse)} ${worseWord} (${limits.worse})`] : []),
    ...(better > 0
      ? [`${better}${worse > 0 ? '' : of} ${are(better)} ${betterWord} (${limits.better})`]
      : []),
  ];
  return `${parts.join(', ')}.`;
}

/** With three columns or more: where the others are. */
function extremesSentence({ names, base, ratios }: GroupRatios): string[] {
  const means = names.flatMap((name, column) => {
    const mean = column === base ? null : geometricMean(ratios.map((row) => row[column] ?? null));
    return mean === null ? [] : [{ name, mean }];
  });
  if (means.length < 2) return [];
  const sorted = means.toSorted((a, b) => a.mean - b.mean);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (!lowest || !highest) return [];
  const [low, high] = [formatRatio(lowest.mean), formatRatio(highest.mean)];
  if (low === high) return [`The geometric mean of each version is ${low}.`];
  return [
    `Of all versions ${lowest.name} has the lowest geometric mean, ${low}, and ${highest.name} the highest, ${high}.`,
  ];
}

function limitsOf(metric: MetricId, threshold: number): { worse: string; better: string } {
  const [low, high] = [`${formatRatio(threshold)} or less`, `${formatRatio(1 / threshold)} or more`];
  return metricOf(metric).direction === 'lower-is-better'
    ? { worse: high, better: low }
    : { worse: low, better: high };
}

function times(ratio: number): string {
  return `${formatRatio(ratio)}X`;
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}

/**
 * What verdicts say of some tests, in a sentence: `2 of 7 tests are slower, 1 likely; 1 is faster; 3 are within noise.`
 * Tests without a verdict do not count.
 */
export function judgedCounts(verdicts: readonly Verdict[]): string {
  const known = verdicts.filter(isCompared);
  const stopped = stoppedText(verdicts);
  const [only] = known;
  if (only === undefined) return stopped || 'Nothing to judge.';
  if (known.length === 1) return [stopped, `Verdict: ${verdictName(only)}.`].filter(Boolean).join(' ');
  const unclear = known.filter((verdict) => verdict === 'unclear').length;
  const parts = [
    ...changedPart(known, 'slower'),
    ...changedPart(known, 'faster'),
    ...(unclear > 0 ? [{ count: unclear, text: 'within noise' }] : []),
  ];
  if (parts.length === 0)
    return [stopped, `None of ${known.length} tests changed.`].filter(Boolean).join(' ');
  const texts = parts.map(({ count, text }, index) => {
    const of = index === 0 ? ` of ${known.length} tests` : '';
    return `${count}${of} ${count === 1 ? 'is' : 'are'} ${text}`;
  });
  return [stopped, `${texts.join('; ')}.`].filter(Boolean).join(' ');
}

/** `slower, 1 likely`, or `likely slower` where none is sure. */
function changedPart(verdicts: readonly Verdict[], word: 'slower' | 'faster') {
  const own = verdicts.filter((verdict) => verdictDirection(verdict) === word);
  const sure = own.filter(isSure).length;
  const possible = own.length - sure;
  if (sure > 0) return [{ count: sure, text: possible > 0 ? `${word}, ${possible} likely` : word }];
  return possible > 0 ? [{ count: possible, text: `likely ${word}` }] : [];
}

import { type MetricId, metricOf } from '@basecase/ingest/model';
import { formatRatio } from '../format/format';
import { isBetter, isWorse, verdictLevel } from '../ratio/verdict-level';
import { geometricMean } from '../statistics/geometric-mean';
import type { Verdict } from '../verdicts/verdict';
import { judgedCounts } from './judged-counts';

export interface GroupRatios {
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
export function summarizeGroup(group: GroupRatios): string[] {
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

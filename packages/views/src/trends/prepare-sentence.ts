import { formatRatio, isBetter, isWorse } from '@basecase/analysis';
import { recordWords } from './prepare-record-words';
import type { TrendPoint, TrendSeries, TrendsModel } from './prepare-trends';

export interface Sentence {
  strong: string;
  rest: string;
}

/**
 * Says of the lines that are drawn where each ends compared with its base, and since when: from its records, else
 * from the largest step. What is in the table alone is counted apart.
 */
export function prepareTrendSentence({ drawn, series, mode }: TrendsModel): Sentence {
  if (series.length === 0)
    return { strong: 'Nothing to draw:', rest: ' no version of these lines has a value.' };
  const ends = drawn.flatMap(
    ({ points }) => points.findLast((point) => point !== null && !point.isBase) ?? [],
  );
  const worse = ends.filter(({ level }) => isWorse(level)).length;
  const better = ends.filter(({ level }) => isBetter(level)).length;
  const more =
    series.length > drawn.length
      ? ` The ${drawn.length} longest lines are drawn; ${series.length - drawn.length} more are in the table.`
      : '';
  if (ends.length === 0)
    return { strong: 'One version.', rest: ` There is nothing to compare it with yet.${more}` };
  const strong = strongText(worse, ends.length);
  const also = better > 0 && ends.length > 1 ? `, ${better} better` : '';
  const records = recordWords(drawn);
  const step = mode === 'rel' && records === '' ? largestStep(drawn) : null;
  const where = step
    ? ` The largest step is ${step.version} on ${step.label}: ${formatRatio(step.ratio)} of the version before.`
    : records && ` ${records}`;
  return { strong, rest: `${also}.${where}${more}` };
}

function strongText(worse: number, lines: number): string {
  if (lines === 1)
    return worse === 1 ? 'The line ends worse than its base' : 'The line does not end worse than its base';
  return `${worse === 0 ? 'None' : worse} of ${lines} lines ${worse < 2 ? 'ends worse than its' : 'end worse than their'} base`;
}

interface Step {
  label: string;
  version: string;
  ratio: number;
}

/** The largest change for the worse from one version to the next with nothing between them. */
function largestStep(series: readonly TrendSeries[]): Step | null {
  let largest: (Step & { size: number }) | null = null;
  for (const { label, points } of series) {
    for (const [index, point] of points.entries()) {
      const before: TrendPoint | null | undefined = points[index - 1];
      if (!point || !before || before.value === 0 || !isWorse(point.level)) continue;
      const ratio = point.value / before.value;
      const size = Math.abs(Math.log(ratio));
      if (!largest || size > largest.size) largest = { label, version: point.version, ratio, size };
    }
  }
  return largest;
}

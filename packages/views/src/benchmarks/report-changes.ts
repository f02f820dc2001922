import { formatRatio, isBetter, isWorse, ratio, verdictLevel } from '@basecase/analysis';
import { plainThresholdText } from '../verdict/plain-threshold';
import type { ReportSentence } from './report-table-model';
import { measured, type ReportView } from './report-view';

/** Throughput of the judged variant against the base, over some tests. */
export interface Changes {
  worse: number;
  better: number;
  compared: number;
  lowest: { test: string; ratio: number } | null;
  highest: { test: string; ratio: number } | null;
}

/** Only results that may be compared count. */
export function countChanges(report: ReportView, tests: readonly number[]): Changes {
  const { base, judged, threshold, view } = report;
  const ratios = tests.flatMap((row) => {
    if (judged === null) return [];
    const [own, of] = [
      measured(report, 'throughput', [row, judged]),
      measured(report, 'throughput', [row, base]),
    ];
    const value = own.status === 'ok' && of.status === 'ok' ? ratio(own.value, of.value) : null;
    return value === null ? [] : [{ test: view.matrix.rows[row]?.key ?? '', ratio: value }];
  });
  const levels = ratios.map((each) => verdictLevel(each.ratio, 'higher-is-better', threshold));
  const sorted = ratios.toSorted((a, b) => a.ratio - b.ratio);
  return {
    worse: levels.filter((level) => isWorse(level)).length,
    better: levels.filter((level) => isBetter(level)).length,
    compared: ratios.length,
    lowest: sorted[0] ?? null,
    highest: sorted.at(-1) ?? null,
  };
}

/**
 * What the numbers say of the judged variant, and by which rule: the heatmap of the same runs may judge by their noise.
 *
 * @param noun what a test is called in this benchmark: `step`, `test`
 */
export function changeSentence(report: ReportView, tests: readonly number[], noun: string): ReportSentence {
  const { names, base, judged } = report;
  if (judged === null) {
    return { strong: 'One version.', rest: ' There is nothing to compare it with yet.' };
  }
  const [own, of] = [names[judged]?.short ?? '', names[base]?.short ?? ''];
  const { worse, better, compared, lowest, highest } = countChanges(report, tests);
  if (!lowest || !highest) {
    return {
      strong: 'Nothing to compare:',
      rest: ` ${own} and ${of} share no ${noun} that can be compared.`,
    };
  }
  const count = worse === 0 ? 'None' : String(worse);
  const faster = better > 0 ? `, ${better} faster` : '';
  return {
    strong: `${count} of ${compared} ${plural(compared, noun)} ${worse > 1 ? 'are' : 'is'} slower`,
    rest: ` in ${own} than in ${of}${faster}: from ${formatRatio(lowest.ratio)} (${lowest.test}) to ${formatRatio(highest.ratio)} (${highest.test}). ${plainThresholdText(report.threshold)}`,
  };
}

export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

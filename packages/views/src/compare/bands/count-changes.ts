import { isBetter, isSure, isWorse, verdictDirection } from '@basecase/analysis';
import { levelOf } from '../../results/relative';
import type { HeatmapSelection } from '../heatmap-selection';
import { verdictAt } from '../heatmap-verdicts';
import { verdictsOf } from '../judge-selection';
import { ratioAt } from '../ratio-at';

/** Tests of the judged column against the base. Where plain thresholds judge, none is possible or unclear. */
export interface ChangeCounts {
  compared: number;
  worse: number;
  better: number;
  possiblyWorse: number;
  possiblyBetter: number;
  unclear: number;
}

/** Counts what is believed, what is possible and what is unclear apart: none of them is another. */
export function countChanges(selection: HeatmapSelection): ChangeCounts {
  const verdicts = verdictsOf(selection);
  const counts = { compared: 0, worse: 0, better: 0, possiblyWorse: 0, possiblyBetter: 0, unclear: 0 };
  for (const [row] of selection.data.rows.entries()) {
    const verdict = verdicts && verdictAt(verdicts, row, selection.judged);
    if (verdict === 'missing') continue;
    const value = ratioAt(selection, selection.metric, { row, column: selection.judged });
    if (value === null) continue;
    counts.compared += 1;
    if (!verdict) {
      const level = levelOf(selection, value);
      counts.worse += Number(isWorse(level));
      counts.better += Number(isBetter(level));
      continue;
    }
    const direction = verdictDirection(verdict);
    if (direction === 'slower') counts[isSure(verdict) ? 'worse' : 'possiblyWorse'] += 1;
    if (direction === 'faster') counts[isSure(verdict) ? 'better' : 'possiblyBetter'] += 1;
    counts.unclear += Number(verdict === 'unclear');
  }
  return counts;
}

/** The words for a change for the worse and for the better. */
export function changeWords({ metric }: Pick<HeatmapSelection, 'metric'>): [worse: string, better: string] {
  return metric === 'throughput' ? ['slower', 'faster'] : ['worse', 'better'];
}

/** `2 slower, 1 possibly slower, 8 faster`; empty where nothing changed. */
export function changesText(counts: ChangeCounts, [worse, better]: readonly [string, string]): string {
  const parts: [number, string][] = [
    [counts.worse, worse],
    [counts.possiblyWorse, `possibly ${worse}`],
    [counts.better, better],
    [counts.possiblyBetter, `possibly ${better}`],
  ];
  return parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : [])).join(', ');
}

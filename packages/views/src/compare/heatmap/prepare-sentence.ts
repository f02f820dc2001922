import { isBetter, isWorse, largestStep } from '@basecase/analysis';
import { metricOf } from '@basecase/ingest/model';
import { isCost, levelOf } from '../../results/relative';
import { mostCommon } from '../../text/most-common';
import { type HeatmapSelection, lineValuesOf } from '../heatmap-selection';
import { verdictsOf } from '../judge-selection';
import { ratioAt } from '../ratio-at';
import { prepareVerdictSentence } from './prepare-verdict-sentence';
import type { Sentence } from './sentence';

/** Says what the numbers of the view say, for the judged column against the base. Counts all tests, not the filtered. */
export function prepareSentence(selection: HeatmapSelection): Sentence {
  const [judged, base] = [
    selection.names[selection.judged]?.short ?? '',
    selection.names[selection.base]?.short ?? '',
  ];
  if (selection.columns.length < 2) {
    const rest =
      selection.data.columns.length > 1
        ? ' Choose another under Columns to compare it with.'
        : ' There is nothing to compare it with yet.';
    return { strong: 'One column.', rest, step: null };
  }
  const verdicts = verdictsOf(selection);
  if (verdicts) return prepareVerdictSentence(selection, verdicts);
  const levels = selection.data.rows.flatMap(({ warmup }, row) => {
    if (warmup) return [];
    const value = ratioAt(selection, selection.metric, { row, column: selection.judged });
    return value === null ? [] : [levelOf(selection, value)];
  });
  if (levels.length === 0) {
    return {
      strong: 'Nothing to compare:',
      rest: ` ${judged} and ${base} share no test with a value.`,
      step: null,
    };
  }
  const worse = levels.filter((level) => isWorse(level)).length;
  const better = levels.filter((level) => isBetter(level)).length;
  const [worseWord, betterWord] = wordsOf(selection);
  return {
    strong: `${worse === 0 ? 'None' : worse} of ${levels.length} ${plural(levels.length, 'test')} ${worse === 1 || worse === 0 ? 'is' : 'are'} ${worseWord}`,
    rest: ` in ${judged} than in ${base}${better > 0 ? `, ${better} ${betterWord}` : ''}.`,
    step: isCost(selection.metric) ? null : commonStep(selection),
  };
}

function wordsOf(selection: HeatmapSelection): [worse: string, better: string] {
  if (selection.metric === 'throughput') return ['slower', 'faster'];
  const { label } = metricOf(selection.metric);
  return isCost(selection.metric) ? [`worse in ${label}`, 'better'] : [`lower in ${label}`, 'higher'];
}

/** The release where most tests take their largest step down. */
function commonStep(selection: HeatmapSelection): Sentence['step'] {
  const steps: number[] = [];
  let compared = 0;
  for (const [row, { warmup }] of selection.data.rows.entries()) {
    if (warmup) continue;
    const values = lineValuesOf(selection, selection.metric, row);
    if (values[selection.base] === null) continue;
    compared++;
    const step = largestStep(values, selection.base, selection.threshold);
    if (step) steps.push(step.index);
  }
  const top = mostCommon(steps);
  if (!top) return null;
  const [column, count] = top;
  return {
    words: 'The largest step down is',
    version: selection.names[column]?.short ?? '',
    where: count === compared ? `in all ${count}` : `in ${count} of ${compared}`,
  };
}

function plural(count: number, word: string): string {
  return count === 1 ? word : `${word}s`;
}

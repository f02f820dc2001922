import { largestStep } from '@basecase/analysis';
import { METRICS } from '@basecase/ingest/model';
import { isCost, levelOf, relative } from '../../results/relative';
import { mostCommon } from '../../text/most-common';
import { verdictsOf } from '../judge-view';
import { type View, valuesOf } from '../view';
import { prepareVerdictSentence } from './prepare-verdict-sentence';
import type { Sentence } from './sentence';

/** Says what the numbers of the view say, for the judged column against the base. Counts all tests, not the filtered. */
export function prepareSentence(view: View): Sentence {
  const [judged, base] = [view.names[view.judged]?.short ?? '', view.names[view.base]?.short ?? ''];
  if (view.columns.length < 2) {
    return { strong: 'One column.', rest: ' There is nothing to compare it with yet.', step: null };
  }
  const verdicts = verdictsOf(view);
  if (verdicts) return prepareVerdictSentence(view, verdicts);
  const levels = view.data.rows.flatMap((_, row) => {
    const values = valuesOf(view, view.metric, row);
    const value = relative(view.metric, values[view.judged] ?? null, values[view.base] ?? null);
    return value === null ? [] : [levelOf(view, value)];
  });
  if (levels.length === 0) {
    return {
      strong: 'Nothing to compare:',
      rest: ` ${judged} and ${base} share no test with a value.`,
      step: null,
    };
  }
  const worse = levels.filter((level) => level.startsWith('r')).length;
  const better = levels.filter((level) => level.startsWith('b')).length;
  const [worseWord, betterWord] = wordsOf(view);
  return {
    strong: `${worse === 0 ? 'None' : worse} of ${levels.length} ${plural(levels.length, 'test')} ${worse === 1 || worse === 0 ? 'is' : 'are'} ${worseWord}`,
    rest: ` in ${judged} than in ${base}${better > 0 ? `, ${better} ${betterWord}` : ''}.`,
    step: isCost(view.metric) ? null : commonStep(view),
  };
}

function wordsOf(view: View): [worse: string, better: string] {
  if (view.metric === 'throughput') return ['slower', 'faster'];
  const { label } = METRICS[view.metric];
  return isCost(view.metric) ? [`worse in ${label}`, 'better'] : [`lower in ${label}`, 'higher'];
}

/** The column where most tests take their largest step down. */
function commonStep(view: View): Sentence['step'] {
  const product = view.columns[view.base]?.product;
  const steps: number[] = [];
  let compared = 0;
  for (const [row] of view.data.rows.entries()) {
    const values = valuesOf(view, view.metric, row).map((value, column) =>
      view.columns[column]?.product === product ? value : null,
    );
    if (values[view.base] === null) continue;
    compared++;
    const step = largestStep(values, view.base, view.threshold);
    if (step) steps.push(step.index);
  }
  const top = mostCommon(steps);
  if (!top) return null;
  const [column, count] = top;
  return {
    words: 'The largest step down is',
    version: view.names[column]?.short ?? '',
    where: count === compared ? `in all ${count}` : `in ${count} of ${compared}`,
  };
}

function plural(count: number, word: string): string {
  return count === 1 ? word : `${word}s`;
}

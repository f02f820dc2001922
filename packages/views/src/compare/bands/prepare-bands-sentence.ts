import { isBetter, isSure, isWorse, verdictDirection } from '@basecase/analysis';
import { levelOf } from '../../results/relative';
import { prepareSentence } from '../heatmap/prepare-sentence';
import type { Sentence } from '../heatmap/sentence';
import type { HeatmapSelection } from '../heatmap-selection';
import { verdictAt } from '../heatmap-verdicts';
import { verdictsOf } from '../judge-selection';
import { ratioAt } from '../ratio-at';
import { type BandedSelection, hasBands, isAcrossProducts } from './banded-selection';
import { countUnclear, isMostlyUnclear } from './count-unclear';
import { prepareConfigPair } from './prepare-config-pair';

/** Says what the numbers say, of each band by itself: the first in full, the others in short. */
export function prepareBandsSentence(banded: BandedSelection): Sentence {
  const [first, ...others] = banded.bands.map(({ selection }) => selection);
  if (!first) return { strong: 'No columns.', rest: '', step: null };
  if (banded.pair) return pairSentence(banded);
  if (isAcrossProducts(banded)) return acrossProducts(first);
  if (!hasBands(banded)) return unclearFirst(first, prepareSentence(first));
  const sentence = unclearFirst(first, prepareSentence(withProduct(first)));
  return {
    strong: sentence.strong,
    rest: [sentence.rest, ...others.map((band) => ` ${shortSentence(band)}`)].join(''),
    step: null,
  };
}

/** Where most of a column is unclear, that comes before what is known. */
function unclearFirst(selection: HeatmapSelection, sentence: Sentence): Sentence {
  const count = countUnclear(selection, selection.judged);
  if (!isMostlyUnclear(count)) return sentence;
  return {
    ...sentence,
    strong:
      count.judged === 1
        ? 'The one test is unclear'
        : `${count.unclear} of ${count.judged} tests are unclear`,
    rest: `: these runs can't tell ${count.judged === 1 ? 'it' : 'them'} from no change. ${sentence.strong}${sentence.rest}`,
  };
}

/** Versions before the newest that the sentence has room for; the table has all. */
const OLDER_PAIRS = 3;

/** `4 of 9 tests are slower with gtid than without gtid in MySQL 9.5.0.` The newest version first. */
function pairSentence(banded: BandedSelection): Sentence {
  const { first = '', second = '' } = prepareConfigPair(banded) ?? {};
  const [newest, ...older] = [...banded.bands].reverse().map(({ selection }) => ({
    selection,
    ...countChanges(selection),
  }));
  if (!newest || newest.compared === 0) {
    return { strong: 'Nothing to compare:', rest: ' the two share no test with a value.', step: null };
  }
  const [worse, better] = banded.metric === 'throughput' ? ['slower', 'faster'] : ['worse', 'better'];
  const name = ({ columns }: HeatmapSelection) => columns[0]?.version ?? '';
  const product = newest.selection.columns[0]?.product ?? '';
  const tests = newest.compared === 1 ? 'test' : 'tests';
  const counts = (each: { worse: number; better: number }) =>
    [
      ...(each.worse > 0 ? [`${each.worse} ${worse}`] : []),
      ...(each.better > 0 ? [`${each.better} ${better}`] : []),
    ].join(', ');
  const others = older
    .slice(0, OLDER_PAIRS)
    .map((each) => ` ${name(each.selection)}: ${counts(each) || 'none'}.`);
  return {
    strong: `${newest.worse || 'None'} of ${newest.compared} ${tests} ${newest.worse < 2 ? 'is' : 'are'} ${worse} with ${second}`,
    rest: ` than ${first.startsWith('without ') ? first : `with ${first}`} in ${product} ${name(newest.selection)}${newest.better > 0 ? `, ${newest.better} ${better}` : ''}.${others.join('')}`,
    step: null,
  };
}

/** One base for several products is a choice that the reader has to know of. */
function acrossProducts(selection: HeatmapSelection): Sentence {
  const sentence = prepareSentence(selection);
  const base = selection.names[selection.base]?.short ?? '';
  return { ...sentence, rest: `${sentence.rest} One base for all products: ${base}.`, step: null };
}

/** The same with the product before the name of the judged column. */
function withProduct(selection: HeatmapSelection): HeatmapSelection {
  return {
    ...selection,
    names: selection.names.map((name, index) =>
      index === selection.judged ? { ...name, short: judgedName(selection) } : name,
    ),
  };
}

function judgedName({ columns, names, judged }: HeatmapSelection): string {
  return `${columns[judged]?.product ?? ''} ${names[judged]?.short ?? ''}`;
}

/** `PostgreSQL 18.2: 2 slower, 8 faster than 17.7.` */
function shortSentence(selection: HeatmapSelection): string {
  const name = judgedName(selection);
  if (selection.columns.length < 2) return `${name} has no other version beside it.`;
  const { compared, worse, better } = countChanges(selection);
  const base = selection.names[selection.base]?.short ?? '';
  if (compared === 0) return `${name} shares no test with ${base}.`;
  const [worseWord, betterWord] =
    selection.metric === 'throughput' ? ['slower', 'faster'] : ['worse', 'better'];
  if (worse + better === 0) return `${name}: none ${worseWord} or ${betterWord} than ${base}.`;
  const parts = [
    ...(worse > 0 ? [`${worse} ${worseWord}`] : []),
    ...(better > 0 ? [`${better} ${betterWord}`] : []),
  ];
  return `${name}: ${parts.join(', ')} than ${base}.`;
}

/** Tests of the judged column that are worse or better than the base: those that are believed, where noise judges. */
function countChanges(selection: HeatmapSelection): { compared: number; worse: number; better: number } {
  const verdicts = verdictsOf(selection);
  const counts = { compared: 0, worse: 0, better: 0 };
  for (const [row] of selection.data.rows.entries()) {
    const verdict = verdicts && verdictAt(verdicts, row, selection.judged);
    if (verdict === 'missing') continue;
    const value = ratioAt(selection, selection.metric, { row, column: selection.judged });
    if (value === null) continue;
    const level = levelOf(selection, value);
    const direction = verdict && isSure(verdict) ? verdictDirection(verdict) : null;
    counts.compared += 1;
    counts.worse += Number(verdict ? direction === 'slower' : isWorse(level));
    counts.better += Number(verdict ? direction === 'faster' : isBetter(level));
  }
  return counts;
}

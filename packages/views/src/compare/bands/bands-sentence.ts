import {
  firstBad,
  isBetter,
  isCompared,
  isLargeUnconfirmed,
  isSure,
  isWorse,
  largeText,
  stoppedText,
  verdictDirection,
} from '@basecase/analysis';
import { metricOf } from '@basecase/ingest/model';
import { stepNote } from '../../lines';
import { isCost, levelOf, thresholdOf } from '../../results/relative';
import { cellVerdict } from '../heatmap/heatmap-readout';
import { commonOnset, type Sentence, slowerText, verdictSentence } from '../heatmap/verdict-sentence';
import type { HeatmapSelection } from '../heatmap-selection';
import { countUnclear, isMostlyUnclear, type UnclearCount, verdictsOf } from '../judge-selection';
import { lineRatiosOf, ratioAt } from '../rounds-of-cell';
import {
  type BandedSelection,
  configPairModel,
  hasBands,
  isAcrossProducts,
  isOneSeries,
  mainBand,
} from './banded-selection';

/** Says what the numbers say, of each band by itself: the first in full, the others in short. */
export function bandsSentence(banded: BandedSelection): Sentence {
  const [first] = banded.bands.map(({ selection }) => selection);
  if (!first) return { strong: 'No columns.', rest: '', step: null };
  if (banded.pair) return pairSentence(banded);
  if (isAcrossProducts(banded)) return acrossProducts(first);
  if (!hasBands(banded)) return unclearFirst(first, heatmapSentence(first));
  const main = mainBand(banded);
  const sentence = unclearFirst(main, heatmapSentence(isOneSeries(banded) ? main : withProduct(main)));
  const others = banded.bands.flatMap(({ selection }) => (selection === main ? [] : [selection]));
  const steps = banded.parts.flatMap(({ step }) => step ?? []);
  return {
    strong: sentence.strong,
    rest: [
      sentence.rest,
      ...steps.map((step) => ` ${stepNote(step)}`),
      ...others.map((band) => ` ${shortSentence(band)}`),
    ].join(''),
    step: null,
  };
}

/** Where most of a column is unclear, that comes before what is known; only a stop comes before it. */
function unclearFirst(selection: HeatmapSelection, sentence: Sentence): Sentence {
  const count = countUnclear(selection, selection.judged);
  if (!isMostlyUnclear(count)) return sentence;
  const strong =
    count.judged === 1
      ? 'The one test is within noise'
      : `${count.unclear} of ${count.judged} tests are within noise`;
  const rest = `: these runs can't tell ${count.judged === 1 ? 'it' : 'them'} from no change.`;
  if (countChanges(selection).stopped > 0) return { ...sentence, rest: `${sentence.rest} ${strong}${rest}` };
  return { ...sentence, strong, rest: `${rest} ${sentence.strong}${sentence.rest}` };
}

/** Versions before the newest that the sentence has room for; the table has all. */
const OLDER_PAIRS = 3;

/** `4 of 9 tests are slower with gtid than without gtid in MySQL 9.5.0.` The newest version first. */
function pairSentence(banded: BandedSelection): Sentence {
  const { first = '', second = '' } = configPairModel(banded) ?? {};
  const [newest, ...older] = [...banded.bands].reverse().map(({ selection }) => ({
    selection,
    counts: countChanges(selection),
  }));
  if (!newest || newest.counts.compared === 0) {
    return { strong: 'Nothing to compare:', rest: ' the two share no test with a value.', step: null };
  }
  const [own] = newest.selection.columns;
  const words = changeWords(banded);
  const { compared, worse, ...counts } = newest.counts;
  const clearly = worse === 0 && counts.possiblyWorse + counts.unclear > 0 ? 'clearly ' : '';
  const also = [
    changesText({ ...newest.counts, worse: 0 }, words),
    // Where most are unclear, the sentence begins with it.
    counts.unclear > 0 && !isMostlyUnclear(unclearOf(newest.counts)) ? `${counts.unclear} within noise` : '',
  ].filter(Boolean);
  const against = first.startsWith('without ') ? first : `with ${first}`;
  const others = older.slice(0, OLDER_PAIRS).map((each) => ` ${olderText(each, words)}`);
  return unclearFirst(newest.selection, {
    strong: `${slowerText(worse, compared, { how: clearly, word: words[0] })} with ${second}`,
    rest: `${[` than ${against} in ${own?.product ?? ''} ${own?.version ?? ''}`, ...also].join(', ')}.${others.join('')}`,
    step: null,
  });
}

/** `8.4.7: 1 slower, 2 of 9 within noise.` */
function olderText(
  { selection, counts }: { selection: HeatmapSelection; counts: ChangeCounts },
  words: [string, string],
): string {
  const unclear = counts.unclear > 0 ? `${counts.unclear} of ${counts.compared} within noise` : '';
  const said = [changesText(counts, words), unclear].filter(Boolean).join(', ');
  return `${selection.columns[0]?.version ?? ''}: ${said || 'none'}.`;
}

/** One base for several products is a choice that the reader has to know of. */
function acrossProducts(selection: HeatmapSelection): Sentence {
  const sentence = unclearFirst(selection, heatmapSentence(selection));
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

/** `PostgreSQL 18.2: 2 slower, 8 faster than 17.7.` "None changed" is used only when every test shows it. */
function shortSentence(selection: HeatmapSelection): string {
  const name = judgedName(selection);
  if (selection.columns.length < 2) return `${name} has no other version to compare with.`;
  const counts = countChanges(selection);
  const { compared, unclear } = counts;
  const base = selection.names[selection.base]?.short ?? '';
  if (compared + counts.stopped === 0) return `${name} shares no test with ${base}.`;
  const words = changeWords(selection);
  const changes = changesText(counts, words);
  const moved = changesText({ ...counts, stopped: 0 }, words);
  const stops = counts.stopped > 0 ? `${counts.stopped} stopped working, ` : '';
  if (compared === 0) return `${name}: ${stops}and no other test is in ${base}.`;
  if (unclear === 0) return `${name}: ${stops}${moved || `none ${words.join(' or ')}`} than ${base}.`;
  const tests = `${unclear} of ${compared} ${compared === 1 ? 'test' : 'tests'} within noise`;
  if (!moved) {
    return `${name}: ${stops}${tests} against ${base}${unclear < compared ? ', no change in the others' : ''}.`;
  }
  return isMostlyUnclear(unclearOf(counts))
    ? `${name}: ${tests}, ${changes} than ${base}.`
    : `${name}: ${changes} than ${base}, ${unclear} within noise.`;
}

function unclearOf({ compared, unclear }: ChangeCounts): UnclearCount {
  return { judged: compared, unclear };
}

/** Tests of the judged column against the base. Where plain thresholds judge, none is possible or unclear. */
type ChangeCounts = ReturnType<typeof countChanges>;

/** Counts what is believed, what is possible and what is unclear apart: none of them is another. */
function countChanges(selection: HeatmapSelection) {
  const counts = {
    compared: 0,
    stopped: 0,
    worse: 0,
    better: 0,
    possiblyWorse: 0,
    possiblyBetter: 0,
    largeWorse: 0,
    largeBetter: 0,
    unclear: 0,
  };
  for (const [row] of selection.data.rows.entries()) {
    const verdict = cellVerdict(selection, row, selection.judged);
    if (verdict && !isCompared(verdict)) {
      counts.stopped += Number(verdict === 'stopped working');
      continue;
    }
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
    const isLarge = isLargeUnconfirmed(verdict, value);
    if (isLarge) counts[direction === 'slower' ? 'largeWorse' : 'largeBetter'] += 1;
    counts.unclear += Number(verdict === 'unclear');
  }
  return counts;
}

/** The words for a change for the worse and for the better. */
function changeWords({ metric }: Pick<HeatmapSelection, 'metric'>): [worse: string, better: string] {
  return metric === 'throughput' ? ['slower', 'faster'] : ['worse', 'better'];
}

/** `2 slower, 1 likely slower, 8 faster`; empty where nothing changed. */
function changesText(counts: ChangeCounts, [worse, better]: readonly [string, string]): string {
  const parts: [number, string][] = [
    [counts.stopped, 'stopped working'],
    [counts.worse, worse],
    [counts.possiblyWorse, `likely ${worse}${largeText(counts.largeWorse)}`],
    [counts.better, better],
    [counts.possiblyBetter, `likely ${better}${largeText(counts.largeBetter)}`],
  ];
  return parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : [])).join(', ');
}

/** Says what the numbers of the view say, for the judged column against the base. Counts all tests, not the filtered. */
export function heatmapSentence(selection: HeatmapSelection): Sentence {
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
  if (verdicts) return verdictSentence(selection, verdicts);
  const stopped = stoppedText(
    selection.data.rows.flatMap(({ warmup }, row) =>
      warmup ? [] : (cellVerdict(selection, row, selection.judged) ?? []),
    ),
  );
  const levels = selection.data.rows.flatMap(({ warmup }, row) => {
    if (warmup || cellVerdict(selection, row, selection.judged) === 'stopped working') return [];
    const value = ratioAt(selection, selection.metric, { row, column: selection.judged });
    return value === null ? [] : [levelOf(selection, value)];
  });
  if (levels.length === 0 && stopped !== '')
    return { strong: stopped, rest: ` No other test of ${judged} is in ${base}.`, step: null };
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
    strong: `${stopped && `${stopped} `}${slowerText(worse, levels.length, { word: worseWord })}`,
    rest: ` in ${judged} than in ${base}${better > 0 ? `, ${better} ${betterWord}` : ''}.`,
    step: isCost(selection.metric) ? null : commonStep(selection),
  };
}

function wordsOf(selection: HeatmapSelection): [worse: string, better: string] {
  if (selection.metric === 'throughput') return ['slower', 'faster'];
  const { label } = metricOf(selection.metric);
  return isCost(selection.metric) ? [`worse in ${label}`, 'better'] : [`lower in ${label}`, 'higher'];
}

/** The first bad versions of the tests, by a plain threshold. */
function commonStep(selection: HeatmapSelection): Sentence['step'] {
  const firsts = selection.data.rows.flatMap(({ warmup }, row) => {
    const values = warmup ? [] : lineRatiosOf(selection, selection.metric, row);
    return firstBad(values, selection.base, thresholdOf(selection)) ?? [];
  });
  return commonOnset(selection, firsts);
}

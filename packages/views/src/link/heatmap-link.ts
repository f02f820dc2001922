import {
  changeWord,
  explanationSentence,
  groupBy,
  isCompared,
  isJudged,
  isLargeUnconfirmed,
  isSure,
  type JudgedCell,
  median,
  partText,
  type Verdict,
  verdictDirection,
} from '@basecase/analysis';
import {
  type BandedSelection,
  findOpenCell,
  hasBands,
  mainBand,
  toBandedSelection,
} from '../compare/bands/banded-selection';
import { bandsSentence } from '../compare/bands/bands-sentence';
import { toColumnSet } from '../compare/column-set';
import type { CompareState } from '../compare/compare-state';
import { cellVerdict } from '../compare/heatmap/heatmap-readout';
import { sentenceText } from '../compare/heatmap/verdict-sentence';
import { type HeatmapData, type HeatmapVerdicts, verdictAt } from '../compare/heatmap-data';
import type { HeatmapSelection } from '../compare/heatmap-selection';
import { judgeSelection, verdictsOf } from '../compare/judge-selection';
import { explainCell, ratioAt } from '../compare/rounds-of-cell';
import { countText } from '../text/words';
import {
  comparedSentence,
  type LinkCard,
  type LinkCertainty,
  linkCertainty,
  machineWords,
  whereText,
} from './link-card';
import { chartOf } from './link-chart-of';
import { benchmarkDoes, benchmarkName, countedNoun, testDoes } from './test-glossary';

/** The card of a heatmap: of the open cell, or of its judged column against the base. */
export function heatmapLink(data: HeatmapData, state: CompareState): LinkCard {
  const banded = toBandedSelection(toColumnSet(data, state), state);
  const found = findOpenCell(banded, state.cell);
  if (found && found.open.column !== found.selection.base) return cellLink(found.selection, found.open);
  const selection = mainBand(banded);
  const verdicts = verdictsOf(selection);
  return verdicts === null || selection.judged === selection.base
    ? plainLink(selection, banded)
    : columnLink(selection, verdicts, banded);
}

/** Later columns of the release line, if all that were compared are sure of the same direction. */
function laterThatAgree(
  selection: HeatmapSelection,
  verdictOf: (column: number) => Verdict | null,
  { column, verdict }: { column: number; verdict: Verdict },
): number {
  const later = selection.columns
    .flatMap((_, index) =>
      index > column && selection.lineStart[index] === selection.lineStart[column] ? [index] : [],
    )
    .map(verdictOf)
    .filter((each) => each !== null && isCompared(each)) as Verdict[];
  const agrees = (each: Verdict) => isSure(each) && verdictDirection(each) === verdictDirection(verdict);
  return later.every(agrees) ? later.length : 0;
}

function cellLink(selection: HeatmapSelection, open: { row: number; column: number }): LinkCard {
  const { data, base } = selection;
  const test = data.rows[open.row];
  const benchmark = data.workload.benchmark;
  const name = [test?.name ?? '', test?.range == null ? '' : String(test.range)].filter(Boolean).join(' ');
  const verdict = selection.metric === 'throughput' ? cellVerdict(selection, open.row, open.column) : null;
  const ratio = ratioAt(selection, 'throughput', open);
  const cell = verdict && evidenceOf(selection, open, verdict);
  const product = selection.columns[open.column]?.product ?? '';
  const own = selection.names[open.column]?.short ?? '';
  const explained =
    cell && verdictDirection(cell.verdict) ? explainCell(selection, open.row, open.column) : null;
  return {
    crumbs: ['Comparison', product, name],
    sentence: comparedSentence({
      verdict: verdict ?? plainVerdict(ratio),
      x: ratio === null ? null : Math.log(ratio),
      own: `${product} ${own}`,
      base: nameOf(selection, base, open.column),
      noun: countedNoun(test?.unit ?? '', test?.name ?? null),
      test: name,
      where: machineWords(data.server),
    }),
    more: '',
    certainty: verdict && certaintyOfCell(selection, { ...open, verdict, ratio, cell }),
    chart: chartOf(selection, open),
    facts: {
      ...factsOf(selection, test ? testDoes(benchmark, test.name) : null),
      why: explained ? explanationSentence(explained) : '',
    },
  };
}

function certaintyOfCell(
  selection: HeatmapSelection,
  {
    row,
    column,
    verdict,
    ratio,
    cell,
  }: { row: number; column: number; verdict: Verdict; ratio: number | null; cell: JudgedCell | null },
): LinkCertainty {
  const verdicts = verdictsOf(selection);
  return linkCertainty(
    {
      verdict,
      x: ratio === null ? null : Math.log(ratio),
      band: cell?.band ?? null,
      isNoiseMeasured: isMeasured(verdicts, column),
      kind: selection.data.noise?.server ?? null,
      runs: cell ? Math.min(cell.baseRuns, cell.versionRuns) : 1,
      rounds: cell?.rounds?.n ?? null,
      neighbours: laterThatAgree(selection, (other) => cellVerdict(selection, row, other), {
        column,
        verdict,
      }),
      changedBy: cell?.changedBy ?? (verdicts?.columns[column]?.unsure ? 'evidence' : null),
      steal: cell?.steal ?? null,
    },
    isLargeUnconfirmed(verdict, ratio),
  );
}

/** Without verdicts the ratio alone decides. */
function plainVerdict(ratio: number | null): Verdict {
  if (ratio === null) return 'missing';
  return ratio < 1 ? 'regression' : ratio > 1 ? 'improvement' : 'no change';
}

/** While plain thresholds judge, or the base is all there is: what the view says, without a level. */
function plainLink(selection: HeatmapSelection, banded: BandedSelection): LinkCard {
  const { strong, rest } = bandsSentence(banded);
  return {
    crumbs: ['Comparison', selection.columns[selection.judged]?.product ?? ''],
    sentence: strong + rest,
    more: '',
    certainty: null,
    chart:
      selection.judged === selection.base
        ? null
        : chartOf(selection, { row: null, column: selection.judged }),
    facts: factsOf(selection, benchmarkDoes(selection.data.workload.benchmark)),
  };
}

interface Moved {
  row: number;
  verdict: Verdict;
  x: number;
}

/** The card of the judged column against the base, over all tests. */
function columnLink(
  selection: HeatmapSelection,
  verdicts: HeatmapVerdicts,
  banded: BandedSelection,
): LinkCard {
  const { data, base, judged } = selection;
  const all = data.rows.map((_, row) => verdictAt(verdicts, row, judged));
  const moved = all.flatMap((verdict, row): Moved[] => {
    const ratio = ratioAt(selection, 'throughput', { row, column: judged });
    return verdictDirection(verdict) && ratio !== null ? [{ row, verdict, x: Math.log(ratio) }] : [];
  });
  const count = all.filter(isCompared).length;
  const stopped = all.filter((verdict) => verdict === 'stopped working').length;
  const sure = moved.filter(({ verdict }) => isSure(verdict));
  const shown = sure.length > 0 ? sure : moved;
  const product = selection.columns[judged]?.product ?? '';
  const names = {
    own: `${product} ${selection.names[judged]?.short ?? ''}`,
    base: nameOf(selection, base, judged),
    where: machineWords(data.server),
  };
  const sentence = columnSentence(selection, { all, shown, count, names });
  const also = hasBands(banded) ? sentenceText(bandsSentence(banded)) : '';
  return {
    crumbs: ['Comparison', product],
    sentence: `${stopped > 0 ? `${countText(stopped, 'test')} stopped working in ${names.own}. ` : ''}${sentence.sentence}`,
    more: [sentence.more, also].filter(Boolean).join(' '),
    certainty: certaintyOfColumn(selection, verdicts, { all, shown, isStopped: stopped > 0 }),
    chart: chartOf(selection, { row: null, column: judged }),
    facts: factsOf(selection, benchmarkDoes(data.workload.benchmark)),
  };
}

/** From this part of the tests on, a sentence is about all of them. */
const MOST = 0.75;

function columnSentence(
  { data }: HeatmapSelection,
  {
    all,
    shown,
    count,
    names,
  }: {
    all: readonly Verdict[];
    shown: readonly Moved[];
    count: number;
    names: { own: string; base: string; where: string };
  },
): Pick<LinkCard, 'sentence' | 'more'> {
  const { own, base, where } = names;
  const slower = shown.filter(({ x }) => x < 0);
  const faster = shown.filter(({ x }) => x > 0);
  const isLikely = shown.some(({ verdict }) => !isSure(verdict));
  const noun = nounOf(data.rows.filter((_, row) => isCompared(all[row] ?? 'missing')));
  const [most, fewer] = slower.length >= faster.length ? [slower, faster] : [faster, slower];
  const [first] = most;
  if (!first) {
    const isSame = count > 0 && all.filter(isCompared).every((verdict) => verdict === 'no change');
    const verdict = count === 0 ? 'missing' : isSame ? 'no change' : 'unclear';
    const tests = `any of ${countText(count, 'test')}`;
    return {
      sentence: comparedSentence({ verdict, x: count === 0 ? null : 0, noun, test: '', ...names }),
      more:
        count === 0
          ? ''
          : isSame
            ? `No change of 5% or more in ${tests}.`
            : `Nothing exceeds the noise in ${tests}.`,
    };
  }
  const word = first.x < 0 ? 'slower' : 'faster';
  if (fewer.length === 0 && most.length >= MOST * count) {
    const x = median(most.map((each) => each.x)) ?? first.x;
    const which =
      most.length === count
        ? `All ${countText(count, 'test')}`
        : `${most.length} of ${countText(count, 'test')}`;
    return {
      sentence: comparedSentence({ verdict: first.verdict, x, noun, test: '', ...names }),
      more: `${which} ${isLikely ? 'look' : 'got'} ${word}, ${rangeText(most)}.${isLikely ? ' None is confirmed yet.' : ''}`,
    };
  }
  const verb = isLikely ? 'looks' : 'is';
  const also = fewer.length > 0 ? ` and ${word === 'slower' ? 'faster' : 'slower'} in ${fewer.length}` : '';
  const likely = all.filter((verdict) => changeWord(verdict)?.startsWith('likely')).length;
  return {
    sentence: `${own} ${verb} ${word} than ${base} in ${most.length} of ${countText(count, 'test')}${also} ${where}.`,
    more: [
      `${word === 'slower' ? 'Slower' : 'Faster'} ${rangeText(most)}.`,
      isLikely
        ? 'None is confirmed yet.'
        : likely > 0
          ? `${countText(likely, 'more test')} likely changed.`
          : '',
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** What most of the tests count; null where they count different things. */
function nounOf(rows: HeatmapData['rows']): string | null {
  const [most] = [...groupBy(rows, ({ unit }) => unit)].sort((a, b) => b[1].length - a[1].length);
  return most && most[1].length >= MOST * rows.length ? countedNoun(most[0], null) : null;
}

/** `by 12% to 32%`, `by 7%`. */
function rangeText(moved: readonly Moved[]): string {
  const parts = moved.map(({ x }) => Math.abs(Math.expm1(x)));
  const [low, high] = [partText(Math.min(...parts)), partText(Math.max(...parts))];
  return low === high ? `by ${low}` : `by ${low} to ${high}`;
}

function certaintyOfColumn(
  selection: HeatmapSelection,
  verdicts: HeatmapVerdicts,
  { all, shown, isStopped }: { all: readonly Verdict[]; shown: readonly Moved[]; isStopped: boolean },
): LinkCertainty {
  const { judged } = selection;
  const slower = shown.filter(({ x }) => x < 0);
  const most = slower.length * 2 >= shown.length ? slower : shown.filter(({ x }) => x > 0);
  const rows =
    most.length > 0
      ? most.map(({ row }) => row)
      : all.flatMap((verdict, row) => (isCompared(verdict) ? [row] : []));
  const cells = rows.flatMap(
    (row) => evidenceOf(selection, { row, column: judged }, all[row] ?? 'missing') ?? [],
  );
  const verdict =
    most[0]?.verdict ?? (rows.length === 0 ? (isStopped ? 'stopped working' : 'missing') : worstOfNoise(all));
  const x =
    most.length > 0 ? median(most.map((each) => each.x)) : (median(cells.map((cell) => cell.x)) ?? null);
  return linkCertainty(
    {
      verdict,
      x,
      band: median(cells.map(({ band }) => band)),
      isMedian: rows.length > 1,
      isNoiseMeasured: isMeasured(verdicts, judged),
      kind: selection.data.noise?.server ?? null,
      runs: cells.length === 0 ? 1 : Math.min(...cells.flatMap((cell) => [cell.baseRuns, cell.versionRuns])),
      changedBy: verdicts.columns[judged]?.unsure ? 'evidence' : null,
    },
    x !== null && isLargeUnconfirmed(verdict, Math.exp(x)),
  );
}

function worstOfNoise(all: readonly Verdict[]): Verdict {
  return all.includes('unclear') ? 'unclear' : 'no change';
}

/** A column next to another one: with its product where that is another. */
function nameOf({ columns, names }: HeatmapSelection, column: number, other: number): string {
  const own = names[column]?.short ?? '';
  const product = columns[column]?.product ?? '';
  return product === columns[other]?.product ? own : `${product} ${own}`;
}

/** What ran and where. */
function factsOf({ data }: HeatmapSelection, does: string | null): LinkCard['facts'] {
  const { server, workload, noise } = data;
  const about = [workload.label, ...workload.details].join(', ');
  return {
    what: [does ?? `${benchmarkName(workload.benchmark)}.`, `${about}.`].join(' '),
    where: whereText(server, noise?.server ?? null),
    why: '',
  };
}

/** The evidence of a cell, where today's rule agrees with the verdict that the view shows. */
function evidenceOf(selection: HeatmapSelection, at: { row: number; column: number }, verdict: Verdict) {
  const cell = judgeSelection(selection)?.cells[at.row]?.[at.column];
  return cell && isJudged(cell) && cell.verdict === verdict ? cell : null;
}

/** False where the noise behind a column was assumed. */
function isMeasured(verdicts: HeatmapVerdicts | null, column: number): boolean {
  const note = verdicts?.columns[column];
  return note ? note.pairs > 0 || note.nights !== undefined || (note.rounds ?? 0) > 0 : true;
}

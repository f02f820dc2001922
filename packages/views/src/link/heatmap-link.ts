import {
  explanationSentence,
  isCompared,
  isLargeUnconfirmed,
  isSure,
  type JudgedCell,
  type Verdict,
  verdictDirection,
} from '@basecase/analysis';
import {
  type BandedSelection,
  findOpenCell,
  mainBand,
  toBandedSelection,
} from '../compare/bands/banded-selection';
import { bandsSentence } from '../compare/bands/bands-sentence';
import { toColumnSet } from '../compare/column-set';
import type { CompareState } from '../compare/compare-state';
import { cellVerdict } from '../compare/heatmap/heatmap-readout';
import type { HeatmapData } from '../compare/heatmap-data';
import type { HeatmapSelection } from '../compare/heatmap-selection';
import { verdictsOf } from '../compare/judge-selection';
import { explainCell, ratioAt } from '../compare/rounds-of-cell';
import { columnLink } from './column-link';
import { evidenceOf, factsOf, isMeasured, nameOf } from './heatmap-facts';
import {
  comparedSentence,
  type LinkCard,
  type LinkCertainty,
  linkCertainty,
  machineWords,
} from './link-card';
import { chartOf } from './link-chart-of';
import { benchmarkDoes, countedNoun, testDoes } from './test-glossary';

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

import { type Level, MISSING, NEUTRAL, NO_VALUE, type Verdict } from '@basecase/analysis';
import type { CellCard, TableCard } from '../../document/table-card';
import { isCost, thresholdOf } from '../../results/relative';
import { serverClass } from '../../text/words';
import {
  type BandedSelection,
  type ConfigPairModel,
  configPairModel,
  findOpenCell,
  hasBands,
  hasPartHeads,
  inBand,
  isBase,
  isOneSeries,
  toBandedSelection,
  viewTitle,
} from '../bands/banded-selection';
import { bandsSentence } from '../bands/bands-sentence';
import { panelModel } from '../cell/panel-model';
import { toColumnSet } from '../column-set';
import type { CompareState } from '../compare-state';
import type { HeatmapData } from '../heatmap-data';
import { metricLabel } from '../heatmap-selection';
import { heatmapModel } from './heatmap-model';
import { cellVerdict } from './heatmap-readout';
import { sentenceText } from './verdict-sentence';

/** The visible table of a state: its columns, its filter, its order. Folded groups are open: a card has no fold. */
export function tableCard(data: HeatmapData, state: CompareState): TableCard {
  const { selection, groups } = heatmapModel(toColumnSet(data, state), { ...state, fold: [] });
  const { workload } = data;
  const pair = configPairModel(selection);
  return {
    title: titleText(selection),
    meta: [workload.label, ...workload.details, ...(workload.source ? [workload.source] : [])].join(', '),
    sentence: sentenceText(bandsSentence(selection)),
    metric: `Relative ${metricLabel(data, selection.metric)}, version / base${isOneSeries(selection) || selection.pair || !hasBands(selection) ? '' : ' of its product'}`,
    legend: legendText(selection),
    columns: selection.names.map(({ version, detail }, index) => ({
      ...(pair
        ? pairHead(pair, index)
        : { name: version, detail: isBase(selection, index) ? 'base' : detail }),
      isBase: isBase(selection, index),
    })),
    ...(hasPartHeads(selection) && {
      bands: selection.parts.map(({ title, drawn }) => ({ name: title, columns: drawn.length })),
    }),
    groups: groups.map(({ label, rows }) => ({
      label,
      rows: rows.map(({ row, name, note, cells }) => ({
        test: name,
        note,
        cells: cells.map(({ text, className }, column) => ({
          text,
          level: levelIn(className),
          verdict: verdictIn(selection, row, column) ?? undefined,
        })),
      })),
    })),
  };
}

/** A card has no room for both names side by side. */
function pairHead({ heads }: ConfigPairModel, index: number): { name: string; detail: string } {
  const place = index % heads.length;
  const { name = '', detail = '' } = heads[place] ?? {};
  return { name: place === heads.length - 1 ? 'ratio' : name, detail };
}

function verdictIn(selection: BandedSelection, row: number, column: number): Verdict | null {
  const own = inBand(selection, column);
  return cellVerdict(own.selection, row, own.column);
}

/** The open cell of a state with its numbers; null when none is open. */
export function cellCard(data: HeatmapData, state: CompareState): CellCard | null {
  const found = findOpenCell(toBandedSelection(toColumnSet(data, state), state), state.cell);
  if (!found) return null;
  const { selection, open } = found;
  const panel = panelModel(selection, open);
  if (!panel) return null;
  const [own, base] = [panel.absolute[open.column], panel.absolute[selection.base]];
  const ratios = panel.relative.find((row) => row.isOpen)?.cells;
  return {
    test: panel.test,
    note: panel.note,
    subtitle: panel.subtitle,
    tiles: panel.tiles,
    explanation: panel.explanation,
    names: { own: own?.name ?? '', base: base?.name ?? '' },
    metrics: panel.metrics.map((label, index) => ({
      label,
      own: own?.cells[index] ?? NO_VALUE,
      base: base?.cells[index] ?? NO_VALUE,
      ratio: ratios?.[index] ?? { text: NO_VALUE, level: MISSING },
    })),
  };
}

/** Title and description of a state, for the window, search and social cards. */
export function describeView(data: HeatmapData, state: CompareState): { title: string; description: string } {
  const selection = toBandedSelection(toColumnSet(data, state), state);
  const cell = cellCard(data, state);
  if (cell) {
    return {
      title: `${[cell.test, cell.note].filter(Boolean).join(' ')}: ${cell.subtitle}`,
      description:
        cell.tiles.map(({ verdict, words }) => `${verdict.text} ${words}`).join('; ') || cell.explanation,
    };
  }
  return {
    title: `${viewTitle(selection)}, ${serverClass(data.server)}`,
    description: sentenceText(bandsSentence(selection)),
  };
}

function titleText(selection: BandedSelection): string {
  return `${viewTitle(selection)} on ${serverClass(selection.data.server)}`;
}

function legendText(selection: BandedSelection): string {
  if (selection.rule === 'verdicts')
    return 'orange: slower, blue: faster, both beyond the noise of this server; dashed: likely, not confirmed; plain: within noise';
  const [low, high] = [thresholdOf(selection), 1 / thresholdOf(selection)].map((limit) => limit.toFixed(2));
  return isCost(selection.metric)
    ? `orange: worse, ${high} or more; blue: better, ${low} or less`
    : `orange: ${selection.metric === 'throughput' ? 'slower' : 'worse'}, ${low} or less; blue: ${selection.metric === 'throughput' ? 'faster' : 'better'}, ${high} or more`;
}

const LEVEL = /(?:^| )([rb][1-5]|[nv])(?: |$)/;

/** The fill of a cell, out of its classes. */
function levelIn(className: string): Level {
  return (LEVEL.exec(className)?.[1] ?? NEUTRAL) as Level;
}

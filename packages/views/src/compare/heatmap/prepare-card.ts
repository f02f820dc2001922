import { type Level, MISSING, NEUTRAL, NO_VALUE } from '@basecase/analysis';
import type { CellCard, TableCard } from '../../document/table-card';
import { isCost } from '../../results/relative';
import { serverClass } from '../../text/server-name';
import { preparePanel } from '../cell/prepare-panel';
import { titleOf } from '../choose-columns';
import { toColumnSet } from '../column-set';
import type { CompareState } from '../compare-state';
import type { HeatmapData } from '../heatmap-data';
import { type HeatmapSelection, metricLabel, toHeatmapSelection } from '../heatmap-selection';
import { findCell } from './prepare-cell';
import { prepareHeatmap } from './prepare-heatmap';
import { cellVerdict } from './prepare-readout';
import { prepareSentence } from './prepare-sentence';
import { sentenceText } from './sentence';

/** The visible table of a state: its columns, its filter, its order. Folded groups are open: a card has no fold. */
export function prepareTableCard(data: HeatmapData, state: CompareState): TableCard {
  const { selection, groups } = prepareHeatmap(toColumnSet(data, state), { ...state, fold: [] });
  const { workload } = data;
  return {
    title: titleText(selection),
    meta: [workload.label, ...workload.details, ...(workload.source ? [workload.source] : [])].join(', '),
    sentence: sentenceText(prepareSentence(selection)),
    metric: `Relative ${metricLabel(data, selection.metric)}, version / base`,
    legend: legendText(selection),
    columns: selection.names.map(({ version, detail }, index) => ({
      name: version,
      detail: index === selection.base ? 'base' : detail,
      isBase: index === selection.base,
    })),
    groups: groups.map(({ label, rows }) => ({
      label,
      rows: rows.map(({ row, name, note, cells }) => ({
        test: name,
        note,
        cells: cells.map(({ text, className }, column) => ({
          text,
          level: levelIn(className),
          verdict: cellVerdict(selection, row, column) ?? undefined,
        })),
      })),
    })),
  };
}

/** The open cell of a state with its numbers; null when none is open. */
export function prepareCellCard(data: HeatmapData, state: CompareState): CellCard | null {
  const selection = toHeatmapSelection(toColumnSet(data, state), state);
  const open = findCell(selection, state.cell);
  const panel = open && preparePanel(selection, open);
  if (!open || !panel) return null;
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
  const selection = toHeatmapSelection(toColumnSet(data, state), state);
  const cell = prepareCellCard(data, state);
  if (cell) {
    return {
      title: `${[cell.test, cell.note].filter(Boolean).join(' ')}: ${cell.subtitle}`,
      description:
        cell.tiles.map(({ verdict, words }) => `${verdict.text} ${words}`).join('; ') || cell.explanation,
    };
  }
  return {
    title: `${titleOf(selection.columns)}, ${serverClass(data.server)}`,
    description: sentenceText(prepareSentence(selection)),
  };
}

function titleText({ columns, data }: HeatmapSelection): string {
  return `${titleOf(columns)} on ${serverClass(data.server)}`;
}

function legendText(selection: HeatmapSelection): string {
  if (selection.rule === 'verdicts')
    return 'orange: slower, blue: faster, both beyond the noise of this server; hollow: possible; dots: unclear';
  const [low, high] = [selection.threshold.toFixed(2), (1 / selection.threshold).toFixed(2)];
  return isCost(selection.metric)
    ? `orange: worse, ${high} or more; blue: better, ${low} or less`
    : `orange: slower, ${low} or less; blue: faster, ${high} or more`;
}

const LEVEL = /(?:^| )([rb][1-5]|[nv])(?: |$)/;

/** The fill of a cell, out of its classes. */
function levelIn(className: string): Level {
  return (LEVEL.exec(className)?.[1] ?? NEUTRAL) as Level;
}

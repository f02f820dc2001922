import { type Level, NO_VALUE } from '@basecase/analysis';
import type { CellCard, TableCard } from '../../document/table-card';
import { isCost } from '../../results/relative';
import { serverClass } from '../../text/server-name';
import { preparePanel } from '../cell/prepare-panel';
import { toColumnSet } from '../column-set';
import { titleOf } from '../columns';
import type { CompareState } from '../compare-state';
import type { HeatData } from '../heat-data';
import { metricLabel, toView, type View } from '../view';
import { findCell } from './prepare-cell';
import { prepareHeatmap } from './prepare-heatmap';
import { cellVerdict } from './prepare-readout';
import { prepareSentence } from './prepare-sentence';
import { sentenceText } from './sentence';

/** The visible table of a state: its columns, its filter, its order. Folded groups are open: a card has no fold. */
export function prepareTableCard(data: HeatData, state: CompareState): TableCard {
  const { view, groups } = prepareHeatmap(toColumnSet(data, state), { ...state, fold: [] });
  const { workload } = data;
  return {
    title: titleText(view),
    meta: [workload.label, ...workload.details, ...(workload.source ? [workload.source] : [])].join(', '),
    sentence: sentenceText(prepareSentence(view)),
    metric: `Relative ${metricLabel(data, view.metric)}, version / base`,
    legend: legendText(view),
    columns: view.names.map(({ version, detail }, index) => ({
      name: version,
      detail: index === view.base ? 'base' : detail,
      isBase: index === view.base,
    })),
    groups: groups.map(({ label, rows }) => ({
      label,
      rows: rows.map(({ row, name, note, cells }) => ({
        test: name,
        note,
        cells: cells.map(({ text, className }, column) => ({
          text,
          level: levelIn(className),
          verdict: cellVerdict(view, row, column) ?? undefined,
        })),
      })),
    })),
  };
}

/** The open cell of a state with its numbers; null when none is open. */
export function prepareCellCard(data: HeatData, state: CompareState): CellCard | null {
  const view = toView(toColumnSet(data, state), state);
  const open = findCell(view, state.cell);
  const panel = open && preparePanel(view, open);
  if (!open || !panel) return null;
  const [own, base] = [panel.absolute[open.column], panel.absolute[view.base]];
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
      ratio: ratios?.[index] ?? { text: NO_VALUE, level: 'v' },
    })),
  };
}

/** Title and description of a state, for the window, search and social cards. */
export function describeView(data: HeatData, state: CompareState): { title: string; description: string } {
  const view = toView(toColumnSet(data, state), state);
  const cell = prepareCellCard(data, state);
  if (cell) {
    return {
      title: `${[cell.test, cell.note].filter(Boolean).join(' ')}: ${cell.subtitle}`,
      description:
        cell.tiles.map(({ verdict, words }) => `${verdict.text} ${words}`).join('; ') || cell.explanation,
    };
  }
  return {
    title: `${titleOf(view.columns)}, ${serverClass(data.server)}`,
    description: sentenceText(prepareSentence(view)),
  };
}

function titleText({ columns, data }: View): string {
  return `${titleOf(columns)} on ${serverClass(data.server)}`;
}

function legendText(view: View): string {
  if (view.rule === 'verdicts')
    return 'orange: slower, blue: faster, both beyond the noise of this server; hollow: possible; dots: unclear';
  const [low, high] = [view.threshold.toFixed(2), (1 / view.threshold).toFixed(2)];
  return isCost(view.metric)
    ? `orange: worse, ${high} or more; blue: better, ${low} or less`
    : `orange: slower, ${low} or less; blue: faster, ${high} or more`;
}

const LEVEL = /(?:^| )([rb][1-5]|[nv])(?: |$)/;

/** The fill of a cell, out of its classes. */
function levelIn(className: string): Level {
  return (LEVEL.exec(className)?.[1] ?? 'n') as Level;
}

import { isJudged, type Verdict } from '@basecase/analysis';
import type { HeatmapVerdicts } from '../compare/heatmap-data';
import type { HeatmapSelection } from '../compare/heatmap-selection';
import { judgeSelection } from '../compare/judge-selection';
import { type LinkCard, whereText } from './link-card';
import { benchmarkName } from './test-glossary';

/** A column next to another one: with its product where that is another. */
export function nameOf({ columns, names }: HeatmapSelection, column: number, other: number): string {
  const own = names[column]?.short ?? '';
  const product = columns[column]?.product ?? '';
  return product === columns[other]?.product ? own : `${product} ${own}`;
}

/** What ran and where. */
export function factsOf({ data }: HeatmapSelection, does: string | null): LinkCard['facts'] {
  const { server, workload, noise } = data;
  const about = [workload.label, ...workload.details].join(', ');
  return {
    what: [does ?? `${benchmarkName(workload.benchmark)}.`, `${about}.`].join(' '),
    where: whereText(server, noise?.server ?? null),
    why: '',
  };
}

/** The evidence of a cell, where today's rule agrees with the verdict that the view shows. */
export function evidenceOf(
  selection: HeatmapSelection,
  at: { row: number; column: number },
  verdict: Verdict,
) {
  const cell = judgeSelection(selection)?.cells[at.row]?.[at.column];
  return cell && isJudged(cell) && cell.verdict === verdict ? cell : null;
}

/** False where the noise behind a column was assumed. */
export function isMeasured(verdicts: HeatmapVerdicts | null, column: number): boolean {
  const note = verdicts?.columns[column];
  return note ? note.pairs > 0 || note.nights !== undefined || (note.rounds ?? 0) > 0 : true;
}

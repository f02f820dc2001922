import {
  isSure,
  LEAST_ROUNDS,
  median,
  type RoundsEstimate,
  roundsNeeded,
  verdictDirection,
} from '@basecase/analysis';
import { countText } from '../../text/count-text';
import type { OpenCell } from '../heatmap/heatmap-cell';
import { cellVerdict } from '../heatmap/heatmap-readout';
import type { HeatmapSelection } from '../heatmap-selection';
import { type PairedRound, pairedRounds, roundsAt, roundsTaken, roundsText } from '../rounds-of-cell';
import { drawRounds, type RoundsChart } from './rounds-chart';

export interface RoundsModel {
  /** `24 rounds, −4.1% ± 1.6%` */
  strong: string;
  /** `23 of 24 rounds are slower. Sure: the interval doesn't reach 1.00.` */
  rest: string;
  chart: RoundsChart;
  /** What the chart shows, round by round. */
  table: { round: string; ratio: string }[];
  /** `To know it to ±1% takes about 60 rounds: `, and the command; null where it is known so well. */
  more: { text: string; command: string } | null;
}

/** The precision that a new recording should reach when the known one is worse. */
const FINE = 0.01;

const HOW = '`basecase record` alternates the versions, so that drift of the machine affects both.';

/** What the rounds of a cell say; where there are none, what to record. */
export function roundsModel(
  selection: HeatmapSelection,
  open: OpenCell,
): RoundsModel | { missing: string; command: string | null } {
  if (open.column === selection.base) {
    return { missing: 'This is the base: rounds of the other versions are compared with it.', command: null };
  }
  const rounds = pairedRounds(selection, open);
  const estimate = roundsAt(selection, open);
  if (!estimate) {
    return { missing: whyNone(selection, open, rounds.length), command: 'npx basecase record PLAN' };
  }
  const strong = roundsText(estimate);
  const rest = wordsOf(selection, open, { rounds, estimate });
  return {
    strong,
    rest,
    chart: drawRounds(rounds, estimate),
    table: rounds.map(({ round, x }) => ({ round: String(round), ratio: Math.exp(x).toFixed(3) })),
    more: moreOf(rounds, estimate),
  };
}

function whyNone(selection: HeatmapSelection, open: OpenCell, shared: number): string {
  if (shared > 0) {
    return `Both have ${countText(shared, 'round')}; with less than ${LEAST_ROUNDS} they are judged as repeats. ${HOW}`;
  }
  const own = roundsTaken(selection, open);
  const base = roundsTaken(selection, { row: open.row, column: selection.base });
  if (own > 0 && base > 0) return `Both were recorded in rounds, but not in the same recording. ${HOW}`;
  return `No interleaved runs. ${HOW}`;
}

function wordsOf(
  selection: HeatmapSelection,
  open: OpenCell,
  { rounds, estimate: { x, low, high } }: { rounds: readonly PairedRound[]; estimate: RoundsEstimate },
): string {
  const slower = rounds.filter((round) => round.x < 0).length;
  const [count, way] = x < 0 ? [slower, 'slower'] : [rounds.length - slower, 'faster'];
  const reach = low <= 0 && high >= 0 ? 'reaches' : 'doesn’t reach';
  return `${count} of ${rounds.length} rounds are ${way}. ${sureWord(selection, open)}the interval ${reach} 1.00.`;
}

/** `Sure: `, `Possible: `; empty with plain thresholds. */
function sureWord(selection: HeatmapSelection, { row, column }: OpenCell): string {
  const verdict = cellVerdict(selection, row, column);
  if (!verdict || verdict === 'missing') return '95%: ';
  if (verdictDirection(verdict) !== null) return isSure(verdict) ? 'Sure: ' : 'Possible: ';
  return verdict === 'no change' ? 'No change: ' : 'Unclear: ';
}

/** By the median distance from the middle, as a single wild round should not ask for hundreds. */
function moreOf(rounds: readonly PairedRound[], { n, x, low, high }: RoundsEstimate): RoundsModel['more'] {
  if ((high - low) / 2 <= FINE) return null;
  const spread = 1.4826 * (median(rounds.map((round) => Math.abs(round.x - x))) ?? 0);
  const wanted = roundsNeeded(spread, FINE);
  if (wanted <= n) return null;
  return {
    text: `To know it to ±1% takes about ${wanted} rounds:`,
    command: `npx basecase record PLAN --resolution 1% --rounds ${wanted}`,
  };
}

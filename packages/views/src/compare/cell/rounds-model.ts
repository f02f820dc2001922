import {
  formatFrozen,
  formatRatio,
  isCompared,
  isSure,
  LEAST_ROUNDS,
  median,
  type RoundsEstimate,
  roundsNeeded,
  verdictDirection,
} from '@basecase/analysis';
import type { CellTimelines } from '@basecase/db/types';
import { tenth } from '../../text/spread-labels';
import { countText } from '../../text/words';
import type { OpenCell } from '../bands/banded-selection';
import { cellVerdict } from '../heatmap/heatmap-readout';
import type { HeatmapSelection } from '../heatmap-selection';
import { type PairedRound, pairedRounds, roundsAt, roundsTaken, roundsText } from '../rounds-of-cell';
import type { TimelinePair } from './timelines-model';

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
    table: rounds.map(({ round, x }) => ({
      round: String(round),
      ratio: formatFrozen(Math.exp(x), 3),
    })),
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

/** `Sure: `, `Likely: `; empty with plain thresholds. */
function sureWord(selection: HeatmapSelection, { row, column }: OpenCell): string {
  const verdict = cellVerdict(selection, row, column);
  if (!verdict || !isCompared(verdict)) return '95%: ';
  if (verdictDirection(verdict) !== null) return isSure(verdict) ? 'Sure: ' : 'Likely: ';
  return verdict === 'no change' ? 'No change: ' : 'Within noise: ';
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

/** The ratio of each round over time, in px of a drawing of `ROUNDS_SIZE`. */
type RoundsChart = ReturnType<typeof drawRounds>;

export const ROUNDS_SIZE = { width: 580, height: 190, left: 40, right: 96, top: 10, bottom: 34 } as const;

const STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] as const;
const MOST_TICKS = 6;
/** Names below the axis, besides the first and the last. */
const MOST_ROUNDS = 5;

/** Lays out the rounds of a cell. */
function drawRounds(rounds: readonly PairedRound[], estimate: RoundsEstimate) {
  const { width, height, left, right, top, bottom } = ROUNDS_SIZE;
  const ratios = rounds.map(({ x }) => Math.exp(x));
  const [low, high] = [Math.exp(estimate.low), Math.exp(estimate.high)];
  const step = stepOf(Math.max(1, high, ...ratios) - Math.min(1, low, ...ratios));
  const from = Math.floor(Math.min(1, low, ...ratios) / step) * step;
  const to = Math.max(from + step, Math.ceil(Math.max(1, high, ...ratios) / step) * step);
  const y = (ratio: number) => tenth(top + ((to - ratio) / (to - from)) * (height - top - bottom));
  const first = rounds[0]?.round ?? 1;
  const last = Math.max(first + 1, rounds.at(-1)?.round ?? 1);
  const x = (round: number) =>
    tenth(left + 8 + ((round - first) / (last - first)) * (width - left - right - 16));
  const middle = Math.exp(estimate.x);
  const isOver = (ratio: number) => ratio > 1;
  const count = Math.round((to - from) / step);
  const reaches = low <= 1 && high >= 1;
  return {
    points: rounds.map(({ round, x: own }) => ({
      round,
      x: x(round),
      y: y(Math.exp(own)),
      isAgainst: isOver(Math.exp(own)) !== isOver(middle),
    })),
    /** Rounds before which all servers were restarted. */
    restarts: rounds.filter(({ isRestart }) => isRestart).map(({ round }) => x(round - 0.5)),
    ticks: Array.from({ length: count + 1 }, (_, index) => from + index * step).map((ratio) => ({
      y: y(ratio),
      text: step < 0.01 ? formatFrozen(ratio, 3) : formatRatio(ratio),
    })),
    rounds: roundLabels(first, last).map((round) => ({ x: x(round), text: String(round) })),
    /** Of 1.00: no difference. */
    same: y(1),
    /** The estimate and its 95% interval. */
    middle: y(middle),
    band: { y: y(high), height: tenth(y(low) - y(high)) },
    tone: reaches ? 'plain' : middle < 1 ? 'bad' : 'good',
    label: formatRatio(middle),
    range: `${formatRatio(low)} to ${formatRatio(high)}`,
    description: `Ratio to the base in ${rounds.length} rounds: in the middle ${formatRatio(middle)}, 95% ${formatRatio(low)} to ${formatRatio(high)}; the lowest ${formatRatio(Math.min(...ratios))}, the highest ${formatRatio(Math.max(...ratios))}.`,
  };
}

function stepOf(range: number): number {
  return STEPS.find((step) => range / step <= MOST_TICKS - 1) ?? range;
}

/** The first and the last round, and some between them at even distances. */
function roundLabels(first: number, last: number): number[] {
  const every = Math.max(1, Math.ceil((last - first) / MOST_ROUNDS / 2) * 2);
  const between = Array.from({ length: Math.floor(last / every) }, (_, index) => (index + 1) * every).filter(
    (round) => round > first + every / 2 && round < last - every / 2,
  );
  return [first, ...between, last];
}

/**
 * The repeats to choose from, and a sentence about the ones that are shown. The same number counts for both sides;
 * the side that has fewer shows its last.
 *
 * @returns null where neither side has a second repeat: then there is nothing to say
 */
export function repeatsModel({ cell, base }: TimelinePair, names: { own: string; base: string }) {
  const longest = base && base.repeats.length > cell.repeats.length ? base : cell;
  if (longest.repeats.length < 2) return null;
  const sides = [sideText(cell, names.own), base ? sideText(base, names.base) : ''].filter(Boolean);
  return {
    /** Counted from 1. */
    shown: (longest.shown ?? 0) + 1,
    options: longest.repeats.map(({ startedAt }, index) => ({
      value: index + 1,
      text: [`${index + 1} of ${longest.repeats.length}`, minuteOf(startedAt)].filter(Boolean).join(', '),
    })),
    /** Which repeats the charts are of. */
    says: `Shown: ${sides.join('; ')}.`,
  };
}

/** `18.4 repeat 2 of 3`; empty for a side without files. */
function sideText({ repeats, shown }: CellTimelines, name: string): string {
  if (shown === null) return '';
  return repeats.length === 1 ? `${name} its only run` : `${name} repeat ${shown + 1} of ${repeats.length}`;
}

/** `2025-11-20 10:15`. */
function minuteOf(iso: string | null): string {
  return iso === null ? '' : iso.slice(0, 16).replace('T', ' ');
}

import { formatRatio, type RoundsEstimate } from '@basecase/analysis';
import type { PairedRound } from '../rounds-of-cell';

/** The ratio of each round over time, in px of a drawing of `ROUNDS_SIZE`. */
export interface RoundsChart {
  points: { round: number; x: number; y: number; isAgainst: boolean }[];
  /** Rounds before which all servers were restarted. */
  restarts: number[];
  ticks: { y: number; text: string }[];
  rounds: { x: number; text: string }[];
  /** Of 1.00: no difference. */
  same: number;
  /** The estimate and its 95% interval. */
  middle: number;
  band: { y: number; height: number };
  tone: 'bad' | 'good' | 'plain';
  label: string;
  range: string;
  description: string;
}

export const ROUNDS_SIZE = { width: 580, height: 190, left: 40, right: 96, top: 10, bottom: 34 } as const;

const STEPS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] as const;
const MOST_TICKS = 6;
/** Names below the axis, besides the first and the last. */
const MOST_ROUNDS = 5;

/** Lays out the rounds of a cell. */
export function drawRounds(rounds: readonly PairedRound[], estimate: RoundsEstimate): RoundsChart {
  const { width, height, left, right, top, bottom } = ROUNDS_SIZE;
  const ratios = rounds.map(({ x }) => Math.exp(x));
  const [low, high] = [Math.exp(estimate.low), Math.exp(estimate.high)];
  const step = stepOf(Math.max(1, high, ...ratios) - Math.min(1, low, ...ratios));
  const from = Math.floor(Math.min(1, low, ...ratios) / step) * step;
  const to = Math.max(from + step, Math.ceil(Math.max(1, high, ...ratios) / step) * step);
  const y = (ratio: number) => tidy(top + ((to - ratio) / (to - from)) * (height - top - bottom));
  const first = rounds[0]?.round ?? 1;
  const last = Math.max(first + 1, rounds.at(-1)?.round ?? 1);
  const x = (round: number) =>
    tidy(left + 8 + ((round - first) / (last - first)) * (width - left - right - 16));
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
    restarts: rounds.filter(({ isRestart }) => isRestart).map(({ round }) => x(round - 0.5)),
    ticks: Array.from({ length: count + 1 }, (_, index) => from + index * step).map((ratio) => ({
      y: y(ratio),
      text: step < 0.01 ? ratio.toFixed(3) : formatRatio(ratio),
    })),
    rounds: roundLabels(first, last).map((round) => ({ x: x(round), text: String(round) })),
    same: y(1),
    middle: y(middle),
    band: { y: y(high), height: tidy(y(low) - y(high)) },
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

/** A tenth of a pixel is as much as is seen. */
function tidy(px: number): number {
  return Math.round(px * 10) / 10;
}

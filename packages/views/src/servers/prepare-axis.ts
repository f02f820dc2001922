/** Width of the drawing in its own units. */
export const AXIS_WIDTH = 190;
const PADDING = 6;

/** One logarithmic axis for the ratios of all servers: 0.5 is as far from 1 as 2. */
export interface Axis {
  ticks: { x: number; text: string; isOne: boolean }[];
  from: number;
  to: number;
}

/** A server's ratio on the axis; its shape is its place among the servers. */
export interface AxisMark {
  shape: number;
  x: number;
  /** The ratio is beyond the axis and is drawn at its end. */
  isBeyond: boolean;
}

const LIMITS = [0.1, 0.2, 0.33, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2, 3, 5, 10];
const TICKS = [0.1, 0.2, 0.33, 0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 5, 10];
/** Texts closer than this run into each other. */
const TICK_GAP = 34;

/** The axis around the ratios, from a round number to a round number, always with 1.00 in it. */
export function prepareAxis(ratios: readonly (number | null)[]): Axis {
  const known = ratios.filter((value) => value !== null && value > 0 && Number.isFinite(value)) as number[];
  const [low, high] = [Math.min(0.9, ...known), Math.max(1.1, ...known)];
  const from = LIMITS.findLast((limit) => limit <= low) ?? 0.1;
  const to = LIMITS.find((limit) => limit >= high) ?? 10;
  const inside = TICKS.filter((tick) => tick >= from && tick <= to).map((tick) => ({
    x: placeOf({ from, to }, tick),
    text: tick.toFixed(2),
    isOne: tick === 1,
  }));
  // 1.00 first: of two texts that would run into each other, the one nearer to it wins.
  const ticks: Axis['ticks'] = [];
  const nearest = inside.toSorted((a, b) => distanceToOne(inside, a.x) - distanceToOne(inside, b.x));
  for (const tick of nearest) {
    if (ticks.every(({ x }) => Math.abs(x - tick.x) >= TICK_GAP)) ticks.push(tick);
  }
  return { from, to, ticks: ticks.sort((a, b) => a.x - b.x) };
}

function distanceToOne(ticks: Axis['ticks'], x: number): number {
  return Math.abs((ticks.find(({ isOne }) => isOne)?.x ?? 0) - x);
}

/** @param ratios of one test, by server */
export function placeMarks(axis: Axis, ratios: readonly (number | null)[]): AxisMark[] {
  return ratios.flatMap((value, shape) => {
    if (value === null || value <= 0) return [];
    const isBeyond = value < axis.from || value > axis.to;
    return [{ shape, x: placeOf(axis, Math.min(axis.to, Math.max(axis.from, value))), isBeyond }];
  });
}

function placeOf({ from, to }: Pick<Axis, 'from' | 'to'>, value: number): number {
  const share = Math.log(value / from) / Math.log(to / from);
  return Math.round((PADDING + share * (AXIS_WIDTH - 2 * PADDING)) * 10) / 10;
}

import { type NightsChart, type NightsLayout, nightsScales } from '@basecase/views/document';

/** Among nights as near as this to a place, in px, their height decides. */
const SAME_PLACE = 1.5;

/** The night nearest to a place of the drawing; null where none is in view. */
export function nearestNight(
  chart: NightsChart,
  layout: NightsLayout,
  place: { x: number; y: number },
): number | null {
  const scales = nightsScales(chart, layout);
  const values = chart.panels[0]?.values ?? [];
  let nearest: { night: number; dx: number; dy: number } | null = null;
  for (const [night, at] of chart.at.entries()) {
    const value = values[night] ?? null;
    if (value === null || at < chart.from || at > chart.to) continue;
    const dx = Math.abs(scales.x(at) - place.x);
    const dy = Math.abs((scales.y[0]?.(value) ?? 0) - place.y);
    const isNearer =
      nearest === null || dx < nearest.dx - SAME_PLACE || (dx < nearest.dx + SAME_PLACE && dy < nearest.dy);
    if (isNearer) nearest = { night, dx, dy };
  }
  return nearest?.night ?? null;
}

/** The nights between two places of the drawing; null where there are fewer than two. */
export function nightsBetween(
  chart: NightsChart,
  layout: NightsLayout,
  [start, end]: readonly [number, number],
): { first: number; last: number } | null {
  const { x } = nightsScales(chart, layout);
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  const inside = chart.at.flatMap((at, night) => (x(at) >= low && x(at) <= high ? [night] : []));
  const [first, last] = [inside[0], inside.at(-1)];
  return first === undefined || last === undefined || first === last ? null : { first, last };
}

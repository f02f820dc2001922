import type { TrendSeries, TrendsModel } from './prepare-trends';

/** A label at the end of a line. */
export interface EndLabel {
  series: TrendSeries;
  text: string;
  /** From the top of the plot, in px. */
  y: number;
}

/** Height of a line of text. */
const LINE_HEIGHT = 16;

/**
 * Puts a label beside the last point of each line, as near to its height as the others allow: labels that would run
 * into each other are moved apart, in the order of their points.
 *
 * @param height of the plot in px
 */
export function prepareEndLabels(
  { drawn, scale }: Pick<TrendsModel, 'drawn' | 'scale'>,
  height: number,
): EndLabel[] {
  const labels = drawn.flatMap((series): EndLabel[] => {
    const last = series.points.findLast((point) => point !== null);
    if (!last) return [];
    const share = (last.value - scale.from) / (scale.to - scale.from);
    return [{ series, text: `${series.label} ${last.text}`, y: Math.round((1 - share) * height) }];
  });
  const sorted = labels.sort((a, b) => a.y - b.y || a.series.index - b.series.index);
  let lowest = Number.NEGATIVE_INFINITY;
  for (const label of sorted) {
    label.y = Math.max(label.y, lowest + LINE_HEIGHT);
    lowest = label.y;
  }
  // What was pushed out of the plot at the bottom moves back up.
  let limit = height;
  for (const label of sorted.toReversed()) {
    label.y = Math.min(label.y, limit);
    limit = label.y - LINE_HEIGHT;
  }
  return sorted;
}

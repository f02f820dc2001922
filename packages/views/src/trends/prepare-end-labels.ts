import { spreadLabels } from '../text/spread-labels';
import type { TrendSeries, TrendsModel } from './prepare-trends';

/** A label at the end of a line. */
export interface EndLabel {
  series: TrendSeries;
  text: string;
  /** From the top of the plot, in px. */
  y: number;
}

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
  const labels = drawn.flatMap((series) => {
    const last = series.points.findLast((point) => point !== null);
    if (!last) return [];
    const share = (last.value - scale.from) / (scale.to - scale.from);
    const y = Math.round((1 - share) * height);
    return [{ series, text: `${series.label} ${last.text}`, y, index: series.index }];
  });
  return spreadLabels(labels, height);
}

import { groupBy } from '../text/group-by';
import type { TrendMark } from './prepare-marks';
import type { TrendSeries } from './prepare-trends';

/** Changes that the sentence names. */
const MAX_NAMED = 3;

/**
 * Which lines have a regression record and since when, the largest first: `Slower since 16.11 on the 48-core and
 * 2-core, since 17.0 on the 8-core.` Empty when there is none; improvements are marked, not told.
 */
export function recordWords(series: readonly Pick<TrendSeries, 'label' | 'marks'>[]): string {
  const found = series.flatMap(({ label, marks }) =>
    marks.filter(({ direction }) => direction === 'dn').map((mark) => ({ label, mark })),
  );
  if (found.length === 0) return '';
  const sorted = found.sort((a, b) => Number(a.mark.ratio) - Number(b.mark.ratio));
  const named = groupBy(sorted.slice(0, MAX_NAMED), ({ mark }) => mark.text);
  const words = [...named].map(([text, lines]) => `${text} on ${lines.map(lineWords).join(' and ')}`);
  const more = found.length - MAX_NAMED;
  const rest = more > 0 ? `, and ${more} more ${more === 1 ? 'record' : 'records'}` : '';
  return `${words.join('; ').replace(/^./, (first) => first.toUpperCase())}${rest}.`;
}

function lineWords({ label, mark }: { label: string; mark: TrendMark }): string {
  return `${label} (${mark.ratio})`;
}

import { groupBy } from '../text/group-by';
import type { LeftOut, TrendsModel } from './prepare-trends';
import type { TrendsData } from './trends-data';

/** What the numbers are, and what the positions on the axis are. */
export function metaOf({ unit, axis }: TrendsModel): string[] {
  return [
    unit,
    `${axis.kind === 'major' ? 'newest release of each major' : 'every release'}, in release order`,
  ];
}

/** What a table of ratios can and cannot do, and what is not in the drawing. */
export function notesOf({ series, leftOut }: TrendsModel): string[] {
  const hasRatios = series.some(({ base }) => base.endsWith('as published'));
  return [
    ...(hasRatios
      ? [
          'Tables that were published as ratios stay relative to their own base, whatever base is chosen: the table below says which.',
        ]
      : []),
    ...(leftOut.length > 0 ? [`Not drawn: ${reasonsText(leftOut)}.`] : []),
  ];
}

/** Lines that are named for each reason; the rest is counted. */
const MOST_NAMED = 3;

/** `8-core, x10c; 48-core: only 18.0 was run with this config and build`, each reason once. */
function reasonsText(leftOut: readonly LeftOut[]): string {
  const texts = [...groupBy(leftOut, ({ reason }) => reason)].map(([reason, lines]) => {
    const rest = lines.length - MOST_NAMED;
    const named = lines.slice(0, MOST_NAMED).map(({ label }) => label);
    return `${[...named, ...(rest > 0 ? [`${rest} more`] : [])].join('; ')}: ${reason}`;
  });
  return texts.join('. ');
}

/** The drawing in words, for who cannot see it. */
export function descriptionOf({ title, product }: TrendsData, { unit, drawn, axis }: TrendsModel): string {
  return `${title} of ${product} from ${axis.positions[0]} to ${axis.positions.at(-1)}, ${unit}, ${drawn.length} lines; the table below has the numbers`;
}

import type { TrendsModel } from './prepare-trends';
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
    ...(leftOut.length > 0 ? [`Not drawn: ${leftOut.join('; ')}.`] : []),
  ];
}

/** The drawing in words, for who cannot see it. */
export function descriptionOf({ title, product }: TrendsData, { unit, drawn, axis }: TrendsModel): string {
  return `${title} of ${product} from ${axis.positions[0]} to ${axis.positions.at(-1)}, ${unit}, ${drawn.length} lines; the table below has the numbers`;
}

import { formatRatio } from '@basecase/analysis';
import { positionName, type VersionAxis } from './prepare-axis';
import type { TrendLine } from './trends-data';

/** A regression record on its line: where the change starts, and where to read about it. */
export interface TrendMark {
  href: string;
  /** Place on the axis. */
  position: number;
  /** First version with the change: in a drawing of majors it is seldom the one of the point. */
  version: string;
  /** `slower since 16.11`, `possibly faster since 17.0`. */
  text: string;
  /** Level after / level before, `0.85`. */
  ratio: string;
  /** Of throughput. */
  direction: 'up' | 'dn';
}

interface Input {
  product: string;
  axis: VersionAxis;
  line: Pick<TrendLine, 'records'>;
  /** By position; null is a gap. */
  points: readonly unknown[];
}

/** The records of a line where it has a point, in release order, the largest first where they share a position. */
export function prepareMarks({ product, axis, line, points }: Input): TrendMark[] {
  const marks = line.records.flatMap(({ slug, kind, firstBad, levelRatio, verdict }): TrendMark[] => {
    const position = axis.positions.indexOf(positionName(axis.kind, product, firstBad));
    if (position === -1 || points[position] === null) return [];
    const isSlower = kind === 'regression';
    const word = `${verdict.startsWith('possible') ? 'possibly ' : ''}${isSlower ? 'slower' : 'faster'}`;
    return [
      {
        href: `/r/${slug}`,
        position,
        version: firstBad,
        text: `${word} since ${firstBad}`,
        ratio: formatRatio(levelRatio),
        direction: isSlower ? 'dn' : 'up',
      },
    ];
  });
  return marks.sort((a, b) => a.position - b.position);
}

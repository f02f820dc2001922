import { median } from '@basecase/analysis';
import type { BuildView } from '@basecase/db/types';
import { dayText } from '../../text/time-text';
import { buildText } from '../night-text';
import type { OverviewData } from './overview-data';

/** The head of a night of the heatmap. */
export interface OverviewHead {
  /** Index of the night among all of the line, and among those shown. */
  night: number;
  index: number;
  column: string;
  /** `16`. */
  day: string;
  /** `Nov` where a month begins, else empty. */
  month: string;
  /** `14:05` where two of them are of one day, `#26` where two are of one time as well and have numbers; else empty. */
  time: string;
  /** `16 Nov 2026 gf6afba4`. */
  name: string;
  /** Nights are missing before it. */
  afterGap: boolean;
}

/** Nights further apart than this many usual distances have others missing between them. */
const GAP = 1.6;

/** Heads of the newest nights. */
export function prepareOverviewHeads(
  data: Pick<OverviewData, 'nights' | 'first'>,
  count: number,
): OverviewHead[] {
  const from = Math.max(0, data.nights.length - count);
  const shown = data.nights.slice(from);
  const days = shown.map(({ build }) => build.at.slice(0, 10));
  const hasTimes = new Set(days).size < days.length;
  const isTold = new Set(shown.map(({ build }) => build.at)).size === shown.length;
  const apart = ({ at, number }: BuildView) => (isTold || number === null ? at.slice(11, 16) : `#${number}`);
  const distances = shown.map(({ build }, place) =>
    place === 0 ? null : Date.parse(build.at) - Date.parse(shown[place - 1]?.build.at ?? build.at),
  );
  const usual = median(distances.filter((distance) => distance !== null)) ?? 0;
  return shown.map(({ column, build }, place): OverviewHead => {
    const [day = '', month = ''] = dayText(build.at).split(' ');
    const isNewMonth = days[place]?.slice(0, 7) !== days[place - 1]?.slice(0, 7);
    const distance = distances[place] ?? null;
    return {
      night: data.first + from + place,
      index: from + place,
      column,
      day,
      month: isNewMonth ? month : '',
      time: hasTimes ? apart(build) : '',
      name: [dayText(build.at), hasTimes ? build.at.slice(11, 16) : '', buildText(build)]
        .filter(Boolean)
        .join(' '),
      afterGap: distance !== null && usual > 0 && distance > GAP * usual,
    };
  });
}

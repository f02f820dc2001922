import { countText } from '../../text/count-text';
import { fullServerName } from '../../text/server-name';
import { dayText } from '../../text/time-text';
import { shortDay } from '../night-text';
import type { SeriesData } from '../series-data';
import { busySentence } from './other-cpus';

export interface SeriesHead {
  /** `update-zipf`. */
  title: string;
  /** `range=100, PostgreSQL 19devel on 8-core PN53`. */
  on: string;
  meta: string[];
}

/** Title of a series, and what its numbers are of. */
export function prepareSeriesHead({
  test,
  line,
  server,
  workload,
  nights,
  hiddenNights,
}: SeriesData): SeriesHead {
  const { product, version, branch, flavour, config } = line;
  const [first, last] = [nights[0], nights.at(-1)];
  const total = nights.length + hiddenNights;
  const days =
    first && last && first !== last
      ? `, ${shortDay(first.at, last.at.slice(0, 4))} to ${dayText(last.at)}`
      : last
        ? `, ${dayText(last.at)}`
        : '';
  return {
    title: test.name,
    on: [
      test.range === null ? '' : `range=${test.range}`,
      `${product} ${version} on ${fullServerName(server)}`,
    ]
      .filter(Boolean)
      .join(', '),
    meta: [
      `${countText(total, 'night')}${days}`,
      workload.label,
      workload.details.join(', '),
      branch === null ? '' : `branch ${branch}`,
      flavour === null ? '' : `build ${flavour}`,
      config === null ? '' : `config ${config}`,
    ].filter(Boolean),
  };
}

/** What must be known to read the chart. */
export function seriesNotes(data: Pick<SeriesData, 'hiddenNights' | 'nights' | 'server'>): string[] {
  const { hiddenNights, nights } = data;
  const hidden =
    hiddenNights === 0
      ? ''
      : `The newest ${countText(nights.length, 'night')} are shown; ${countText(hiddenNights, 'older night')} are left out.`;
  return [hidden, busySentence(data)].filter(Boolean);
}

import { countText } from '../../text/count-text';
import { fullServerName } from '../../text/server-name';
import { dayText } from '../../text/time-text';
import { shortDay } from '../night-text';
import { overviewYear } from './find-night';
import type { OverviewData } from './overview-data';
import type { OverviewModel } from './prepare-overview';

/** `PostgreSQL 19devel, last 30 nights` and what it is of. */
export interface OverviewTitle {
  title: string;
  /** `on 8-core pn53`. */
  on: string;
  meta: string[];
}

export function prepareOverviewTitle(data: OverviewData): OverviewTitle {
  const { line, server, workload, nights, total } = data;
  const shown = nights.length;
  const span = shown < total ? `last ${countText(shown, 'night')}` : countText(total, 'night');
  const { branch, flavour, config } = line;
  return {
    title: `${line.product} ${line.version}, ${span}`,
    on: `on ${fullServerName(server)}`,
    meta: [
      [daysText(data), shown < total ? `${shown} of ${countText(total, 'night')}` : '']
        .filter(Boolean)
        .join(', '),
      workload.label,
      workload.details.join(', '),
      branch === null ? '' : `branch ${branch}`,
      flavour === null ? '' : `build ${flavour}`,
      config === null ? '' : `config ${config}`,
    ].filter(Boolean),
  };
}

/** `18 Oct to 16 Nov 2026`. */
function daysText(data: OverviewData): string {
  const [first, last] = [data.nights[0], data.nights.at(-1)];
  if (!first || !last) return '';
  if (first === last) return dayText(last.build.at);
  return `${shortDay(first.build.at, overviewYear(data))} to ${dayText(last.build.at)}`;
}

/** What must be known to read the numbers. */
export function overviewNotes({
  data,
  readings,
  release,
}: Pick<OverviewModel, 'data' | 'readings' | 'release'>): string[] {
  const measured = readings.filter(({ base, now }) => now !== null && base !== null);
  const without = measured.filter(({ base }) => base?.kind === 'level');
  const names = without.map(({ test }) => test.test.name);
  return [
    ...(release === null && without.length > 0 && !data.tests.some((test) => test.release !== null)
      ? [
          `No release of ${data.line.product} was measured here with this build and config: levels are against the first level of each test.`,
        ]
      : []),
    ...(release !== null && without.length > 0
      ? [`${release} has no value of ${names.join(', ')}: against the first level.`]
      : []),
  ];
}

/** `ratio to 18.4`, `ratio to the first level`. */
export function againstText({ release }: Pick<OverviewModel, 'release'>): string {
  return release ?? 'the first level';
}

/** Days of the first and the last night shown. */
export function spanEnds(data: Pick<OverviewData, 'nights'>): { first: string; last: string } {
  const year = overviewYear(data);
  const [first, last] = [data.nights[0], data.nights.at(-1)];
  return {
    first: first && first !== last ? shortDay(first.build.at, year) : '',
    last: last ? shortDay(last.build.at, year) : '',
  };
}

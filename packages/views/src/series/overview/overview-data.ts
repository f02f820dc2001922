import { median } from '@basecase/analysis';
import type { BuildView, OverviewTest, SeriesOverview } from '@basecase/db/types';
import { dayText } from '../../text/words';
import { buildText, shortDay } from '../series-data';
import { FIRST_LEVEL } from '../series-state';

/** An overview as the page and its document need it: everything that is drawn is computed from this. */
export interface OverviewData
  extends Pick<
    SeriesOverview,
    'line' | 'lineKey' | 'total' | 'first' | 'nights' | 'earlier' | 'tests' | 'isStale'
  > {
  server: Pick<SeriesOverview['server'], 'slug' | 'name' | 'cores'>;
  workload: Pick<SeriesOverview['workload'], 'slug' | 'benchmark' | 'label' | 'details'>;
}

/** Of 16 digits the last 9 are rounding noise of a median over a few results. */
const DIGITS = 7;

/** What the browser gets of an overview. */
export function toOverviewData(overview: SeriesOverview): OverviewData {
  const { server, workload, line, lineKey, total, first, nights, earlier, tests, isStale } = overview;
  return {
    server: { slug: server.slug, name: server.name, cores: server.cores },
    workload: {
      slug: workload.slug,
      benchmark: workload.benchmark,
      label: workload.label,
      details: workload.details,
    },
    line,
    lineKey,
    total,
    first,
    nights,
    earlier,
    tests: tests.map((test) => ({
      ...test,
      values: test.values.map((value) => (value === null ? null : Number(value.toPrecision(DIGITS)))),
    })),
    isStale,
  };
}

/** The divisor of the nights of a test. */
export interface OverviewBase {
  /** The median is a substitute until there are levels; nothing is judged against it. */
  kind: 'release' | 'level' | 'median';
  value: number;
  /** Runs or nights that it rests on. */
  runs: number;
  /** `18.4`, `the first level`. */
  label: string;
  /** Nights that were measured before it; left out: none was. */
  place?: number | undefined;
}

/**
 * The last release that was measured there; without one, or where that is asked for, the first level.
 *
 * @param wanted base of the address: `first`, or empty for the last release
 */
export function testBase(
  { release, verdict, values }: Pick<OverviewTest, 'release' | 'verdict' | 'values'>,
  wanted: string,
): OverviewBase | null {
  if (release && release.value > 0 && wanted !== FIRST_LEVEL) {
    const { value, runs, version, place } = release;
    return { kind: 'release', value, runs, label: version, place };
  }
  const [level] = verdict?.levels ?? [];
  if (level) {
    return level.value > 0
      ? { kind: 'level', value: level.value, runs: level.nights, label: 'the first level' }
      : null;
  }
  const known = values.filter((value) => value !== null);
  const middle = median(known);
  return middle !== null && middle > 0
    ? { kind: 'median', value: middle, runs: known.length, label: 'the median of these nights' }
    : null;
}

/** The release that the tests of a line are against; null when none was measured there. */
export function lastRelease({ tests }: Pick<OverviewData, 'tests'>): string | null {
  return tests.find(({ release }) => release !== null)?.release?.version ?? null;
}

/** The night of an index of the line, shown or not; null for an index of null. */
export function findNight(
  { nights, first, earlier }: Pick<OverviewData, 'nights' | 'first' | 'earlier'>,
  night: number,
) {
  return nights[night - first] ?? earlier.find((one) => one.night === night) ?? null;
}

/** The year of the newest night: dates of it are written without. */
export function overviewYear({ nights }: Pick<OverviewData, 'nights'>): string {
  return (nights.at(-1)?.build.at ?? '').slice(0, 4);
}

/** `29 Aug` and `g4eb13e8a` of a night; empty texts where nothing is known of it. */
export function nightText(
  data: Pick<OverviewData, 'nights' | 'first' | 'earlier'>,
  night: number,
): { day: string; build: string } {
  const found = findNight(data, night);
  if (!found) return { day: '', build: '' };
  return { day: shortDay(found.build.at, overviewYear(data)), build: buildText(found.build) };
}

/** The head of a night of the heatmap. */
export type OverviewHead = ReturnType<typeof overviewHeads>[number];

/** Nights further apart than this many usual distances have others missing between them. */
const GAP = 1.6;

/** Heads of the newest nights. */
export function overviewHeads(data: Pick<OverviewData, 'nights' | 'first'>, count: number) {
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
  return shown.map(({ column, build }, place) => {
    const [day = '', month = ''] = dayText(build.at).split(' ');
    const isNewMonth = days[place]?.slice(0, 7) !== days[place - 1]?.slice(0, 7);
    const distance = distances[place] ?? null;
    return {
      /** Index of the night among all of the line, and among those shown. */
      night: data.first + from + place,
      index: from + place,
      column,
      /** `16`. */
      day,
      /** `Nov` where a month begins, else empty. */
      month: isNewMonth ? month : '',
      /** `14:05` where two of them are of one day, `#26` where two are of one time as well and have numbers; else empty. */
      time: hasTimes ? apart(build) : '',
      /** `16 Nov 2026 gf6afba4`. */
      name: [dayText(build.at), hasTimes ? build.at.slice(11, 16) : '', buildText(build)]
        .filter(Boolean)
        .join(' '),
      /** Nights are missing before it. */
      afterGap: distance !== null && usual > 0 && distance > GAP * usual,
    };
  });
}

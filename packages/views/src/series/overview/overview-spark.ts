import { isSure, type SeriesLevel, verdictDirection } from '@basecase/analysis';
import { linear, type PlaceOf, wedge } from '../../document/draw-nights';
import type { NightTone } from '../../document/nights-chart';
import { shownVerdict } from '../series-levels';
import type { SeriesState } from '../series-state';
import type { OverviewData } from './overview-data';
import type { TestReading } from './read-test';

/** 1.00 is at half of its height. */
export const SPARK = { width: 200, height: 22 } as const;

/** All sparklines have one scale and are cut beyond it; the number in the next cell has the size. */
const LOWEST = 0.9;
const HIGHEST = 1.1;
/** Room for the round ends of nights at the edges. */
const EDGE = 3;
/** Half of a hollow wedge. */
const WEDGE = 3.2;

/** The nights of a test as a few paths: 200 elements in each of 200 rows would take longer to draw than to read. */
export type OverviewSpark = NonNullable<ReturnType<typeof overviewSpark>>;

/** The place of each night: at its date, or side by side. */
export function sparkPlaces({ nights }: Pick<OverviewData, 'nights'>, order: SeriesState['order']): number[] {
  const at = nights.map(({ build }, index) => (order === 'dates' ? Date.parse(build.at) : index));
  const x = linear([Math.min(...at), Math.max(...at)], [EDGE, SPARK.width - EDGE]);
  return at.map((place) => px(x(place)));
}

/** The sparkline of a test; null where nothing can be divided by. */
export function overviewSpark(
  data: Pick<OverviewData, 'first'>,
  reading: TestReading,
  places: readonly number[],
) {
  const { test, base, newest } = reading;
  if (!base) return null;
  const y: PlaceOf = (value) => {
    const place = linear([LOWEST, HIGHEST], [SPARK.height - EDGE, EDGE]);
    return px(place(Math.min(HIGHEST, Math.max(LOWEST, value / base.value))));
  };
  const from = newest ? newest.firstBad - data.first : Number.POSITIVE_INFINITY;
  const dots: string[] = [];
  const wedges: string[] = [];
  for (const [index, value] of test.values.entries()) {
    const x = places[index];
    if (value === null || x === undefined) continue;
    if (index < from) dots.push(`M${x} ${y(value)}h.01`);
    else wedges.push(wedge({ x, y: y(value), half: WEDGE, isUp: newest?.direction === 'faster' }));
  }
  return {
    nights: dots.join(''),
    /** A path for each hue that there is. */
    levels: levelPaths(data, reading, { places, y }),
    /** The newest nights, when they may have left the level: hollow wedges. */
    newest: wedges.length > 0 ? { tone: newest?.direction ?? 'plain', path: wedges.join('') } : null,
  };
}

/** Levels of the shown nights, with the step from one to the next in the hue of the next. */
function levelPaths(
  { first }: Pick<OverviewData, 'first'>,
  { test: { verdict }, base }: TestReading,
  { places, y }: { places: readonly number[]; y: PlaceOf },
) {
  if (!verdict || !base) return [];
  const paths = new Map<NightTone, string[]>();
  let before: SeriesLevel | null = null;
  for (const level of verdict.levels) {
    const [start, end] = [places[Math.max(0, level.start - first)], places[level.end - 1 - first]];
    if (start === undefined || end === undefined) continue;
    const ratio = level.value / base.value;
    const { verdict: word, isSeen } = shownVerdict(verdict, { night: level.start, ratio, base });
    const tone = isSure(word) && isSeen ? (verdictDirection(word) ?? 'plain') : 'plain';
    const step = before ? `M${start} ${y(before.value)}V${y(level.value)}` : `M${start} ${y(level.value)}`;
    const own = paths.get(tone) ?? [];
    own.push(`${step}H${end}`);
    paths.set(tone, own);
    before = level;
  }
  return [...paths].map(([tone, parts]) => ({ tone, path: parts.join('') }));
}

function px(value: number): number {
  return Math.round(value * 10) / 10;
}

import type { SeriesVerdict } from '@basecase/analysis';
import type { ChartEnd, NightTone } from '../../document/nights-chart';
import { countText } from '../../text/count-text';
import { newestChange, type TonedLevel } from '../night-levels';
import { shortDay, yearOf } from '../night-text';
import type { SeriesData } from '../series-data';
import { drawnText, type MetricScale } from './metric-scale';
import type { SeriesWindow } from './series-axis';

interface Question {
  scale: MetricScale;
  verdict: SeriesVerdict;
  levels: readonly TonedLevel[];
  window: SeriesWindow;
  isMain: boolean;
}

/** What stands at the right end of a panel: the base, the last level in view, and what the newest nights say. */
export function panelEnds(data: SeriesData, question: Question): ChartEnd[] {
  const { scale, levels, window, isMain } = question;
  const last = levels.findLast(({ start }) => start <= window.last) ?? null;
  return [
    ...(isMain && scale.base ? [baseEnd(scale, scale.base)] : []),
    ...(last ? [levelEnd(data, { ...question, last })] : []),
    ...(isMain && last ? newestEnd(question, last) : []),
  ].filter((end) => end !== null);
}

/** `1.00 is 18.4`. */
function baseEnd(scale: MetricScale, base: NonNullable<MetricScale['base']>): ChartEnd | null {
  const plain = { note: '', tone: 'plain', isStrong: false } as const;
  if (scale.isRatio)
    return {
      ...plain,
      value: 1,
      text: `1.00 is ${fitted(base.label)}`,
      short: base.measuredAt ? fitted(base.label) : 'base',
    };
  if (base.measuredAt === null) return null;
  return {
    ...plain,
    value: base.value,
    text: `${fitted(base.label)}: ${drawnText(scale, base.value)}`,
    short: fitted(base.label),
  };
}

/** Characters of a base that fit beside a panel; a longer version would be drawn over what stands there. */
const MOST_OF_BASE = 16;

function fitted(label: string): string {
  const characters = [...label];
  return characters.length <= MOST_OF_BASE ? label : `${characters.slice(0, MOST_OF_BASE - 1).join('')}…`;
}

/** `0.90 since 29 Aug`, `1.00, no change`. */
function levelEnd(
  { nights }: SeriesData,
  { scale, levels, isMain, last }: Question & { last: TonedLevel },
): ChartEnd {
  const value = last.value / scale.divisor;
  const text = drawnText(scale, value);
  const since = last === levels[0] ? '' : ` since ${endDay(nights[last.start]?.at ?? '', yearOf(nights))}`;
  const words = levels.length === 1 ? ', no change' : isMain ? since : '';
  return {
    value,
    text: text + words,
    short: text,
    note: '',
    tone: last.tone,
    isStrong: last.tone !== 'plain',
  };
}

/** `29 Aug`, of another year `Aug 2025`: there is no room for more. */
function endDay(iso: string, year: string): string {
  const day = shortDay(iso, year);
  return day.replace(/^\d+ (?=\w+ \d{4}$)/, '');
}

/** `0.86, possible` over `only 2 nights`. */
function newestEnd({ scale, verdict, window }: Question, last: TonedLevel): ChartEnd[] {
  const newest = newestChange(verdict);
  if (!newest || newest.firstBad > window.last) return [];
  const value = (last.value * newest.ratio) / scale.divisor;
  const tone: NightTone = newest.brokenBy === null ? (newest.direction ?? 'plain') : 'plain';
  const text = drawnText(scale, value);
  return [
    {
      value,
      text: `${text}, possible`,
      short: `${text}?`,
      note: `only ${countText(newest.nights, 'night')}`,
      tone,
      isStrong: false,
    },
  ];
}

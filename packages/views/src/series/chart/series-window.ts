import type { SeriesData } from '../series-data';
import type { SeriesState } from '../series-state';
import type { SeriesWindow } from './series-axis';

/** With fewer nights there is nothing to see of them. */
const LEAST_NIGHTS = 6;
/** By one step of the keyboard. */
const ZOOM = 2;

type Nights = Pick<SeriesData, 'nights'>;

/** The nights in view: those that somebody zoomed to, else the newest ones. */
export function seriesWindow(
  { nights }: Nights,
  { span, from, to }: Pick<SeriesState, 'span' | 'from' | 'to'>,
): SeriesWindow {
  const last = Math.max(0, nights.length - 1);
  const whole = { first: span === 'all' ? 0 : Math.max(0, nights.length - Number(span)), last };
  const [start, end] = [indexOf(nights, from), indexOf(nights, to)];
  if (start === null && end === null) return whole;
  const [low, high] = [start ?? 0, end ?? last];
  return low <= high ? { first: low, last: high } : { first: high, last: low };
}

function indexOf(nights: SeriesData['nights'], column: string): number | null {
  const index = column === '' ? -1 : nights.findIndex((night) => night.column === column);
  return index === -1 ? null : index;
}

/** The part of the address that shows a window; the whole series needs none. */
export function windowState(
  { nights }: Nights,
  { first, last }: SeriesWindow,
): Pick<SeriesState, 'span' | 'from' | 'to'> {
  const isWhole = first <= 0 && last >= nights.length - 1;
  if (isWhole) return { span: 'all', from: '', to: '' };
  return { span: 'all', from: nights[first]?.column ?? '', to: nights[last]?.column ?? '' };
}

/** Half as many nights, or twice as many, around one of them. */
export function zoomWindow(
  { nights }: Nights,
  { first, last }: SeriesWindow,
  { around, isIn }: { around: number | null; isIn: boolean },
): SeriesWindow {
  const count = last - first + 1;
  const most = nights.length;
  const wanted = Math.min(
    most,
    Math.max(Math.min(LEAST_NIGHTS, most), Math.round(isIn ? count / ZOOM : count * ZOOM)),
  );
  const middle = around === null ? last : Math.min(last, Math.max(first, around));
  // The night around which it is stays where it is on the screen.
  const share = count > 1 ? (middle - first) / (count - 1) : 1;
  const start = Math.min(most - wanted, Math.max(0, Math.round(middle - share * (wanted - 1))));
  return { first: start, last: start + wanted - 1 };
}

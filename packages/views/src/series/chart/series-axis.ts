import type { ChartTick } from '../../document/nights-chart';
import { MONTHS } from '../../text/words';
import { type DataNight, type SeriesData, shortDay, yearOf } from '../series-data';
import type { SeriesState } from '../series-state';

const DAY = 86_400_000;
/** Names below the axis: more run into each other on a narrow screen. */
const MOST_TICKS = 8;
/** Steps between names, in days; longer ones are whole months. */
const DAY_STEPS = [1, 2, 7, 14];
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120];
const DAYS_OF_MONTH = 30.4;

/** Where nights lie, from the first to the last one in view. */
export interface SeriesAxis {
  order: SeriesState['order'];
  /** Of every night: days since 1970, or places in build order. */
  at: number[];
  from: number;
  to: number;
  ticks: ChartTick[];
}

/** Indexes of the first and last night in view. */
export interface SeriesWindow {
  first: number;
  last: number;
}

/** Days since 1970. */
export function dayOf(iso: string): number {
  return Math.round((Date.parse(iso) / DAY) * 1000) / 1000;
}

/** A window moves with each key; where nights lie does not change with it. */
const known = new WeakMap<
  readonly Pick<DataNight, 'at'>[],
  Partial<Record<SeriesState['order'], number[]>>
>();

function nightPlaces(nights: readonly Pick<DataNight, 'at'>[], order: SeriesState['order']): number[] {
  const own = known.get(nights) ?? {};
  known.set(nights, own);
  own[order] ??= nights.map((night, index) => (order === 'dates' ? dayOf(night.at) : index));
  return own[order];
}

/** The axis under all panels. */
export function seriesAxis(
  nights: readonly Pick<DataNight, 'at'>[],
  { first, last }: SeriesWindow,
  order: SeriesState['order'],
): SeriesAxis {
  const at = nightPlaces(nights, order);
  const [low, high] = ends(at.slice(first, last + 1));
  if (low > high) return { order, at, from: 0, to: 1, ticks: [] };
  // Half of a night on either side, so that no point touches an edge; more where there are few.
  const margin = Math.max(0.5, (high - low) / 200);
  const axis = { order, at, from: low - margin, to: high + margin };
  const ticks = order === 'dates' ? dateTicks(axis.from, axis.to) : nightTicks(nights, { first, last });
  return { ...axis, ticks };
}

/** The place of a moment: in build order between the last night before it and the first one after it. */
export function momentAt(
  { order, at }: Pick<SeriesAxis, 'order' | 'at'>,
  { iso, night }: { iso: string; night: number | null },
): number {
  if (order === 'dates') return dayOf(iso);
  return (night ?? at.length) - 0.5;
}

/** `May 2026`, `Jun`, `Jul`; of a short time `29 Aug`. The year is in the first name and where it changes. */
function dateTicks(from: number, to: number): ChartTick[] {
  const span = to - from;
  const days = DAY_STEPS.find((step) => span / step <= MOST_TICKS);
  const starts = days === undefined ? monthStarts(from, to, monthStep(span)) : dayStarts(from, to, days);
  return starts.map((value, index) => {
    const date = new Date(value * DAY);
    const year = date.getUTCFullYear();
    const before = starts[index - 1];
    const isNewYear = before === undefined || new Date(before * DAY).getUTCFullYear() !== year;
    const month = MONTHS[date.getUTCMonth()];
    const text = days === undefined ? month : `${date.getUTCDate()} ${month}`;
    return { value, text: isNewYear ? `${text} ${year}` : `${text}` };
  });
}

function monthStep(span: number): number {
  return MONTH_STEPS.find((step) => span / (step * DAYS_OF_MONTH) <= MOST_TICKS) ?? 120;
}

function dayStarts(from: number, to: number, step: number): number[] {
  const starts: number[] = [];
  for (let day = Math.ceil(from / step) * step; day <= to; day += step) starts.push(day);
  return starts;
}

/** First days of months whose number is a multiple of the step. */
function monthStarts(from: number, to: number, step: number): number[] {
  const first = new Date(from * DAY);
  const months = first.getUTCFullYear() * 12 + first.getUTCMonth();
  const starts: number[] = [];
  for (let month = Math.ceil(months / step) * step; ; month += step) {
    const day = Date.UTC(Math.floor(month / 12), month % 12) / DAY;
    if (day > to) return starts;
    if (day >= from) starts.push(day);
  }
}

/** In build order a name is that of its night. */
function nightTicks(nights: readonly Pick<DataNight, 'at'>[], { first, last }: SeriesWindow): ChartTick[] {
  const step = Math.max(1, Math.ceil((last - first + 1) / MOST_TICKS));
  const year = yearOf(nights);
  return nights.flatMap(({ at }, index) =>
    index >= first && index <= last && (index - first) % step === 0
      ? [{ value: index, text: shortDay(at, year) }]
      : [],
  );
}

/** With fewer nights there is nothing to see of them. */
const LEAST_NIGHTS = 6;
/** By one step of the keyboard. */
const ZOOM = 2;

type Nights = Pick<SeriesData, 'nights'>;

/** The nights in view: those of the zoom, else the newest ones. */
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

/** The lowest and the highest of some numbers; of none, the lowest is higher than the highest. */
export function ends(values: readonly number[]): [low: number, high: number] {
  // 2,000 values, several times with each step of a zoom: no array is made for each of them.
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

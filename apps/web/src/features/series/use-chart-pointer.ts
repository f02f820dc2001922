import { type NightsChart, type NightsLayout, nightsScales, RELEASES_HEIGHT } from '@basecase/views/document';
import {
  type SeriesData,
  type SeriesState,
  seriesWindow,
  windowState,
  zoomWindow,
} from '@basecase/views/series';
import {
  type KeyboardEvent,
  type PointerEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

/** So much of the axis belongs to the nights above it. */
const AXIS_ABOVE = 2;
/** Less is a click with an unsteady hand, in px. */
const DRAG = 6;

interface Props {
  data: SeriesData;
  state: SeriesState;
  chart: NightsChart;
  layout: NightsLayout | null;
  cursor: NightCursor;
  update: (change: Partial<SeriesState>) => void;
  onAxis: (day: string) => void;
}

/**
 * What the pointer does on the chart: it reads the nearest night, a click opens its run, a click with Shift picks it, and
 * dragging zooms; a click on the axis under the first panel is a day on which something happened. A finger reads with the first tap and picks with the second one on the same night.
 */
export function useChartPointer({ data, state, chart, layout, cursor, update, onAxis }: Props) {
  const start = useRef<number | null>(null);
  const tapped = useRef<number | null>(null);

  function placeOf(event: PointerEvent): { x: number; y: number } {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  function onPointerDown(event: PointerEvent) {
    if (event.pointerType === 'touch' || event.button !== 0) return;
    start.current = placeOf(event).x;
  }

  function onPointerMove(event: PointerEvent) {
    if (!layout || event.pointerType === 'touch') return;
    const place = placeOf(event);
    const from = start.current;
    if (from !== null && Math.abs(place.x - from) >= DRAG) {
      event.currentTarget.setPointerCapture(event.pointerId);
      const inside = (x: number) => Math.min(layout.right, Math.max(layout.left, x));
      cursor.set({ brush: [inside(from), inside(place.x)] });
      return;
    }
    cursor.set({ night: nearestNight(chart, layout, place) });
  }

  function onPointerUp(event: PointerEvent) {
    const { brush } = cursor.get();
    const isClick = start.current !== null && brush === null;
    start.current = null;
    if (!layout) return;
    if (brush) {
      cursor.set({ brush: null });
      const inside = nightsBetween(chart, layout, brush);
      if (inside) update(windowState(data, inside));
      return;
    }
    const place = placeOf(event);
    const night = nearestNight(chart, layout, place);
    if (night === null || place.x < layout.left || place.x > layout.right) return;
    const day = axisDay(data, layout, { ...place, night });
    if (day) return onAxis(day);
    if (event.pointerType === 'touch') {
      if (tapped.current === night) update(pick(data, state, night));
      tapped.current = night;
      cursor.set({ night });
    } else if (isClick && event.shiftKey) update(pick(data, state, night));
    else if (isClick) openRun(data, night, event.ctrlKey || event.metaKey);
  }

  function onPointerCancel() {
    start.current = null;
    cursor.set({ brush: null });
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
}

/** The day of a place on the axis under the first panel; null elsewhere. */
function axisDay(
  { nights }: SeriesData,
  { panels, scale }: NightsLayout,
  { y, night }: { y: number; night: number },
): string | null {
  const bottom = panels[0]?.bottom ?? 0;
  if (y < bottom + AXIS_ABOVE || y > bottom + RELEASES_HEIGHT * scale) return null;
  return nights[night]?.measuredAt.slice(0, 10) ?? null;
}

/** Among nights as near as this to a place, in px, their height decides. */
const SAME_PLACE = 1.5;

/** The night nearest to a place of the drawing; null where none is in view. */
function nearestNight(
  chart: NightsChart,
  layout: NightsLayout,
  place: { x: number; y: number },
): number | null {
  const scales = nightsScales(chart, layout);
  const values = chart.panels[0]?.values ?? [];
  let nearest: { night: number; dx: number; dy: number } | null = null;
  for (const [night, at] of chart.at.entries()) {
    const value = values[night] ?? null;
    if (value === null || at < chart.from || at > chart.to) continue;
    const dx = Math.abs(scales.x(at) - place.x);
    const dy = Math.abs((scales.y[0]?.(value) ?? 0) - place.y);
    const isNearer =
      nearest === null || dx < nearest.dx - SAME_PLACE || (dx < nearest.dx + SAME_PLACE && dy < nearest.dy);
    if (isNearer) nearest = { night, dx, dy };
  }
  return nearest?.night ?? null;
}

/** The nights between two places of the drawing; null where there are fewer than two. */
function nightsBetween(
  chart: NightsChart,
  layout: NightsLayout,
  [start, end]: readonly [number, number],
): { first: number; last: number } | null {
  const { x } = nightsScales(chart, layout);
  const [low, high] = [Math.min(start, end), Math.max(start, end)];
  const inside = chart.at.flatMap((at, night) => (x(at) >= low && x(at) <= high ? [night] : []));
  const [first, last] = [inside[0], inside.at(-1)];
  return first === undefined || last === undefined || first === last ? null : { first, last };
}

/** The night under the pointer or the keys. */
interface CursorState {
  /** Index of a night; null before anything was pointed at. */
  night: number | null;
  /** Ends of the part that is dragged over, in px; null without one. */
  brush: readonly [number, number] | null;
}

/**
 * The night that is read. It lies outside of React's state: moving over 2,000 nights must draw a line and a readout, not the
 * chart.
 */
export class NightCursor {
  private state: CursorState = { night: null, brush: null };
  private readonly listeners = new Set<() => void>();

  get = (): CursorState => this.state;

  set = (change: Partial<CursorState>): void => {
    const next = { ...this.state, ...change };
    if (next.night === this.state.night && next.brush === this.state.brush) return;
    this.state = next;
    for (const listener of this.listeners) listener();
  };

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** The cursor of a page. */
export function useNightCursor(): NightCursor {
  const [cursor] = useState(() => new NightCursor());
  return cursor;
}

/** Redraws when the cursor moves. */
export function useCursorState(cursor: NightCursor): CursorState {
  return useSyncExternalStore(cursor.subscribe, cursor.get, cursor.get);
}

/** Nights that Shift and an arrow pass at once. */
const LEAP = 10;

interface UseChartKeysProps {
  data: SeriesData;
  state: SeriesState;
  chart: NightsChart;
  /** Indexes of the first nights of changes, ascending. */
  changes: readonly number[];
  cursor: NightCursor;
  update: (change: Partial<SeriesState>) => void;
}

/** What the keys do on the chart, which is one stop of the Tab key. */
export function useChartKeys({ data, state, chart, changes, cursor, update }: UseChartKeysProps) {
  const values = chart.panels[0]?.values;
  const measured = useMemo(
    () => (values ?? []).flatMap((value, night) => (value === null ? [] : [night])),
    [values],
  );
  const window = seriesWindow(data, state);

  /** Moves to a night, and the view with it. */
  function moveTo(night: number | undefined) {
    if (night === undefined) return;
    cursor.set({ night });
    const beyond = night < window.first ? night - window.first : Math.max(0, night - window.last);
    if (beyond !== 0) {
      update(windowState(data, { first: window.first + beyond, last: window.last + beyond }));
    }
  }

  function step(by: number) {
    const { night } = cursor.get();
    if (night === null) return moveTo(measured.at(-1));
    const place = measured.findIndex((own) => own >= night);
    const from = place === -1 ? measured.length - 1 : place;
    moveTo(measured[Math.min(measured.length - 1, Math.max(0, from + by))]);
  }

  function toChange(isLast: boolean) {
    const night = cursor.get().night ?? -1;
    const next = isLast ? changes.findLast((own) => own < night) : changes.find((own) => own > night);
    moveTo(next ?? (isLast ? changes.at(-1) : changes[0]));
  }

  function zoom(isIn: boolean) {
    update(windowState(data, zoomWindow(data, window, { around: cursor.get().night, isIn })));
  }

  /** @returns whether the key is one of the chart */
  function act(key: string, by: number): boolean {
    const { night } = cursor.get();
    switch (key) {
      case 'ArrowLeft':
        step(-by);
        break;
      case 'ArrowRight':
        step(by);
        break;
      case 'Home':
        moveTo(measured[0]);
        break;
      case 'End':
        moveTo(measured.at(-1));
        break;
      case 'c':
      case 'C':
        toChange(key === 'C');
        break;
      case '+':
      case '=':
      case '-':
        zoom(key !== '-');
        break;
      case ' ':
        if (night !== null) update(pick(data, state, night));
        break;
      case 'Enter':
        if (night !== null) openRun(data, night);
        break;
      default:
        return false;
    }
    return true;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!act(event.key, event.shiftKey ? LEAP : 1)) return;
    event.preventDefault();
    // Other keys of the page must not take it too.
    event.stopPropagation();
  }

  return { onKeyDown };
}

/** Picks A, then B, then A again. */
export function pick(
  { nights }: SeriesData,
  { a, b }: Pick<SeriesState, 'a' | 'b'>,
  night: number,
): Pick<SeriesState, 'a' | 'b'> {
  const column = nights[night]?.column ?? '';
  return a !== '' && b === '' && column !== a ? { a, b: column } : { a: column, b: '' };
}

/** Opens the run of a night. */
function openRun({ nights }: SeriesData, night: number, isNewTab = false): void {
  const run = nights[night]?.run;
  if (run === undefined) return;
  if (isNewTab) window.open(`/runs/${run}`, '_blank', 'noopener');
  else window.location.assign(`/runs/${run}`);
}

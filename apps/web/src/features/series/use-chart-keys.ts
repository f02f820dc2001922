import type { NightsChart } from '@basecase/views/document';
import {
  type SeriesData,
  type SeriesState,
  seriesWindow,
  windowState,
  zoomWindow,
} from '@basecase/views/series';
import { type KeyboardEvent, useMemo } from 'react';
import type { NightCursor } from './night-cursor';

/** Nights that Shift and an arrow pass at once. */
const LEAP = 10;

interface Props {
  data: SeriesData;
  state: SeriesState;
  chart: NightsChart;
  /** Indexes of the first nights of changes, ascending. */
  changes: readonly number[];
  cursor: NightCursor;
  update: (change: Partial<SeriesState>) => void;
}

/** What the keys do on the chart, which is one stop of the Tab key. */
export function useChartKeys({ data, state, chart, changes, cursor, update }: Props) {
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
export function openRun({ nights }: SeriesData, night: number, isNewTab = false): void {
  const run = nights[night]?.run;
  if (run === undefined) return;
  if (isNewTab) window.open(`/runs/${run}`, '_blank', 'noopener');
  else window.location.assign(`/runs/${run}`);
}
